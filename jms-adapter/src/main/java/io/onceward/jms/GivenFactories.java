// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OncewardException;
import io.onceward.log.StandaloneErrors;
import io.onceward.spi.ChannelSettings;
import jakarta.jms.ConnectionFactory;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The connection factories of a plain JVM.
 *
 * @param byName the connection factories that the application gives, by their names
 */
record GivenFactories(Map<String, ConnectionFactory> byName) {

    GivenFactories {
        byName = Collections.unmodifiableMap(new TreeMap<>(byName));
    }

    /**
     * Returns the text of a URI whose connection factory and destination need no JNDI.
     *
     * @throws OncewardException if the URI needs JNDI, if the application gives no such connection factory, or if its client does not
     *     fit duplicate detection
     */
    String resolved(JmsUri uri, ChannelSettings settings) {
        if (uri.variant() == JmsUri.Variant.JNDI) {
            throw JmsErrors.namedDestination(settings.channel(), uri.name(), settings.key(ChannelSettings.DESTINATION));
        }
        ConnectionFactory factory = byName.get(uri.connectionFactory());
        if (factory == null) {
            throw unknown(uri.connectionFactory(), settings.key(JmsSettings.CONNECTION_FACTORY));
        }
        DuplicateRefusal.verify(uri, factory, settings);
        return uri.toString();
    }

    /** @param key the key that names the connection factory */
    OncewardException unknown(String name, String key) {
        return StandaloneErrors.unknownResource("connection factory", name, key, byName.keySet());
    }
}
