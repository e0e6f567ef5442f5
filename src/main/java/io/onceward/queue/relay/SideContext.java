// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Resource;

/**
 * What the relays of one side of a datasource share.
 *
 * @param database their database, by its name in the log
 * @param node the node
 * @param controls the pauses and retry policies of their queues
 * @param breakers the circuit breakers of these relays alone, closed at first
 */
public record SideContext(Resource database, NodeContext node, QueueControls controls, CircuitBreakers breakers) {}
