// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import java.util.Optional;

/** The subjects of NATS. Thread-safe. */
record NatsDestinations(NatsClient client) implements Destinations {

    private static final String CONNECTION = "NATS ";

    @Override
    public String destination(ChannelSettings settings) {
        return NatsDestination.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        // all that can be wrong was found when the destination was composed
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return NatsHeaderName.illegal(name);
    }

    @Override
    public String connection(String destination) {
        NatsDestination.parse(destination);
        return CONNECTION + client.servers();
    }
}
