// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import io.onceward.log.UserInfo;
import java.util.List;
import java.util.Set;

/** Errors of the datasources and channels that an application declares. */
final class EngineErrors {

    private EngineErrors() {}

    static OncewardException captureBeside(String datasource, String slot, String publication) {
        return deploymentError(
                "0376",
                null,
                "The events of datasource '%s' are captured from the log of the database by slot %s and publication %s, so a"
                        + " relay would publish them a second time. Set onceward.outbox.mode=cdc. If the connector has published"
                        + " all captured events, or no node has captured one yet and the outbox has events that a relay should"
                        + " publish, run: SELECT pg_drop_replication_slot('%s'); DROP PUBLICATION %s;",
                datasource,
                slot,
                publication,
                slot,
                publication);
    }

    static OncewardException captureMissing(Set<String> datasources, Throwable cause) {
        return deploymentError(
                "1180",
                cause,
                "The events of datasources %s are to be captured from the log of the database, but the application does not"
                        + " contain log-based capture, or can't load it. Add the JAR onceward-capture beside the other JARs of"
                        + " Onceward, in their version, or set onceward.outbox.mode=relay.",
                String.join(", ", datasources));
    }

    static OncewardException encodedCapture(String channel, String key, String own) {
        return deploymentError(
                "1226",
                null,
                "The events of channel '%s' are captured from the log of the database, and a tool publishes the payloads of the rows, so"
                        + " they can't be encoded, as %s says. Set %s=none.",
                channel,
                key,
                own);
    }

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

    static OncewardException sameOrigin(String one, String other, String origin) {
        return deploymentError(
                "0103",
                null,
                "Channels '%s' and '%s' receive from %s, and each message would reach only one of them. Use one channel.",
                one,
                other,
                origin);
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
