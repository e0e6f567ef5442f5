// SPDX-License-Identifier: Apache-2.0
package io.onceward.transaction;

import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** The transaction of the calling thread. Thread-safe. */
public record CallerTransaction(TransactionSynchronizationRegistry registry) {

    /** Work that may throw one kind of checked exception. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {

        /** Runs the work. */
        T run() throws E;
    }

    /** Returns the status, a constant of {@link Status}. */
    public int status() {
        return registry.getTransactionStatus();
    }

    /** Returns whether there is a transaction that can still commit. */
    public boolean isActive() {
        return status() == Status.STATUS_ACTIVE;
    }

    /** Returns whether the transaction can only roll back. Call it only with a transaction. */
    public boolean isMarkedForRollback() {
        return registry.getRollbackOnly();
    }

    /** Marks the transaction for rollback. Call it only with a transaction. */
    public void markForRollback() {
        registry.setRollbackOnly();
    }

    /**
     * Runs work. If it throws, the transaction is marked for rollback, even if the caller catches the exception: business
     * data never commit without the event, or the claim, that belongs to them.
     *
     * @throws E what the work threw
     */
    public <T, E extends Exception> T rollBackOnFailure(Work<T, E> work) throws E {
        try {
            return work.run();
        } catch (Throwable e) {
            if (isActive()) {
                markForRollback();
            }
            throw e;
        }
    }
}
