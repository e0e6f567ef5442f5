// SPDX-License-Identifier: Apache-2.0
package io.oncebox.cdi;

import io.oncebox.config.Connector;
import io.oncebox.config.OnceboxConfig;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Decides which channels belong to Oncebox and which to the server's own Reactive Messaging. */
final class Ownership {

    private final OnceboxConfig config;
    private final boolean serverHasReactiveMessaging;

    Ownership(OnceboxConfig config) {
        this(config, Outgoing.class.getClassLoader() != Ownership.class.getClassLoader());
    }

    /** @param serverHasReactiveMessaging whether the server brings the API, so that the classes are not those of this JAR */
    Ownership(OnceboxConfig config, boolean serverHasReactiveMessaging) {
        this.config = config;
        this.serverHasReactiveMessaging = serverHasReactiveMessaging;
    }

    boolean serverHasReactiveMessaging() {
        return serverHasReactiveMessaging;
    }

    boolean ownsIncoming(String channel) {
        return config.incoming(channel).connector().map(Connector::isOurs).orElse(!serverHasReactiveMessaging);
    }

    /** @param callable whether only an application can call a method of this signature */
    boolean owns(String channel, boolean callable) {
        return config.channel(channel)
                .connector()
                .map(Connector::isOurs)
                .orElse(!serverHasReactiveMessaging || callable);
    }
}
