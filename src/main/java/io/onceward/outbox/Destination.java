// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.spi.Destinations;

/**
 * A destination of the events of a channel. The rows for it are a queue.
 *
 * @param queue the name of the queue: the channel's, if it is the channel's only destination
 * @param broker the destinations of its broker
 * @param uri the destination of the rows
 */
public record Destination(String queue, Destinations broker, String uri) {}
