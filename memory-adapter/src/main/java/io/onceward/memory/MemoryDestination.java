// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.memory.broker.MemoryBroker;
import io.onceward.spi.ChannelSettings;

/** A queue of a broker: {@code memory:<queue>?broker=<name>}. */
record MemoryDestination(String queue, String name) {

    private static final String SCHEME = MemoryAdapter.SCHEME + ":";
    private static final String BROKER = "?broker=";

    static MemoryDestination of(ChannelSettings settings) {
        String queue = settings.value(ChannelSettings.DESTINATION).orElse(settings.channel());
        return new MemoryDestination(queue, settings.value(MemoryAdapter.BROKER).orElseThrow());
    }

    static MemoryDestination parse(String uri) {
        int end = uri.lastIndexOf(BROKER);
        if (!uri.startsWith(SCHEME) || end < 0) {
            throw new IllegalArgumentException(uri + " is not " + SCHEME + "QUEUE" + BROKER + "NAME");
        }
        return new MemoryDestination(uri.substring(SCHEME.length(), end), uri.substring(end + BROKER.length()));
    }

    MemoryBroker<MemoryMessage> broker() {
        return MemoryAdapter.broker(name);
    }

    @Override
    public String toString() {
        return SCHEME + queue + BROKER + name;
    }
}
