// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

/**
 * One way in which applications run in a transaction, for the self-check at deployment.
 *
 * @since 0.1
 */
public interface TransactionStyle {

    /** What the error message calls it, for example {@code a @Transactional CDI bean}. */
    String kind();

    /** Whether the container keeps quiet when such a transaction is marked for rollback while it completes, rather than log a warning. */
    boolean rollsBackQuietly();

    /**
     * Runs the work in a transaction of its own and completes it.
     *
     * @throws Exception if the transaction did not commit
     */
    void inTransaction(Runnable work) throws Exception;
}
