// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.memory.broker.Delivery;
import io.onceward.spi.ChannelSettings;
import io.onceward.spi.MessageSource;
import java.time.Duration;
import java.util.List;

/** Receives from brokers in memory. */
final class MemorySource implements MessageSource {

    @Override
    public String origin(ChannelSettings settings) {
        return MemoryDestination.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String origin) {
        // nothing is looked up
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        MemoryDestination from = MemoryDestination.parse(origin);
        try (Delivery<MemoryMessage> delivery = from.broker().receive(from.queue(), limit, patience)) {
            List<MemoryMessage> messages = delivery.messages();
            if (!messages.isEmpty()) {
                sink.store(messages);
                delivery.acknowledge(); // only now: the rows are committed
            }
            return messages.size();
        }
    }
}
