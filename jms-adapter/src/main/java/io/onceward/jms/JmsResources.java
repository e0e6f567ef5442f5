// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.config.JndiName;
import io.onceward.spi.ChannelSettings;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.naming.NamingException;

/** The server's connection factories and destinations, each looked up once. Thread-safe. */
final class JmsResources {

    private static final String DEFAULT_FACTORY = "java:comp/DefaultJMSConnectionFactory";

    /** The default's name on Payara; Payara Micro lacks the module that adds the standard name. */
    private static final String PAYARA_DEFAULT_FACTORY = "jms/__defaultConnectionFactory";

    private final Map<String, ConnectionFactory> factories = new ConcurrentHashMap<>();
    private final Map<String, Destination> destinations = new ConcurrentHashMap<>();

    ConnectionFactory factory(String name) throws NamingException {
        ConnectionFactory known = factories.get(name);
        if (known == null) {
            known = lookup(name);
            factories.put(name, known);
        }
        return known;
    }

    private static ConnectionFactory lookup(String name) throws NamingException {
        try {
            return new JndiName(name).lookup(ConnectionFactory.class);
        } catch (NamingException e) {
            if (name.equals(DEFAULT_FACTORY)) {
                return new JndiName(PAYARA_DEFAULT_FACTORY).lookup(ConnectionFactory.class);
            }
            throw e;
        }
    }

    Destination destination(String name) throws NamingException {
        Destination known = destinations.get(name);
        if (known == null) {
            known = new JndiName(name).lookup(Destination.class);
            destinations.put(name, known);
        }
        return known;
    }

    /**
     * Looks up what a channel names.
     *
     * @throws io.onceward.api.OncewardException naming what does not resolve or fit
     */
    void verify(JmsUri uri, ChannelSettings settings) {
        try {
            DuplicateRefusal.verify(uri, factory(uri.connectionFactory()), settings);
        } catch (NamingException | ClassCastException e) {
            throw JmsErrors.noConnectionFactory(
                    uri.connectionFactory(),
                    settings.channel(),
                    new JndiName(uri.connectionFactory()).neighbours(),
                    settings.key(JmsSettings.CONNECTION_FACTORY),
                    e);
        }
        if (uri.variant() == JmsUri.Variant.JNDI) {
            try {
                destination(uri.name());
            } catch (NamingException | ClassCastException e) {
                throw JmsErrors.noDestination(
                        uri.name(),
                        settings.channel(),
                        new JndiName(uri.name()).neighbours(),
                        settings.key(ChannelSettings.DESTINATION),
                        e);
            }
        }
    }
}
