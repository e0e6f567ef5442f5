// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.ChannelSettings;
import io.onceward.spi.Destinations;
import java.util.Optional;

/** The destinations of Jakarta Messaging on a server: queues and topics, by name and by JNDI. Thread-safe. */
final class JmsDestinations implements Destinations {

    private final JmsResources resources = new JmsResources();
    private final JmsUriCache uris = new JmsUriCache();

    @Override
    public String destination(ChannelSettings settings) {
        return JmsUri.of(settings).toString();
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        resources.verify(uris.get(destination), settings);
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
