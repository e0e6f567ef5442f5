// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import io.onceward.config.Connector;
import io.onceward.config.OncewardConfig;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Decides which channels belong to Onceward and which to the server's own Reactive Messaging. */
final class Ownership {

    private final OncewardConfig config;
    private final boolean serverHasReactiveMessaging;

    Ownership(OncewardConfig config) {
        this(config, Outgoing.class.getClassLoader() != Ownership.class.getClassLoader());
    }

    /** @param serverHasReactiveMessaging whether the server brings the API, so that the classes are not those of this JAR */
    Ownership(OncewardConfig config, boolean serverHasReactiveMessaging) {
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

    /** Where nobody else has emitters, all of them are ours: those of another connector are refused with our code. */
    boolean ownsEmitter(String channel) {
        return !serverHasReactiveMessaging || owns(channel, false);
    }
}
