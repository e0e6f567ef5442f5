// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import io.onceward.log.UserInfo;
import java.util.List;

/** Errors of the datasources and channels that an application declares. */
final class EngineErrors {

    private EngineErrors() {}

    static OncewardException foreignChannel(String channel, String connector) {
        return deploymentError(
                "0026",
                null,
                "Channel '%s' belongs to connector %s. Set mp.messaging.outgoing.%s.connector=onceward to record"
                        + " events on this channel.",
                channel,
                connector,
                channel);
    }

    static OncewardException noDataSource(String name, String key, List<String> neighbours, Throwable cause) {
        return deploymentError(
                "0001",
                cause,
                "No datasource has the JNDI name '%s', the value of %s. Names in the same JNDI context: %s."
                        + " Define the datasource in the server, or set %s to an existing name.",
                name,
                key,
                list(neighbours),
                key);
    }

    static OncewardException sameDestination(String key, String one, String other, String destination) {
        return deploymentError(
                "0303",
                null,
                "%s: '%s' and '%s' are the same destination, %s. Remove one of them.",
                key,
                one,
                other,
                UserInfo.hidden(destination));
    }

    static OncewardException nameOfDestination(String channel, String key) {
        return deploymentError(
                "0304",
                null,
                "Channel '%s' has the name of a queue: %s has a destination with this queue. Rename the channel or the"
                        + " destination.",
                channel,
                key);
    }

    static OncewardException foreignIncomingChannel(String channel, String connector) {
        return deploymentError(
                "0095",
                null,
                "Channel '%s' belongs to connector %s. Set mp.messaging.incoming.%s.connector=onceward to store"
                        + " the messages of this channel.",
                channel,
                connector,
                channel);
    }

    static OncewardException noSource(String scheme, String channel, String key) {
        return deploymentError(
                "0096",
                null,
                "Channel '%s' has a destination of the broker adapter '%s', which can publish but"
                        + " not receive. Remove %s and store the messages with Inbox.store, or use an adapter"
                        + " that can receive.",
                channel,
                scheme,
                key);
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
