// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.EventPublisher.Results;
import io.onceward.spi.OutboxEvent;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Publishes a batch. A record that fails ends its producer, and with it the records on their way, so these are sent again by the
 * next producer. The client may report the same failure of several records of which only one is at fault. So a record that has
 * failed among others is sent alone, which shows whether it is refused. Used by one thread.
 */
final class KafkaBatch {

    private final ProducerPool producers;
    private final Results results;
    private final Set<String> topics = ConcurrentHashMap.newKeySet();

    /** An event and its record. */
    record Outgoing(OutboxEvent event, ProducerRecord<byte[], byte[]> record) {

        boolean isBehind(Outgoing other) {
            return event.key() != null
                    && event.key().equals(other.event.key())
                    && event.channel().equals(other.event.channel());
        }
    }

    KafkaBatch(ProducerPool producers, Results results) {
        this.producers = producers;
        this.results = results;
    }

    /** Publishes records in this order, and reports what becomes of them. */
    void publish(List<Outgoing> records) throws InterruptedException {
        try {
            send(records);
        } catch (ProducerPool.NoProducerException e) {
            results.unavailable(e.reason());
        }
    }

    private void send(List<Outgoing> records) throws InterruptedException, ProducerPool.NoProducerException {
        Outgoing suspect = null;
        List<Outgoing> left = wanted(records);
        while (!left.isEmpty()) {
            List<Outgoing> next = left.contains(suspect) ? List.of(suspect) : left;
            RecordFailure failed = producers.send(next, this::confirmed).orElse(null);
            suspect = null;
            if (failed != null) {
                PublishFailure failure = failed.failure();
                if (failure.isOutage() || producers.isClosed()) {
                    results.unavailable(failure.reason());
                    return;
                }
                if (next.size() == 1) {
                    results.refused(next.get(0).event(), failure.reason(), failure.isForever());
                } else {
                    suspect = firstOfKey(next, failed.outgoing());
                }
            }
            left = wanted(left);
        }
    }

    private void confirmed(Outgoing sent) {
        topics.add(sent.record().topic());
        results.confirmed(sent.event());
    }

    /** Returns the topics with a confirmed record. */
    Set<String> topics() {
        return topics;
    }

    private List<Outgoing> wanted(List<Outgoing> records) {
        return records.stream().filter(each -> results.wants(each.event())).toList();
    }

    /** Returns the record, or an earlier one of its key that is not confirmed and must not be overtaken. */
    private Outgoing firstOfKey(List<Outgoing> records, Outgoing failed) {
        return records.stream()
                .filter(each -> failed.isBehind(each) && results.wants(each.event()))
                .findFirst()
                .orElse(failed);
    }
}
