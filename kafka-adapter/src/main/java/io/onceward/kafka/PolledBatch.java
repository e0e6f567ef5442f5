// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The records of one poll: those of a batch, up to a limit, and where the consumer goes on. Used by one thread. */
final class PolledBatch {

    /** Bounds what a batch of large messages takes of the heap. */
    private static final long MAX_BYTES = 8L << 20;

    private final List<ConsumerRecord<byte[], byte[]>> messages = new ArrayList<>();
    private final Map<TopicPartition, Long> begin = new HashMap<>();
    private final Map<TopicPartition, Long> remaining = new HashMap<>();
    private final Map<TopicPartition, OffsetAndMetadata> end = new HashMap<>();

    PolledBatch(ConsumerRecords<byte[], byte[]> polled, int limit) {
        long bytes = 0;
        for (ConsumerRecord<byte[], byte[]> message : polled) {
            TopicPartition partition = new TopicPartition(message.topic(), message.partition());
            begin.putIfAbsent(partition, message.offset());
            boolean fits = messages.isEmpty() || (messages.size() < limit && bytes <= MAX_BYTES);
            if (fits && !remaining.containsKey(partition)) {
                messages.add(message);
                end.put(partition, new OffsetAndMetadata(message.offset() + 1, message.leaderEpoch(), ""));
                bytes += Math.max(0, message.serializedValueSize());
            } else {
                remaining.putIfAbsent(partition, message.offset());
            }
        }
    }

    List<ConsumerRecord<byte[], byte[]>> messages() {
        return messages;
    }

    /** Returns the offset of the first polled record of each partition. */
    Map<TopicPartition, Long> begin() {
        return begin;
    }

    /** Returns the offset of the first record that is not in the batch, of each partition that has one. */
    Map<TopicPartition, Long> remaining() {
        return remaining;
    }

    /** Returns the offsets to commit when the batch is stored. */
    Map<TopicPartition, OffsetAndMetadata> end() {
        return end;
    }
}
