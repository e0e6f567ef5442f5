// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.metrics.Metric;
import io.oncebox.metrics.MetricsRecorder;
import java.util.Collection;
import java.util.List;

/** The figures of one queue: of an outbox by channel, or of the stored messages of a handler. Thread-safe. */
public final class QueueMetrics {

    private final MetricsRecorder metrics;
    private final String datasource;
    private final String handler;

    private QueueMetrics(MetricsRecorder metrics, String datasource, String handler) {
        this.metrics = metrics;
        this.datasource = datasource;
        this.handler = handler;
    }

    /** Of the outbox on a datasource. */
    public static QueueMetrics ofOutbox(MetricsRecorder metrics, String datasource) {
        return new QueueMetrics(metrics, datasource, null);
    }

    /** Of what is stored for a handler; there is no broker whose business could be measured. */
    public static QueueMetrics ofHandler(MetricsRecorder metrics, String handler) {
        return new QueueMetrics(metrics, null, handler);
    }

    private boolean ofOutbox() {
        return handler == null;
    }

    private String queue(String channel) {
        return ofOutbox() ? channel : handler;
    }

    /**
     * What was just confirmed, whether or not it is removed from the queue afterwards.
     *
     * @param start of the broker's transaction, by {@link System#nanoTime()}
     */
    public void confirmed(List<QueuedEvent> events, long start) {
        if (ofOutbox()) {
            metrics.count(Metric.SENT, events, event -> event.event().channel());
            metrics.measure(Metric.BATCH_SIZE, datasource, events.size());
            metrics.measureSince(Metric.SEND_DURATION, datasource, start);
        }
        Metric latency = ofOutbox() ? Metric.PUBLISH_LATENCY : Metric.PROCESS_LATENCY;
        for (QueuedEvent event : events) {
            if (event.attempts() == 0) {
                metrics.measureSince(latency, queue(event.event().channel()), event.since());
            }
        }
    }

    /** Attempts with events of these channels counted: it has committed. */
    public void failed(Collection<String> channels) {
        metrics.count(ofOutbox() ? Metric.PUBLISH_FAILURES : Metric.PROCESS_FAILURES, channels, this::queue);
    }

    /** Events of these channels were parked: it has committed. */
    public void parked(Collection<String> channels) {
        metrics.count(ofOutbox() ? Metric.EVENTS_PARKED : Metric.MESSAGES_PARKED, channels, this::queue);
    }

    /**
     * A cycle that has committed.
     *
     * @param start by {@link System#nanoTime()}
     */
    public void cycle(long start) {
        if (ofOutbox()) {
            metrics.measureSince(Metric.CYCLE_DURATION, datasource, start);
        }
    }
}
