// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The port by which expired claims of one datasource are deleted. A call takes part in the transaction of the calling thread.
 * Implementations are thread-safe.
 */
public interface ExpiredClaimStore {

    /**
     * Reads claims, the oldest first, and deletes those whose retention is over by the clocks of both the database and
     * this node. Does nothing while another node does so.
     *
     * @param retention how long claims are kept
     * @param from where the last call ended; {@code null} to begin
     * @param limit the most claims to read
     */
    Pruned prune(Retention retention, Instant from, int limit);

    /**
     * The retention of claims.
     */
    interface Retention {

        /** Returns the shortest retention of any handler. */
        Duration shortest();

        /** Returns the retention of a handler's claims; empty if another application decides it. */
        Optional<Duration> of(String handler);
    }

    /**
     * The result of one call.
     *
     * @param busy whether another node deletes claims, so that this call did nothing
     * @param deleted the number of deleted claims
     * @param next where to continue; {@code null} at the end of the table
     */
    record Pruned(boolean busy, int deleted, Instant next) {}
}
