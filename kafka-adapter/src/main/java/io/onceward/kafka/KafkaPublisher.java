// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.api.OncewardException;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Publishes events by idempotent producers. A batch is confirmed when all in-sync replicas have each of its records.
 * Thread-safe.
 */
final class KafkaPublisher implements EventPublisher {

    private final ClientSettings clients;
    private final ProducerPool producers;

    KafkaPublisher(ClientSettings clients) {
        this.clients = clients;
        producers = new ProducerPool(clients::producer);
    }

    @Override
    public String destination(ChannelSettings settings) {
        return KafkaTopic.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        clients.verify();
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return KafkaHeaders.illegal(name);
    }

    @Override
    public String connection(String destination) {
        KafkaTopic.parse(destination);
        return clients.connection();
    }

    @Override
    public void publish(List<OutboxEvent> events, Results results) throws InterruptedException {
        List<KafkaBatch.Outgoing> records = new ArrayList<>(events.size());
        for (OutboxEvent event : events) {
            try {
                records.add(new KafkaBatch.Outgoing(event, KafkaRecords.of(event)));
            } catch (OncewardException e) {
                results.refused(event, e, true);
            }
        }
        new KafkaBatch(producers, results).publish(records);
    }

    @Override
    public void close() {
        producers.close();
    }
}
