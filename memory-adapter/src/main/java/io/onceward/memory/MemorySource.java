// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

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
        // every queue exists
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        MemoryDestination from = MemoryDestination.parse(origin);
        List<MemoryMessage> messages = from.found().receive(from.queue(), limit, patience);
        if (messages.isEmpty()) {
            return 0;
        }
        boolean stored = false;
        try {
            sink.store(messages);
            stored = true;
        } finally {
            if (!stored) {
                from.found().giveBack(from.queue(), messages);
            }
        }
        return messages.size();
    }
}
