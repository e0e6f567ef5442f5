// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.spi.EventPublisher;

/**
 * A destination of the events of a channel. The rows for it are a queue.
 *
 * @param queue the name of the queue: the channel's, if it is the channel's only destination
 * @param publisher publishes the events
 * @param uri the destination of the rows
 */
public record Destination(String queue, EventPublisher publisher, String uri) {}
