// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import java.time.Duration;

/**
 * What happens to an event that a broker refuses although it is there.
 *
 * @param maxAttempts after so many it is parked
 * @param firstDelay the longest wait after the first
 * @param maxDelay the longest wait at all
 * @param blockKey whether later events of its key wait for a parked one; they always wait for one that is tried again
 */
public record RetryPolicy(int maxAttempts, Duration firstDelay, Duration maxDelay, boolean blockKey) {

    Duration delayAfter(int attempts) {
        return new Backoff(firstDelay, maxDelay).after(attempts);
    }
}
