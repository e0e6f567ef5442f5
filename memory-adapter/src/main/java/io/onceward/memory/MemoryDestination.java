// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.ChannelSettings;

/** A queue of a broker: {@code memory:<queue>?broker=<name>}. */
record MemoryDestination(String queue, String broker) {

    private static final String SCHEME = MemoryAdapter.SCHEME + ":";

    private static final String BROKER = "?broker=";

    static MemoryDestination of(ChannelSettings settings) {
        return new MemoryDestination(
                settings.value(ChannelSettings.DESTINATION).orElse(settings.channel()),
                settings.value(MemoryAdapter.BROKER).orElseThrow());
    }

    static MemoryDestination parse(String uri) {
        int broker = uri.lastIndexOf(BROKER);
        if (!uri.startsWith(SCHEME) || broker < 0) {
            throw new IllegalArgumentException(uri + " is not " + SCHEME + "QUEUE" + BROKER + "NAME");
        }
        return new MemoryDestination(uri.substring(SCHEME.length(), broker), uri.substring(broker + BROKER.length()));
    }

    MemoryBroker found() {
        return MemoryBroker.named(broker);
    }

    @Override
    public String toString() {
        return SCHEME + queue + BROKER + broker;
    }
}
