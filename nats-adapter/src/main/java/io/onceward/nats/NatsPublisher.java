// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.api.OncewardException;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.UnpublishableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Publishes events to JetStream by one connection, which all threads share. Thread-safe. */
final class NatsPublisher implements EventPublisher {

    private static final String CONNECTION = "NATS ";

    /** The codes of events that no attempt can publish until an operator corrects something. */
    private static final Set<String> UNPUBLISHABLE = Set.of("OWD-0267", "OWD-0273", "OWD-0275", "OWD-0278");

    /** The code of a stream that does not answer. */
    private static final String OUTAGE = "OWD-0276";

    /**
     * The time after which a batch ends with the events that are confirmed by then. The relay publishes the others singly, and has
     * ten seconds for both.
     */
    private static final Duration BATCH = Duration.ofSeconds(4);

    /** An event alone is limited by its acknowledgement. */
    private static final Duration ALONE = Duration.ofHours(1);

    private final SharedSession shared;
    private final ConfirmedEvents confirmed = new ConfirmedEvents();
    private final ThreadOutages outages = new ThreadOutages();

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
        publish(events, BATCH);
    }

    private void publish(List<OutboxEvent> events, Duration limit) throws Exception {
        outages.forget();
        NatsSession session = shared.open();
        NatsBatch batch = new NatsBatch(session, events, shared.client().ackTimeout());
        boolean published = false;
        try {
            batch.publish(limit);
            published = true;
        } catch (OncewardException e) {
            if (e.code().equals(OUTAGE)) {
                outages.keep(e);
            }
            throw e;
        } finally {
            if (!published) {
                confirmed.add(batch.confirmed());
                shared.verify(session);
            }
        }
    }

    /** An event that was confirmed in a batch that failed is not published again. */
    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        if (confirmed.remove(event)) {
            return;
        }
        try {
            publish(List.of(event), ALONE);
        } catch (OncewardException e) {
            throw UNPUBLISHABLE.contains(e.code()) ? new UnpublishableException(e) : e;
        }
    }

    /** If the last batch of the calling thread found a stream that does not answer, this is an outage, even if the servers answer. */
    @Override
    public void reach(String connection) throws Exception {
        try (NatsSession session = shared.openNew()) {
            session.requireJetStream(shared.client().servers());
        }
        Optional<Exception> outage = outages.last();
        if (outage.isPresent()) {
            throw outage.get();
        }
    }

    @Override
    public void close() {
        shared.close();
    }
}
