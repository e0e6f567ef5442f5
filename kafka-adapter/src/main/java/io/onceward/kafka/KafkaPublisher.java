// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.api.OncewardException;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.List;

/**
 * Publishes events by idempotent producers. A batch is confirmed when all in-sync replicas have each of its records.
 * Thread-safe.
 */
final class KafkaPublisher implements EventPublisher {

    private final ProducerPool producers;
    private final LosingTopics losing;

    KafkaPublisher(ClientSettings clients) {
        producers = new ProducerPool(clients::producer);
        losing = new LosingTopics(clients);
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
        KafkaBatch batch = new KafkaBatch(producers, results);
        batch.publish(records);
        losing.check(batch.topics());
    }

    @Override
    public void close() {
        producers.close();
    }
}
