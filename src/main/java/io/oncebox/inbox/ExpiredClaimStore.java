// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The claims of the inbox that are history. Calls take part in the transaction of the calling thread. Implementations are
 * thread-safe.
 *
 * @since 0.1
 */
public interface ExpiredClaimStore {

    /**
     * Looks at claims, the oldest first, and deletes those that have outlived their retention by the database's clock;
     * unless another node is doing so now.
     *
     * @param from where the last call ended; {@code null} to begin
     * @param limit most claims looked at
     */
    Pruned prune(Retention retention, Instant from, int limit);

    /**
     * How long claims are kept.
     *
     * @since 0.1
     */
    interface Retention {

        /** The shortest of all. */
        Duration shortest();

        /** How long those of this handler are; empty if that is for others to say. */
        Optional<Duration> of(String handler);
    }

    /**
     * What came of looking at a part of the table.
     *
     * @param busy whether another node is pruning, so that nothing was done
     * @param deleted how many claims were deleted
     * @param next where to go on; {@code null} if nothing is left
     * @since 0.1
     */
    record Pruned(boolean busy, int deleted, Instant next) {}
}
