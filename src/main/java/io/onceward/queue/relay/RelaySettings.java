// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.store.RetryPolicy;
import java.time.Duration;

/**
 * The settings of a relay.
 *
 * @param policy the retries of refused events, if no application has declared a policy for the queue
 * @param batchSize the most events of a batch
 * @param batchWait how long a sender waits for further events of a batch that is not full
 * @param senders the most batches that are published at the same time
 * @param sendTimeout how long a batch may take; {@code null} for any time
 * @param pollingInterval how often the relay looks for events that no commit on this node announces
 */
public record RelaySettings(
        RetryPolicy policy,
        int batchSize,
        Duration batchWait,
        int senders,
        Duration sendTimeout,
        Duration pollingInterval) {}
