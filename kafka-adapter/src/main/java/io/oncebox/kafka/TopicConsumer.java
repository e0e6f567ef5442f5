// SPDX-License-Identifier: Apache-2.0
package io.oncebox.kafka;

import io.oncebox.spi.MessageSource.Sink;
import io.oncebox.spi.UnstorableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * The consumer of one origin. Between two polls it has stored each record before its position, so it commits its positions, and
 * a rebalance, which happens in a poll, finds nothing half done. Used by one thread at a time; {@link #interrupt} by any.
 */
final class TopicConsumer {

    /** The time without messages after which the brokers are asked: a consumer does not report that they are unreachable. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    /** The time for which a partition waits whose next message can't be stored nor moved. */
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Duration CLOSING = Duration.ofSeconds(2);

    private final KafkaOrigin origin;
    private final Consumer<byte[], byte[]> consumer;
    private final DeadLetters deadLetters;
    private final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();
    private final Map<TopicPartition, Long> paused = new HashMap<>();
    private long lastAnswer = System.nanoTime() - SILENCE.toNanos();

    /** @param consumer without a subscription */
    TopicConsumer(KafkaOrigin origin, Consumer<byte[], byte[]> consumer, DeadLetters deadLetters) {
        this.origin = origin;
        this.consumer = consumer;
        this.deadLetters = deadLetters;
        consumer.subscribe(List.of(origin.topic()));
    }

    /** @throws KafkaException if the consumer is of no more use */
    int receive(int limit, Duration patience, Sink sink) throws Exception {
        resume();
        PolledBatch batch = new PolledBatch(consumer.poll(patience), limit);
        List<ConsumerRecord<byte[], byte[]>> messages = batch.messages();
        if (messages.isEmpty()) {
            commit();
            askIfSilent();
            return 0;
        }
        lastAnswer = System.nanoTime();
        Exception setAside = store(batch, sink);
        seek(batch.remaining());
        uncommitted.putAll(batch.end());
        commit();
        if (setAside != null) {
            throw setAside;
        }
        return messages.size();
    }

    /** Returns the report of a message that was moved to the dead-letter topic; {@code null} if all were stored. */
    private Exception store(PolledBatch batch, Sink sink) throws Exception {
        boolean done = false;
        try {
            sink.store(batch.messages());
            done = true;
            return null;
        } catch (UnstorableException e) {
            Exception report = setAside(batch.messages().get(0), e.getCause());
            done = true;
            return report;
        } finally {
            if (!done) {
                seek(batch.begin());
            }
        }
    }

    private Exception setAside(ConsumerRecord<byte[], byte[]> message, Throwable cause) {
        String place = KafkaMessageIdentity.place(message);
        try {
            deadLetters.add(message, origin, cause);
            return KafkaErrors.setAside(place, origin.deadLetterTopic(), cause);
        } catch (Exception e) {
            TopicPartition partition = new TopicPartition(message.topic(), message.partition());
            consumer.pause(List.of(partition));
            paused.put(partition, System.nanoTime());
            throw KafkaErrors.notSetAside(
                    place, origin.deadLetterTopic(), cause, PublishFailure.coded(origin.deadLetterTopic(), e));
        }
    }

    private void seek(Map<TopicPartition, Long> offsets) {
        offsets.forEach(consumer::seek);
    }

    /** A rebalance may have assigned a paused partition to another consumer, and lifts the pause. */
    private void resume() {
        long now = System.nanoTime();
        paused.entrySet().removeIf(entry -> {
            boolean over = now - entry.getValue() > PAUSE.toNanos();
            if (over && consumer.assignment().contains(entry.getKey())) {
                consumer.resume(List.of(entry.getKey()));
            }
            return over;
        });
    }

    /** Commits the positions. During a rebalance, or after one without this consumer, the next poll joins the group again. */
    private void commit() {
        uncommitted.keySet().retainAll(consumer.assignment());
        if (uncommitted.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(uncommitted);
            uncommitted.clear();
        } catch (RebalanceInProgressException | CommitFailedException e) {
            // the records are stored, and a consumer that receives them again stores no second row
        }
    }

    /** @throws KafkaException if the brokers do not answer, or there is no such topic */
    private void askIfSilent() {
        if (System.nanoTime() - lastAnswer < SILENCE.toNanos()) {
            return;
        }
        Duration limit = Duration.ofMillis(ClientSettings.ANSWER_MILLIS);
        try {
            if (!consumer.assignment().isEmpty()) {
                consumer.endOffsets(consumer.assignment(), limit);
            } else if (consumer.partitionsFor(origin.topic(), limit).isEmpty()) {
                throw KafkaErrors.noTopic(origin.topic(), null);
            }
        } catch (UnknownTopicOrPartitionException e) {
            throw KafkaErrors.noTopic(origin.topic(), e);
        }
        lastAnswer = System.nanoTime();
    }

    /** Ends a poll that waits, with an exception. */
    void interrupt() {
        consumer.wakeup();
    }

    /** Leaves the group, if a broker answers. */
    @SuppressWarnings("deprecation") // a server may bring an older client library, without the replacement
    void close() {
        try {
            consumer.close(CLOSING);
        } catch (KafkaException e) {
            // the client has closed itself, and the broker misses its heartbeats
        }
    }
}
