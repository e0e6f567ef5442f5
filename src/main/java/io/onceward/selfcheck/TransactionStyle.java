// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import java.util.function.Supplier;

/**
 * One way in which applications run in a transaction, for the self-check at deployment.
 */
public interface TransactionStyle {

    /** Returns the name for error messages, for example {@code a @Transactional CDI bean}. */
    String kind();

    /** Returns whether the container logs no warning when such a transaction is marked for rollback while it completes. */
    boolean rollsBackQuietly();

    /**
     * Runs the work in a new transaction and completes it.
     *
     * @return what the work returned
     * @throws Exception if the transaction did not commit
     */
    <T> T inTransaction(Supplier<T> work) throws Exception;
}
