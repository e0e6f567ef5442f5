// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.memory.broker.Delivery;
import io.onceward.memory.broker.MemoryBroker;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Receives from a broker in memory that moves a message to the dead letters after several deliveries. */
final class MemorySource implements MessageSource {

    static final int DELIVERIES = 5;

    /** The origin of the tests: the broker's queue has its name. */
    static final String ORIGIN = "test:queue:orders";

    /** Shorter than a receiver's patience, because its test waits for it when the receiver stops. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

    final MemoryBroker<Object> broker = new MemoryBroker<>();
    final List<Integer> batches = new CopyOnWriteArrayList<>();

    MemorySource() {
        broker.deadAfter(DELIVERIES);
    }

    void send(Object message) {
        broker.send(ORIGIN, message);
    }

    List<Object> dead() {
        return broker.dead(ORIGIN);
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
        Duration wait = patience.compareTo(LONGEST_WAIT) < 0 ? patience : LONGEST_WAIT;
        try (Delivery<Object> delivery = broker.receive(origin, limit, wait)) {
            int size = delivery.messages().size();
            if (size > 0) {
                sink.store(delivery.messages());
                delivery.acknowledge();
                batches.add(size);
            }
            return size;
        }
    }
}
