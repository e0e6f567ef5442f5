// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import java.util.Optional;

/** The queues of brokers in memory. */
final class MemoryDestinations implements Destinations {

    @Override
    public String destination(ChannelSettings settings) {
        return MemoryDestination.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        // nothing is looked up: the broker refuses the messages for a queue that it does not have
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return name.indexOf(' ') < 0
                ? Optional.empty()
                : Optional.of(new IllegalHeader("it has a space", "'" + name.replace(' ', '-') + "'"));
    }

    @Override
    public String connection(String destination) {
        return "memory broker " + MemoryDestination.parse(destination).name();
    }
}
