// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.api.OncewardException;
import io.onceward.spi.MessageSource.Sink;
import io.onceward.spi.MessageSource.UnstorableException;
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
import org.apache.kafka.common.errors.RetriableException;
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
    private boolean usable = true;

    /** @param consumer without a subscription */
    TopicConsumer(KafkaOrigin origin, Consumer<byte[], byte[]> consumer, DeadLetters deadLetters) {
        this.origin = origin;
        this.consumer = consumer;
        this.deadLetters = deadLetters;
        consumer.subscribe(List.of(origin.topic()));
    }

    /**
     * Returns whether each record before the positions is stored. After an unexpected exception it may not be: then a poll and a
     * commit would skip records, and only {@link #close} may be called.
     */
    boolean isUsable() {
        return usable;
    }

    int receive(int limit, Duration patience, Sink sink) throws Exception {
        usable = false;
        resume();
        PolledBatch batch = new PolledBatch(consumer.poll(patience), limit);
        boolean isEmpty = batch.messages().isEmpty();
        Exception failure = isEmpty ? null : store(batch, sink);
        try {
            commit();
            if (isEmpty) {
                askIfSilent();
            }
        } catch (RetriableException | OncewardException e) {
            if (failure == null) {
                failure = e;
            } else {
                failure.addSuppressed(e);
            }
        }
        usable = true;
        if (failure != null) {
            throw failure;
        }
        return batch.messages().size();
    }

    /**
     * Stores a batch and moves the positions to its end. If it is not stored, its positions are those before it.
     *
     * @return the report of a message that was moved to the dead-letter topic, or the reason why the batch was not stored;
     *     {@code null} if it was stored
     */
    private Exception store(PolledBatch batch, Sink sink) {
        lastAnswer = System.nanoTime();
        Exception report = null;
        try {
            sink.store(batch.messages());
        } catch (UnstorableException e) {
            ConsumerRecord<byte[], byte[]> message = batch.messages().get(0);
            try {
                deadLetters.add(message, origin, e.getCause());
            } catch (Exception reason) {
                seek(batch.begin());
                return pause(message, e.getCause(), reason);
            }
            report = KafkaErrors.setAside(KafkaMessageIdentity.place(message), origin.deadLetterTopic(), e.getCause());
        } catch (Exception e) {
            seek(batch.begin());
            return e;
        }
        seek(batch.remaining());
        uncommitted.putAll(batch.end());
        return report;
    }

    /** Lets the partition of a message wait that can't be stored nor moved; returns the report. */
    private Exception pause(ConsumerRecord<byte[], byte[]> message, Throwable cause, Exception reason) {
        if (reason instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        TopicPartition partition = new TopicPartition(message.topic(), message.partition());
        consumer.pause(List.of(partition));
        paused.put(partition, System.nanoTime());
        return KafkaErrors.notSetAside(
                KafkaMessageIdentity.place(message),
                origin.deadLetterTopic(),
                cause,
                PublishFailure.of(origin.deadLetterTopic(), reason).reason());
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
