// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import io.oncebox.api.OnceboxException;
import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.UnpublishableException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Publishes events to JetStream by one connection, which all threads share. Thread-safe. */
final class NatsPublisher implements EventPublisher {

    private static final String CONNECTION = "NATS ";

    /** The codes of events that no attempt can publish until an operator corrects something. */
    private static final Set<String> UNPUBLISHABLE = Set.of("OBX-0267", "OBX-0273", "OBX-0275", "OBX-0278");

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
    public void publish(List<OutboxEvent> events) throws Exception {
        NatsSession session = shared.open();
        boolean confirmed = false;
        try {
            new NatsBatch(session, events, shared.client().ackTimeout()).publish();
            confirmed = true;
        } finally {
            if (!confirmed) {
                shared.verify(session);
            }
        }
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        try {
            publish(List.of(event));
        } catch (OnceboxException e) {
            throw UNPUBLISHABLE.contains(e.code()) ? new UnpublishableException(e) : e;
        }
    }

    @Override
    public void reach(String connection) throws Exception {
        try (NatsSession session = shared.openNew()) {
            session.requireJetStream(shared.client().servers());
        }
    }

    @Override
    public void close() {
        shared.close();
    }
}
