// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Publishes events to JetStream by one connection, which all threads share. Thread-safe. */
final class NatsPublisher implements EventPublisher {

    private static final String CONNECTION = "NATS ";

    private final SharedSession shared;

    /** Connects to nothing yet. */
    NatsPublisher(NatsClient client) {
        shared = new SharedSession(client);
    }

    @Override
    public String destination(ChannelSettings settings) {
        return NatsDestination.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        // all that can be wrong was found when the destination was composed
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return NatsHeaderName.illegal(name);
    }

    @Override
    public String connection(String destination) {
        NatsDestination.parse(destination);
        return CONNECTION + shared.client().servers();
    }

    @Override
    public void publish(List<OutboxEvent> events, Results results) throws IOException, InterruptedException {
        NatsSession session = shared.open();
        boolean acknowledged = false;
        try {
            acknowledged = new NatsBatch(session, shared.client(), results).publish(events);
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
