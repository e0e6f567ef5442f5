// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.api.ConsumerConfiguration;
import java.time.Duration;

/**
 * The limits of a consumer for each request. The server refuses requests above them.
 *
 * @param maxBatch the maximum number of messages; not positive without a limit
 * @param maxBytes the maximum number of bytes; not positive without a limit
 * @param maxExpiry the maximum time that a request waits; zero without a limit
 */
record PullLimits(long maxBatch, long maxBytes, Duration maxExpiry) {

    static PullLimits of(ConsumerConfiguration consumer) {
        Duration expiry = consumer.getMaxExpires();
        return new PullLimits(consumer.getMaxBatch(), consumer.getMaxBytes(), expiry == null ? Duration.ZERO : expiry);
    }

    int batch(int wanted) {
        return maxBatch > 0 ? (int) Math.min(maxBatch, wanted) : wanted;
    }

    long bytes(long wanted) {
        return maxBytes > 0 ? Math.min(maxBytes, wanted) : wanted;
    }

    Duration expiry(Duration wanted) {
        return !maxExpiry.isZero() && maxExpiry.compareTo(wanted) < 0 ? maxExpiry : wanted;
    }
}
