// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.EventState;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.relay.QueueMetrics;
import io.onceward.queue.store.QueuedEvent;
import java.util.Collection;
import java.util.List;

/**
 * The metrics of the stored messages of one handler. Sends and cycles are not among them: no broker takes part. Thread-safe.
 *
 * @param metrics the recorder
 * @param handler the handler's name
 */
public record HandlerMetrics(MetricsRecorder metrics, String handler) implements QueueMetrics {

    @Override
    public void confirmed(QueuedEvent event) {
        if (event.attempts() == 0 && event.state() != EventState.RETRYING) {
            metrics.measureSince(Metric.PROCESS_LATENCY, handler, event.since());
        }
    }

    @Override
    public void sent(List<QueuedEvent> events, long start) {
        // no broker takes part
    }

    @Override
    public void failed(Collection<String> channels) {
        metrics.count(Metric.PROCESS_FAILURES, channels, channel -> handler);
    }

    @Override
    public void expired(Collection<String> channels) {
        metrics.count(Metric.EVENTS_EXPIRED, channels, channel -> channel);
    }

    @Override
    public void parked(Collection<String> channels) {
        metrics.count(Metric.MESSAGES_PARKED, channels, channel -> handler);
    }

    @Override
    public void cycle(long start) {
        // a handler's cycles are not measured
    }
}
