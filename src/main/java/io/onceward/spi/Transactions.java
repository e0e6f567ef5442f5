// SPDX-License-Identifier: Apache-2.0
package io.onceward.spi;

import java.util.concurrent.Callable;

/**
 * Runs work in new JTA transactions of the server. Thread-safe.
 *
 * @since 0.1
 */
public interface Transactions {

    /**
     * Suspends the current transaction, if there is one, and runs the work in a new one. The new transaction commits when the
     * work returns, and rolls back when it throws.
     *
     * @param work not {@code null}
     * @return the result of the work, which may be {@code null}; the transaction has then committed
     * @throws Exception the exception of the work, or the reason why the transaction did not commit
     */
    <T> T inNew(Callable<T> work) throws Exception;

    /**
     * Suspends the current transaction, if there is one, and runs the work without a transaction.
     *
     * @param work not {@code null}
     * @return the result of the work, which may be {@code null}
     * @throws Exception the exception of the work
     */
    <T> T suspended(Callable<T> work) throws Exception;
}
