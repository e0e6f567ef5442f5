// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.api.OncewardException;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Publishes persistent messages, and waits until the broker has confirmed each of a batch. Thread-safe. */
final class RabbitPublisher implements EventPublisher {

    private static final String NOT_CONFIRMED = "OWD-0262";

    private final Connector connector;
    private final PublisherPool pool;
    private final LastOutages outages = new LastOutages();

    RabbitPublisher(Connector connector) {
        this.connector = connector;
        pool = new PublisherPool(connector);
    }

    @Override
    public String destination(ChannelSettings settings) {
        return RabbitTarget.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        connector.verify();
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return RabbitHeaders.illegal(name);
    }

    @Override
    public String connection(String destination) {
        RabbitTarget.parse(destination);
        return connector.name();
    }

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        outages.clear();
        List<RabbitMessage> messages = new ArrayList<>(events.size());
        for (OutboxEvent event : events) {
            messages.add(RabbitMessage.of(event));
        }
        try {
            pool.send(messages);
        } catch (Exception e) {
            Exception failure = PublishFailure.coded(e);
            if (failure instanceof OncewardException coded && NOT_CONFIRMED.equals(coded.code())) {
                outages.set(failure);
            }
            throw failure;
        }
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        publish(List.of(event));
    }

    /** Judges the last publication of the calling thread: an outage stays one even if the broker accepts connections. */
    @Override
    public void reach(String connection) throws Exception {
        Optional<Exception> outage = outages.get();
        if (outage.isPresent()) {
            throw outage.get();
        }
        pool.reach();
    }

    @Override
    public void close() {
        pool.close();
    }
}
