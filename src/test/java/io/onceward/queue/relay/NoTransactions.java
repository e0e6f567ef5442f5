// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.spi.Transactions;
import java.util.concurrent.Callable;

/** Runs work without a transaction, for stores in memory. */
final class NoTransactions implements Transactions {

    @Override
    public <T> T inNew(Callable<T> work) throws Exception {
        return work.call();
    }

    @Override
    public <T> T suspended(Callable<T> work) throws Exception {
        return work.call();
    }
}
