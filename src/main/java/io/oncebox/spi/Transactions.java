// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.concurrent.Callable;

/**
 * Runs work in a JTA transaction of its own, by the means of the server.
 *
 * @since 0.1
 */
public interface Transactions {

    /**
     * Suspends the current transaction, if any, and runs the work in a new one: committed when it returns, rolled back
     * when it throws.
     *
     * @throws Exception what the work threw, or why the commit failed; also if the transaction was marked for rollback, or
     *     the server rolled it back by itself: a normal return means that it has committed
     */
    <T> T inNew(Callable<T> work) throws Exception;

    /**
     * Suspends the current transaction, if any, and runs the work without one.
     *
     * @throws Exception what the work threw
     */
    <T> T suspended(Callable<T> work) throws Exception;
}
