// SPDX-License-Identifier: Apache-2.0
package io.onceward.transaction;

import java.util.function.BooleanSupplier;

/** The port to the sentinels of one datasource. Implementations are thread-safe. */
@FunctionalInterface
public interface SentinelStore {

    /**
     * Sets a sentinel in the transaction of the calling thread: something that the database undoes together with whatever the
     * transaction has done so far.
     *
     * @return returns whether the sentinel still stands. Called at most once, in the same transaction; the sentinel is then removed
     */
    BooleanSupplier set();

    /**
     * Returns whether a transaction that Onceward has begun needs a sentinel, too. It begins with Onceward's own statement, so no
     * savepoint of the application precedes it. A database that undoes transactions without being told to needs one.
     */
    default boolean isNeededInOwnTransaction() {
        return true;
    }
}
