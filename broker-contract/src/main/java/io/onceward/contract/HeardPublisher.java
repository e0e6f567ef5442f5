// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.List;

/** Publishes as the relay does, and throws what the publisher reports. {@link #last} is of the last call of any thread. */
public final class HeardPublisher implements AutoCloseable {

    private final EventPublisher publisher;
    private volatile HeardResults last = new HeardResults();

    public HeardPublisher(EventPublisher publisher) {
        this.publisher = publisher;
    }

    /** Publishes one event. */
    public void publish(OutboxEvent event) throws Exception {
        publish(List.of(event));
    }

    /**
     * Publishes events.
     *
     * @throws RefusedForeverException if an event was refused for ever
     * @throws Exception the reason of the outage, or of the first refusal
     */
    public void publish(List<OutboxEvent> events) throws Exception {
        publish(events, new HeardResults());
    }

    /** Publishes events, and throws as {@link #publish(List)} does. */
    public void publish(List<OutboxEvent> events, HeardResults results) throws Exception {
        last = results;
        try {
            publisher.publish(events, results);
        } catch (InterruptedException e) {
            results.unavailable(e);
        }
        results.requireConfirmed(events);
    }

    /** Returns what was heard of the last call. */
    public HeardResults last() {
        return last;
    }

    /** @throws Exception the outage that was reported in the last call */
    public void requireNoOutage() throws Exception {
        if (last.outage() != null) {
            throw last.outage();
        }
    }

    @Override
    public void close() {
        publisher.close();
    }

    /** Tells that an event was refused for ever. Its cause is the reason. */
    public static final class RefusedForeverException extends Exception {

        private static final long serialVersionUID = 1L;

        RefusedForeverException(Exception reason) {
            super(reason);
        }
    }
}
