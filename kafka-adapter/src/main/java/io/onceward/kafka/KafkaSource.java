// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Receives by a consumer for each origin, which stays open until something fails with it. Thread-safe. */
final class KafkaSource implements MessageSource {

    /** The largest batch of the engine unless it is configured; a smaller batch leaves records to the next poll. */
    private static final int MAX_RECORDS = 500;

    private final ClientSettings clients;
    private final Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers;
    private final ProducerPool producers;
    private final LosingTopics losing;
    private final Map<String, ConsumerHolder> holders = new ConcurrentHashMap<>();
    private volatile boolean closed;

    KafkaSource(ClientSettings clients) {
        this(
                clients,
                properties ->
                        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer()));
    }

    /** @param consumers opens a consumer with these properties */
    KafkaSource(ClientSettings clients, Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers) {
        this.clients = clients;
        this.consumers = consumers;
        producers = new ProducerPool(clients::producer);
        losing = new LosingTopics(clients);
    }

    @Override
    public String origin(ChannelSettings settings) {
        return KafkaOrigin.of(settings).toString();
    }

    @Override
    public boolean divideMessages(String one, String other) {
        return KafkaOrigin.parse(one).sharesGroupWith(KafkaOrigin.parse(other));
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        clients.verify();
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        return holders.computeIfAbsent(origin, ConsumerHolder::new).receive(limit, patience, sink);
    }

    /** Ends polls that wait, and closes the consumers. A consumer whose batch is being stored is closed after the batch. */
    @Override
    public void close() {
        closed = true;
        producers.close();
        holders.values().forEach(ConsumerHolder::close);
    }

    /** The consumer of one origin, if it is open. */
    private final class ConsumerHolder {

        private final KafkaOrigin origin;
        private final ReentrantLock lock = new ReentrantLock();
        private volatile TopicConsumer consumer;

        ConsumerHolder(String origin) {
            this.origin = KafkaOrigin.parse(origin);
        }

        int receive(int limit, Duration patience, Sink sink) throws Exception {
            lock.lock();
            try {
                if (closed) {
                    throw new IllegalStateException("Onceward is closed");
                }
                if (consumer == null) {
                    consumer = open();
                }
                int messages = consumer.receive(limit, patience, sink);
                if (messages > 0) {
                    losing.check(Set.of(origin.topic()));
                }
                return messages;
            } finally {
                unlock();
            }
        }

        private TopicConsumer open() {
            Map<String, Object> properties = new HashMap<>(clients.consumer(origin.group(), MAX_RECORDS));
            return new TopicConsumer(origin, consumers.apply(properties), new DeadLetters(producers));
        }

        /**
         * Closes the consumer if it is of no more use: the next one begins at the committed offsets. Closes it also if this source
         * was closed meanwhile: its caller did not wait for the lock.
         */
        private void unlock() {
            if (closed || (consumer != null && !consumer.isUsable())) {
                end();
            }
            lock.unlock();
            if (closed) {
                close();
            }
        }

        private void end() {
            TopicConsumer ended = consumer;
            consumer = null;
            if (ended != null) {
                ended.close();
            }
        }

        void close() {
            if (lock.tryLock()) {
                try {
                    end();
                } finally {
                    lock.unlock();
                }
            } else {
                TopicConsumer open = consumer;
                if (open != null) {
                    open.interrupt();
                }
            }
        }
    }
}
