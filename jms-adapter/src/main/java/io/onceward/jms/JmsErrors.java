// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import java.util.List;

/** Errors of destinations and connection factories of Jakarta Messaging. */
final class JmsErrors {

    private JmsErrors() {}

    /** @param key the channel's own key for it */
    static OncewardException noConnectionFactory(
            String name, String channel, List<String> neighbours, String key, Throwable cause) {
        return deploymentError(
                "0008",
                cause,
                "No JMS connection factory has the JNDI name '%s', which channel '%s' uses. Names in the same"
                        + " JNDI context: %s. Define the connection factory in the server, or set"
                        + " onceward.connection-factory or %s to an existing name.",
                name,
                channel,
                list(neighbours),
                key);
    }

    /** @param key the channel's key for it */
    static OncewardException noDestination(
            String name, String channel, List<String> neighbours, String key, Throwable cause) {
        return deploymentError(
                "0009",
                cause,
                "No JMS destination has the JNDI name '%s', which channel '%s' uses. Names in the same JNDI"
                        + " context: %s. Define the destination in the server, or set %s to an existing JNDI name, or to"
                        + " queue:NAME or topic:NAME for a destination in the broker.",
                name,
                channel,
                list(neighbours),
                key);
    }

    static OncewardException malformedDestination(String uri) {
        return error(
                "0015",
                null,
                "Destination '%s' in a row of the outbox table is invalid. Onceward writes a URI with local"
                        + " JNDI names, such as jms:queue:orders?jndiConnectionFactoryName=jms/cf. Correct the column"
                        + " destination; the relay then uses the new value. If the event is parked, requeue the event"
                        + " after the correction, or discard the event.",
                uri);
    }

    static OncewardException namedDestination(String channel, String name, String key) {
        return deploymentError(
                "0072",
                null,
                "The destination of channel '%s' is the JNDI name '%s', but a plain JVM has no JNDI. Set %s to"
                        + " queue:NAME or topic:NAME for a destination in the broker.",
                channel,
                name,
                key);
    }

    static OncewardException topicAsOrigin(String channel, String destination) {
        return deploymentError(
                "0097",
                null,
                "Channel '%s' can't receive from topic %s, which keeps no messages for a disconnected receiver."
                        + " Use a queue, or call Inbox.store in a message-driven bean with a durable subscription.",
                channel,
                destination);
    }

    static OncewardException duplicateDetection(String channel, String key, String factory, String type) {
        return deploymentError(
                "1170",
                null,
                "Channel '%s' has %s=true, but connection factory '%s' is a %s. Only Artemis' own client recognizes a"
                        + " refused duplicate. Remove the setting: the inbox drops duplicates. Or use Artemis' connection"
                        + " factory without a wrapper.",
                channel,
                key,
                factory,
                type);
    }

    /** @param advice how to correct it on this server, without a full stop at the end */
    static UnsoundException unsound(String factory, Finding finding, String advice, Throwable cause) {
        return deploymentError(
                "0210",
                cause,
                "Connection factory '%s' failed the self-check: %s. Messages could be lost, so Onceward does not use this"
                        + " connection factory. %s.",
                UnsoundException::new,
                factory,
                finding.text(),
                advice);
    }

    /** @param reason a clause without a full stop at the end */
    static OncewardException noResult(String factory, String reason, Throwable cause) {
        return error(
                "0211",
                cause,
                "The self-check of connection factory '%s' has no result: %s. Allow the user of the connection factory to"
                        + " create and use temporary queues, or set onceward.probe-queue to an existing queue that takes"
                        + " persistent messages and that nothing else uses.",
                factory,
                reason);
    }

    private static String list(List<String> names) {
        return names.isEmpty() ? "none" : String.join(", ", names);
    }
}
