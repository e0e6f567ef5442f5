// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.MessageSource;
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

    final BlockingDeque<Delivery> queue = new LinkedBlockingDeque<>();
    final List<Object> dead = new CopyOnWriteArrayList<>();
    final List<Integer> batches = new CopyOnWriteArrayList<>();
    volatile boolean down;
    volatile boolean losesAcknowledgement;

    /** True if newer messages are delivered before a redelivery, as by a broker with a redelivery delay. */
    volatile boolean redeliversLast;

    private final List<Delivery> delayed = new ArrayList<>();

    /** A message and the number of its deliveries. */
    record Delivery(Object message, int times) {}

    void send(Object message) {
        queue.add(new Delivery(message, 0));
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
        List<Delivery> received = new ArrayList<>();
        Delivery first = queue.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (first == null) {
            return 0;
        }
        received.add(first);
        queue.drainTo(received, limit - 1);
        try {
            sink.store(received.stream().map(Delivery::message).toList());
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

    private void redeliver(List<Delivery> received) {
        for (int i = received.size() - 1; i >= 0; i--) {
            Delivery delivery = received.get(i);
            if (delivery.times() + 1 == DELIVERIES) {
                dead.add(delivery.message());
            } else {
                Delivery again = new Delivery(delivery.message(), delivery.times() + 1);
                if (redeliversLast) {
                    delayed.add(0, again);
                } else {
                    queue.addFirst(again);
                }
            }
        }
    }
}
