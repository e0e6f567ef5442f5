// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * An idempotent producer that sends one batch at a time. After a failure it is of no more use: the client would go on with later
 * records. Used by one thread at a time; {@link #stop} by any.
 */
final class BatchProducer {

    /** The time after the limit of the client. A client without a producer id ignores its own limit. */
    private static final long MARGIN_MILLIS = 5_000;

    private final KafkaProducer<byte[], byte[]> client;
    private final long patienceMillis;

    BatchProducer(Map<String, Object> properties) {
        client = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        patienceMillis = Long.parseLong(properties
                        .get(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG)
                        .toString()
                        .strip())
                + MARGIN_MILLIS;
    }

    /**
     * Sends records in this order, and returns when the broker has confirmed all of them, or the first one that was not confirmed. No
     * record of its key was then sent after it.
     *
     * @param confirmed hears of the confirmed records
     */
    Optional<RecordFailure> send(List<KafkaBatch.Outgoing> records, Consumer<KafkaBatch.Outgoing> confirmed)
            throws InterruptedException {
        Confirmation confirmation = new Confirmation(records.size(), confirmed, this::stop);
        for (KafkaBatch.Outgoing each : records) {
            if (confirmation.hasFailed()) {
                break;
            }
            try {
                Future<RecordMetadata> unused =
                        client.send(each.record(), (metadata, failure) -> confirmation.completed(each, failure));
            } catch (RuntimeException e) {
                confirmation.completed(each, e); // unless an earlier record has failed, and has stopped the client
            }
        }
        try {
            return confirmation.await(patienceMillis);
        } catch (java.util.concurrent.TimeoutException e) {
            String why = "Kafka has not confirmed the batch within " + patienceMillis + " ms";
            return Optional.of(new RecordFailure(records.get(0), new TimeoutException(why, e)));
        }
    }

    /** Sends nothing more: what is not confirmed fails. */
    void stop() {
        client.close(Duration.ZERO);
    }
}
