// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The producers of one connection, one for each thread that publishes at the same time: a batch that fails ends its producer, and
 * must not end the batches of others. Thread-safe.
 */
final class ProducerPool {

    private final Supplier<Map<String, Object>> properties;
    private final Set<BatchProducer> open = ConcurrentHashMap.newKeySet();
    private final Deque<BatchProducer> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** @param properties of each new producer */
    ProducerPool(Supplier<Map<String, Object>> properties) {
        this.properties = properties;
    }

    /**
     * Sends records in this order, and returns when the broker has confirmed all of them, or the first one that was not confirmed. No
     * record of its key was then sent after it.
     *
     * @param confirmed hears of the confirmed records
     * @throws NoProducerException if nothing was sent, because there is no producer
     */
    Optional<RecordFailure> send(List<KafkaBatch.Outgoing> records, Consumer<KafkaBatch.Outgoing> confirmed)
            throws InterruptedException, NoProducerException {
        BatchProducer producer = take();
        boolean all = false;
        try {
            Optional<RecordFailure> failure = producer.send(records, confirmed);
            all = failure.isEmpty();
            return failure;
        } finally {
            if (all) {
                idle.addFirst(producer);
            } else {
                end(producer);
            }
        }
    }

    /** @throws NoProducerException if this is closed, or the client gives no producer, for example because it finds no address */
    private BatchProducer take() throws NoProducerException {
        try {
            return open();
        } catch (RuntimeException e) {
            throw new NoProducerException(e);
        }
    }

    private BatchProducer open() {
        requireOpen();
        BatchProducer producer = idle.pollFirst();
        if (producer == null) {
            producer = new BatchProducer(properties.get());
            open.add(producer);
            if (closed) {
                end(producer);
            }
        }
        requireOpen();
        return producer;
    }

    private void end(BatchProducer producer) {
        open.remove(producer);
        producer.stop();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Onceward is closed");
        }
    }

    boolean isClosed() {
        return closed;
    }

    /** Ends all producers, also those in use: their batches fail. */
    void close() {
        closed = true;
        open.forEach(this::end);
        idle.clear();
    }

    /** Tells that there is no producer. Its cause is the reason. */
    static final class NoProducerException extends Exception {

        private static final long serialVersionUID = 1L;

        private NoProducerException(RuntimeException reason) {
            super(reason);
        }

        RuntimeException reason() {
            return (RuntimeException) getCause();
        }
    }
}
