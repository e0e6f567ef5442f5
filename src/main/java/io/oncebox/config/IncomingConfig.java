// SPDX-License-Identifier: Apache-2.0
package io.oncebox.config;

import java.time.Duration;
import java.util.Optional;

/**
 * What is configured for one incoming channel.
 *
 * @param name the channel's name
 * @param connector who serves it, if that was said
 * @param batchSize most messages stored in one transaction
 * @param concurrency most messages that a handler has at the same time on one node
 * @param maxAttempts after so many a message is parked
 * @param retryDelay the longest wait after the first failure
 * @param retryMaxDelay the longest wait at all
 * @param blockKeyOnFailure whether later messages of the key of a parked one wait
 * @param retention for how long claims of its handlers are kept, if that was said
 */
public record IncomingConfig(
        String name,
        Optional<String> connector,
        int batchSize,
        int concurrency,
        int maxAttempts,
        Duration retryDelay,
        Duration retryMaxDelay,
        boolean blockKeyOnFailure,
        Optional<Duration> retention) {

    /** Whether another connector was named for it. */
    public boolean foreign() {
        return connector.isPresent() && !Connector.isOurs(connector.get());
    }
}
