// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.time.Duration;
import java.util.Optional;

/**
 * The configuration of an incoming channel.
 *
 * @param name the channel's name
 * @param connector its connector, if configured
 * @param batchSize the maximum number of messages stored in one transaction
 * @param concurrency the maximum number of messages that a handler has at the same time on one node
 * @param handlerBatchSize the maximum number of messages that a batch handler gets in one transaction
 * @param handlerBatchWait how long a batch handler waits for further messages
 * @param maxAttempts the number of attempts after which a message is parked
 * @param retryDelay the maximum delay after the first failure
 * @param retryMaxDelay the maximum delay between two attempts
 * @param blocksKeyOnFailure whether later messages of the key of a parked one wait
 * @param retention the time for which claims of its handlers are kept, if configured
 */
public record IncomingConfig(
        String name,
        Optional<String> connector,
        int batchSize,
        int concurrency,
        int handlerBatchSize,
        Duration handlerBatchWait,
        int maxAttempts,
        Duration retryDelay,
        Duration retryMaxDelay,
        boolean blocksKeyOnFailure,
        Optional<Duration> retention) {

    /** Returns whether the configuration names another connector for it. */
    public boolean hasOtherConnector() {
        return connector.isPresent() && !Connector.isOurs(connector.get());
    }
}
