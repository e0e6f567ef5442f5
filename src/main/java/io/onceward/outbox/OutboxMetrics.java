// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.relay.QueueMetrics;
import io.onceward.queue.store.QueuedEvent;
import java.util.Collection;
import java.util.List;

/**
 * The metrics of the outbox on one datasource, most of them by channel. Thread-safe.
 *
 * @param metrics the recorder
 * @param datasource the datasource's name
 */
public record OutboxMetrics(MetricsRecorder metrics, String datasource) implements QueueMetrics {

    @Override
    public void confirmed(QueuedEvent event) {
        if (event.attempts() == 0) {
            metrics.measureSince(Metric.PUBLISH_LATENCY, event.event().channel(), event.since());
        }
    }

    @Override
    public void sent(List<QueuedEvent> events, long start) {
        metrics.count(Metric.SENT, events, event -> event.event().channel());
        metrics.measure(Metric.BATCH_SIZE, datasource, events.size());
        metrics.measureSince(Metric.SEND_DURATION, datasource, start);
    }

    @Override
    public void failed(Collection<String> channels) {
        metrics.count(Metric.PUBLISH_FAILURES, channels, channel -> channel);
    }

    @Override
    public void expired(Collection<String> channels) {
        metrics.count(Metric.EVENTS_EXPIRED, channels, channel -> channel);
    }

    @Override
    public void parked(Collection<String> channels) {
        metrics.count(Metric.EVENTS_PARKED, channels, channel -> channel);
    }

    @Override
    public void cycle(long start) {
        metrics.measureSince(Metric.CYCLE_DURATION, datasource, start);
    }
}
