// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.spi.EventPublisher.Results;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.stream.Collectors;

/**
 * The open connections for publishing, one for each thread that publishes at the same time: a batch that takes too long ends its
 * connection, and must not end the batches of others. Thread-safe.
 */
final class PublisherPool {

    private final Connector connector;
    private final Watchdog watchdog = new Watchdog();
    private final Set<BatchChannel> open = ConcurrentHashMap.newKeySet();
    private final Deque<BatchChannel> idle = new ConcurrentLinkedDeque<>();
    private final Set<String> checked = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    PublisherPool(Connector connector) {
        this.connector = connector;
    }

    /**
     * Publishes messages in this order, and returns when the broker has confirmed or refused each of them.
     *
     * @param results hears of each message
     * @throws Exception if the channel or the connection failed
     */
    void send(List<RabbitMessage> messages, Results results) throws Exception {
        BatchChannel channel = take();
        try {
            channel.send(messages, results);
            channel.check(unchecked(messages));
        } finally {
            if (channel.isOpen() && !closed) {
                idle.addFirst(channel);
            } else {
                open.remove(channel);
                channel.cut();
            }
        }
    }

    /** Returns the queues that the messages name and no earlier ones did. */
    private Set<String> unchecked(List<RabbitMessage> messages) {
        return messages.stream()
                .filter(message -> message.exchange().isEmpty() && checked.add(message.routingKey()))
                .map(RabbitMessage::routingKey)
                .collect(Collectors.toSet());
    }

    private BatchChannel take() throws Exception {
        requireOpen();
        BatchChannel known = idle.pollFirst();
        while (known != null && !known.isOpen()) {
            open.remove(known);
            known = idle.pollFirst();
        }
        if (known != null) {
            return known;
        }
        long limitMillis = connector.confirmMillis(); // may fail, so not after the connection is open
        BatchChannel opened = new BatchChannel(connector.open(), watchdog, limitMillis);
        open.add(opened);
        if (closed) {
            opened.cut();
        }
        requireOpen();
        return opened;
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("Onceward is closed");
        }
    }

    /** Ends all connections, also those in use: their batches fail. */
    void close() {
        closed = true;
        watchdog.close();
        idle.forEach(BatchChannel::close);
        idle.clear();
        open.forEach(BatchChannel::cut);
        open.clear();
    }
}
