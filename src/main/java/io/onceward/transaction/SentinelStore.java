// SPDX-License-Identifier: Apache-2.0
package io.onceward.transaction;

import java.util.function.BooleanSupplier;

/** The port to the sentinels of one datasource. Implementations are thread-safe. */
public interface SentinelStore {

    /**
     * Sets a sentinel in the transaction of the calling thread: something that the database undoes together with whatever the
     * transaction has done so far.
     *
     * @return returns whether the sentinel still stands. Called at most once, in the same transaction; the sentinel is then removed
     */
    BooleanSupplier set();

    /**
     * As {@link #set()}, in a transaction that Onceward has begun and that contains at most a claim: no savepoint of the application
     * precedes it.
     */
    BooleanSupplier setInOwnTransaction();
}
