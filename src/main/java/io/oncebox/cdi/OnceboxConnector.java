// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.config.ChannelConfig;
import io.oncebox.log.Errors;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.spi.Connector;
import org.eclipse.microprofile.reactive.messaging.spi.OutgoingConnectorFactory;
import org.eclipse.microprofile.reactive.streams.operators.ReactiveStreams;
import org.eclipse.microprofile.reactive.streams.operators.SubscriberBuilder;

/**
 * A server's Reactive Messaging demands a connector of each name that is configured. Nothing is meant to come to this one:
 * what sends on such a channel was taken over. A bean only where the server has Reactive Messaging, whose classes it needs.
 */
@Connector(ChannelConfig.CONNECTOR)
public class OnceboxConnector implements OutgoingConnectorFactory {

    /** Called by CDI. */
    public OnceboxConnector() {}

    @Override
    public SubscriberBuilder<? extends Message<?>, Void> getSubscriberBuilder(Config config) {
        String channel = config.getValue(CHANNEL_NAME_ATTRIBUTE, String.class);
        return ReactiveStreams.<Message<?>>builder().forEach(message -> {
            throw Errors.sentByTheServer(channel);
        });
    }
}
