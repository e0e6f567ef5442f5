// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import java.util.List;
import java.util.Optional;

/** A publisher that reports each batch to the tracing system. */
public record TracedPublisher(EventPublisher publisher, ContextPropagation propagation) implements EventPublisher {

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        propagation.publish(events, () -> {
            publisher.publish(events);
            return null;
        });
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        propagation.publish(List.of(event), () -> {
            publisher.publishAlone(event);
            return null;
        });
    }

    @Override
    public String destination(ChannelSettings settings) {
        return publisher.destination(settings);
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        publisher.verify(settings, destination);
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return publisher.illegalHeader(name);
    }

    @Override
    public String connection(String destination) {
        return publisher.connection(destination);
    }

    @Override
    public boolean supportsBatches() {
        return publisher.supportsBatches();
    }

    @Override
    public void reach(String connection) throws Exception {
        publisher.reach(connection);
    }

    @Override
    public void check(String connection, Transactions transactions) throws Exception {
        publisher.check(connection, transactions);
    }

    @Override
    public void close() {
        publisher.close();
    }
}
