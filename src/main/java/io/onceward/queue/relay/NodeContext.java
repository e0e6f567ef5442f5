// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.Time;
import io.onceward.spi.Transactions;
import java.util.concurrent.Executor;

/**
 * What all queues of a datasource share on this node.
 *
 * @param lease the lease of this node on the datasource
 * @param transactions the transactions of the node
 * @param executor runs relays, senders and janitors
 * @param payloads the payloads that all queues of the node have in flight
 * @param metrics the metrics of the node
 * @param time the time
 */
public record NodeContext(
        NodeLease lease,
        Transactions transactions,
        Executor executor,
        NodePayloads payloads,
        MetricsRecorder metrics,
        Time time) {}
