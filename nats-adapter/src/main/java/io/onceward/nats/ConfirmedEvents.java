// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.OutboxEvent;
import java.lang.ref.WeakReference;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The events of failed batches that streams have confirmed. The relay publishes the events of such a batch singly, and these are
 * published already. They are the same objects: a row that was read again is another event. Thread-safe.
 */
final class ConfirmedEvents {

    static final int MAX = 20_000;

    private record Id(String channel, String id) {

        static Id of(OutboxEvent event) {
            return new Id(event.channel(), event.id());
        }
    }

    private final Map<Id, WeakReference<OutboxEvent>> events = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Id, WeakReference<OutboxEvent>> eldest) {
            return size() > MAX;
        }
    };

    synchronized void add(Collection<OutboxEvent> confirmed) {
        confirmed.forEach(event -> events.put(Id.of(event), new WeakReference<>(event)));
    }

    /** Forgets an event; returns whether it was confirmed. */
    synchronized boolean remove(OutboxEvent event) {
        WeakReference<OutboxEvent> confirmed = events.remove(Id.of(event));
        return confirmed != null && confirmed.get() == event;
    }
}
