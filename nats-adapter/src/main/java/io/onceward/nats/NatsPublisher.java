// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.util.List;

/** Publishes events to JetStream by one connection, which all threads share. Thread-safe. */
final class NatsPublisher implements EventPublisher {

    private final SharedSession shared;
    private final LosingStreams losing = new LosingStreams();

    /** Connects to nothing yet. */
    NatsPublisher(NatsClient client) {
        shared = new SharedSession(client);
    }

    @Override
    public void publish(List<OutboxEvent> events, Results results) throws InterruptedException {
        NatsSession session;
        try {
            session = shared.open();
        } catch (IOException | RuntimeException e) { // also if this is closed
            results.unavailable(e);
            return;
        }
        boolean acknowledged = false;
        try {
            NatsBatch batch = new NatsBatch(session, shared.client(), results);
            acknowledged = batch.publish(events);
            losing.check(session, batch.streams());
        } finally {
            if (!acknowledged) {
                shared.verify(session);
            }
        }
    }

    @Override
    public void close() {
        shared.close();
    }
}
