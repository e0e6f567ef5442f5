// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka.broker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Prints the records of a topic, and ends. Arguments: the address of the broker and the topic. */
public final class Records {

    private static final Duration POLL = Duration.ofSeconds(1);

    private Records() {}

    public static void main(String[] args) {
        Map<String, Object> settings = Map.of("bootstrap.servers", args[0], "allow.auto.create.topics", false);
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = consumer.partitionsFor(args[1]).stream()
                    .map(each -> new TopicPartition(args[1], each.partition()))
                    .toList();
            if (partitions.isEmpty()) {
                System.err.println("Kafka has no topic " + args[1]);
                System.exit(1);
            }
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(POLL).forEach(each -> System.out.println(text(each)));
            }
        }
    }

    private static String text(ConsumerRecord<String, String> each) {
        String headers = StreamSupport.stream(each.headers().spliterator(), false)
                .map(Records::text)
                .collect(Collectors.joining(", "));
        return each.key() + " " + each.value() + "  " + headers;
    }

    private static String text(Header header) {
        return header.key() + "=" + new String(header.value(), StandardCharsets.UTF_8);
    }
}
