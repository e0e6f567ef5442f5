// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/** Receives by a consumer for each queue, which stays open until something fails with it. Thread-safe. */
final class RabbitSource implements MessageSource {

    private final Connector connector;
    private final Map<String, Place> places = new ConcurrentHashMap<>();
    private volatile boolean closed;

    RabbitSource(Connector connector) {
        this.connector = connector;
    }

    @Override
    public String origin(ChannelSettings settings) {
        return RabbitTarget.origin(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        connector.verify();
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        return places.computeIfAbsent(origin, Place::new).receive(limit, patience, sink);
    }

    /** Ends waits for messages, and closes the connections. A connection whose batch is being stored is closed after the batch. */
    @Override
    public void close() {
        closed = true;
        places.values().forEach(Place::close);
    }

    /** The consumer of one queue, if it is open. */
    private final class Place {

        private final String queue;
        private final ReentrantLock lock = new ReentrantLock();
        private volatile QueueConsumer consumer;
        private boolean checked;

        Place(String origin) {
            queue = RabbitTarget.parse(origin).queue();
        }

        int receive(int limit, Duration patience, Sink sink) throws Exception {
            lock.lock();
            try {
                if (closed) {
                    throw new IllegalStateException("Onceward is closed");
                }
                if (consumer == null) {
                    BrokerConnection opened = connector.open();
                    consumer = new QueueConsumer(opened, queue);
                    if (!checked) {
                        check(opened);
                        checked = true;
                    }
                }
                return consumer.receive(limit, patience, sink);
            } finally {
                try {
                    if (consumer != null && !consumer.isUsable()) {
                        end();
                    }
                } finally {
                    unlock();
                }
            }
        }

        /** Refuses a stream each time, and warns once of a queue that drops messages. */
        private void check(BrokerConnection opened) {
            LosingQueue declared = new LosingQueue(opened, queue);
            if (declared.isStream()) {
                end();
                throw RabbitErrors.stream(queue);
            }
            declared.warn();
            DeliveryLimit.check(opened, queue);
        }

        /** Closes the consumer if this source was closed meanwhile: its caller did not wait for the lock. */
        private void unlock() {
            if (closed) {
                end();
            }
            lock.unlock();
            if (closed) {
                close();
            }
        }

        private void end() {
            QueueConsumer ended = consumer;
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
                QueueConsumer open = consumer;
                if (open != null) {
                    open.interrupt();
                }
            }
        }
    }
}
