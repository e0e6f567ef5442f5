// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Copies messages that can't be stored to a dead-letter topic, with the cause. Thread-safe. */
final class DeadLetters {

    private final ProducerPool producers;

    DeadLetters(ProducerPool producers) {
        this.producers = producers;
    }

    /** Returns when the broker has confirmed the copy. */
    void add(ConsumerRecord<byte[], byte[]> message, KafkaOrigin origin, Throwable cause) throws Exception {
        ProducerRecord<byte[], byte[]> copy =
                new ProducerRecord<>(origin.deadLetterTopic(), null, message.key(), message.value(), message.headers());
        set(copy, KafkaHeaders.DEAD_LETTER_CAUSE, String.valueOf(cause.getMessage()));
        set(copy, KafkaHeaders.DEAD_LETTER_PLACE, KafkaMessageIdentity.place(message));
        set(copy, KafkaHeaders.DEAD_LETTER_GROUP, origin.group());
        Optional<RecordFailure> failure = producers.send(List.of(new KafkaBatch.Outgoing(null, copy)), confirmed -> {});
        if (failure.isPresent()) {
            throw failure.get().reason();
        }
    }

    private static void set(ProducerRecord<byte[], byte[]> copy, String name, String value) {
        copy.headers().remove(name).add(name, value.getBytes(StandardCharsets.UTF_8));
    }
}
