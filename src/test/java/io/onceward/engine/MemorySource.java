// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/**
 * A broker's queue in memory. It redelivers unacknowledged messages, and moves a message to a dead-letter list after
 * several deliveries.
 */
final class MemorySource implements MessageSource {

    static final int DELIVERIES = 5;

    /** Shorter than a receiver's patience, because its test waits for it when the receiver stops. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

    final BlockingDeque<QueuedMessage> queue = new LinkedBlockingDeque<>();
    final List<Object> dead = new CopyOnWriteArrayList<>();
    final List<Integer> batches = new CopyOnWriteArrayList<>();
    volatile boolean down;
    volatile boolean losesAcknowledgement;

    /** True if newer messages are delivered before a redelivery, as by a broker with a redelivery delay. */
    volatile boolean redeliversLast;

    private final List<QueuedMessage> delayed = new ArrayList<>();

    /** A message and the number of its deliveries. */
    record QueuedMessage(Object message, int times) {}

    void send(Object message) {
        queue.add(new QueuedMessage(message, 0));
    }

    @Override
    public String origin(ChannelSettings settings) {
        return "test:" + settings.value(ChannelSettings.DESTINATION).orElseThrow();
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        // every name exists
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        if (down) {
            throw new IOException("the broker is down");
        }
        if (queue.isEmpty()) {
            queue.addAll(delayed);
            delayed.clear();
        }
        List<QueuedMessage> received = new ArrayList<>();
        QueuedMessage first = queue.poll(Math.min(patience.toMillis(), LONGEST_WAIT.toMillis()), TimeUnit.MILLISECONDS);
        if (first == null) {
            return 0;
        }
        received.add(first);
        queue.drainTo(received, limit - 1);
        try {
            sink.store(received.stream().map(QueuedMessage::message).toList());
            if (losesAcknowledgement) {
                losesAcknowledgement = false;
                throw new IOException("the connection broke");
            }
        } catch (Exception e) {
            redeliver(received);
            throw e;
        }
        batches.add(received.size());
        return received.size();
    }

    private void redeliver(List<QueuedMessage> received) {
        for (int i = received.size() - 1; i >= 0; i--) {
            QueuedMessage message = received.get(i);
            if (message.times() + 1 == DELIVERIES) {
                dead.add(message.message());
            } else {
                QueuedMessage again = new QueuedMessage(message.message(), message.times() + 1);
                if (redeliversLast) {
                    delayed.add(0, again);
                } else {
                    queue.addFirst(again);
                }
            }
        }
    }
}
