// SPDX-License-Identifier: Apache-2.0
package io.onceward.debezium;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Topics of Kafka, which the broker must have or create. */
final class KafkaSink implements Sink {

    private final Producer<byte[], byte[]> producer;

    /** @param address of the broker */
    KafkaSink(String address) {
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", address), new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public void write(List<Message> messages) {
        List<Future<RecordMetadata>> sent =
                messages.stream().map(message -> producer.send(record(message))).toList();
        for (Future<RecordMetadata> each : sent) {
            await(each);
        }
    }

    private static ProducerRecord<byte[], byte[]> record(Message message) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(message.topic(), message.key(), message.value());
        message.headers().forEach((name, value) -> record.headers().add(name, value));
        return record;
    }

    private static void await(Future<RecordMetadata> sent) {
        try {
            sent.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
