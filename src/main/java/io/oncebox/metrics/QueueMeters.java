// SPDX-License-Identifier: Apache-2.0
package io.oncebox.metrics;

import io.oncebox.spi.QueuedEvent;
import java.util.Collection;
import java.util.List;

/** The figures of one queue: of an outbox by channel, or of the stored messages of a handler. Thread-safe. */
public final class QueueMeters {

    private final Meters meters;
    private final String datasource;
    private final String handler;

    private QueueMeters(Meters meters, String datasource, String handler) {
        this.meters = meters;
        this.datasource = datasource;
        this.handler = handler;
    }

    /** Of the outbox on a datasource. */
    public static QueueMeters ofOutbox(Meters meters, String datasource) {
        return new QueueMeters(meters, datasource, null);
    }

    /** Of what is stored for a handler; there is no broker whose business could be measured. */
    public static QueueMeters ofHandler(Meters meters, String handler) {
        return new QueueMeters(meters, null, handler);
    }

    private boolean ofOutbox() {
        return handler == null;
    }

    private String line(String channel) {
        return ofOutbox() ? channel : handler;
    }

    /**
     * What was just confirmed, whether or not it is removed from the queue afterwards.
     *
     * @param start of the broker's transaction, by {@link System#nanoTime()}
     */
    public void confirmed(List<QueuedEvent> events, long start) {
        if (ofOutbox()) {
            meters.count(Metric.SENT, events, event -> event.event().channel());
            meters.measure(Metric.BATCH_SIZE, datasource, events.size());
            meters.measureSince(Metric.SEND_DURATION, datasource, start);
        }
        Metric latency = ofOutbox() ? Metric.PUBLISH_LATENCY : Metric.PROCESS_LATENCY;
        for (QueuedEvent event : events) {
            if (event.attempts() == 0) {
                meters.measureSince(latency, line(event.event().channel()), event.since());
            }
        }
    }

    /** Attempts with events of these channels counted: it has committed. */
    public void failed(Collection<String> channels) {
        meters.count(ofOutbox() ? Metric.PUBLISH_FAILURES : Metric.PROCESS_FAILURES, channels, this::line);
    }

    /** Events of these channels were parked: it has committed. */
    public void parked(Collection<String> channels) {
        meters.count(ofOutbox() ? Metric.EVENTS_PARKED : Metric.MESSAGES_PARKED, channels, this::line);
    }

    /**
     * A pass that has committed.
     *
     * @param start by {@link System#nanoTime()}
     */
    public void pass(long start) {
        if (ofOutbox()) {
            meters.measureSince(Metric.PASS_DURATION, datasource, start);
        }
    }
}
