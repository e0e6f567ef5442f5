// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import java.util.Optional;

/** The exchanges and queues of RabbitMQ. Thread-safe. */
record RabbitDestinations(Connector connector) implements Destinations {

    @Override
    public String destination(ChannelSettings settings) {
        return RabbitTarget.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        connector.verify();
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return RabbitHeaders.illegal(name);
    }

    @Override
    public String connection(String destination) {
        RabbitTarget.parse(destination);
        return connector.name();
    }
}
