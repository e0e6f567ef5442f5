// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.queue.outage.Backoff;
import java.time.Duration;

/**
 * The retries of an event that a reachable broker, or the handler, refuses.
 *
 * @param maxAttempts the number of attempts before the event is parked
 * @param firstDelay the longest delay after the first attempt
 * @param maxDelay the longest delay
 * @param blockKey whether later events of its key wait for a parked event; they always wait for a retrying one
 */
public record RetryPolicy(int maxAttempts, Duration firstDelay, Duration maxDelay, boolean blockKey) {

    /** Returns the delay after a number of refused attempts. */
    public Duration delayAfter(int attempts) {
        return new Backoff(firstDelay, maxDelay).after(attempts);
    }

    /** Returns this policy with delays in whole milliseconds, as the database stores them. */
    public RetryPolicy inMillis() {
        return new RetryPolicy(
                maxAttempts,
                Duration.ofMillis(firstDelay.toMillis()),
                Duration.ofMillis(maxDelay.toMillis()),
                blockKey);
    }

    /** Returns what operators configure, by the names of the keys. */
    @Override
    public String toString() {
        return "max-attempts=" + maxAttempts + ", retry-delay=" + firstDelay + ", retry-max-delay=" + maxDelay
                + ", on-failure=" + (blockKey ? "block-key" : "skip");
    }
}
