// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The claims that are older than their retention. Calls take part in the transaction of the calling thread. Implementations
 * are thread-safe.
 *
 * @since 0.1
 */
public interface ExpiredClaimStore {

    /**
     * Reads claims, the oldest first, and deletes those that are older than their retention by the clock of the database,
     * unless another node does so now.
     *
     * @param from where the last call ended; {@code null} to begin
     * @param limit maximum of claims to read
     */
    Pruned prune(Retention retention, Instant from, int limit);

    /**
     * The retention of claims.
     *
     * @since 0.1
     */
    interface Retention {

        /** Returns the shortest retention. */
        Duration shortest();

        /** Returns the retention of a handler; empty if the handler belongs to another application. */
        Optional<Duration> of(String handler);
    }

    /**
     * The result of one call.
     *
     * @param busy whether another node deletes, so that nothing was done
     * @param deleted how many claims were deleted
     * @param next where the next call continues; {@code null} if nothing is left
     * @since 0.1
     */
    record Pruned(boolean busy, int deleted, Instant next) {}
}
