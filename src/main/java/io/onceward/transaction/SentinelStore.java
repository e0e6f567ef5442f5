// SPDX-License-Identifier: Apache-2.0
package io.onceward.transaction;

/** The port to the sentinels of one datasource. Implementations are thread-safe. */
public interface SentinelStore {

    /**
     * Sets a sentinel in the transaction of the calling thread: something that the database undoes together with whatever the
     * transaction has done so far.
     *
     * @return the mark by which it is recognized
     */
    String set();

    /** As {@link #set()}, in a transaction that Onceward has begun, and that has no statement yet. */
    String setInOwnTransaction();

    /** As {@link #set()}, unless the claim with which Onceward has begun the transaction has set the sentinel. */
    String setByClaim();

    /**
     * Returns whether the sentinel with a mark still stands. Called at most once, in its transaction; the sentinel is then removed.
     *
     * @param mark {@code null} if a statement has seen the sentinel: then only the driver is asked, whether a later statement has failed
     */
    boolean stands(String mark);
}
