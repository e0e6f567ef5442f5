// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import java.util.Optional;

/** The destinations of Jakarta Messaging in a plain JVM, which has no JNDI. Thread-safe. */
final class LocalJmsDestinations implements Destinations {

    private final GivenFactories factories;
    private final JmsUriCache uris = new JmsUriCache();

    LocalJmsDestinations(GivenFactories factories) {
        this.factories = factories;
    }

    @Override
    public String destination(ChannelSettings settings) {
        return factories.resolved(JmsUri.of(settings), settings);
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        // all that can be wrong was found when the destination was composed
    }

    @Override
    public Optional<IllegalHeader> illegalHeader(String name) {
        return JmsHeaderName.illegal(name);
    }

    @Override
    public String connection(String destination) {
        return uris.get(destination).connectionFactory();
    }
}
