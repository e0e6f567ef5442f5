// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import java.util.Optional;

/** The queues of brokers in memory. */
final class MemoryDestinations implements Destinations {

    private static final String CONNECTION = "memory broker ";

    @Override
    public String destination(ChannelSettings settings) {
        return MemoryDestination.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        // every queue exists
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return name.indexOf(' ') < 0
                ? Optional.empty()
                : Optional.of(new IllegalHeader("it has a space", "'" + name.replace(' ', '-') + "'"));
    }

    @Override
    public String connection(String destination) {
        return CONNECTION + MemoryDestination.parse(destination).broker();
    }
}
