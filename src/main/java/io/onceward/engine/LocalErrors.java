// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;

/** Errors of channels whose events go to handlers without a broker. */
final class LocalErrors {

    private LocalErrors() {}

    /** @param key the configuration of the incoming channel */
    static OncewardException receivedElsewhere(String channel, String key) {
        return deploymentError(
                "0305",
                null,
                "Channel '%s' has the destination local:, but %s says that its handlers get messages from elsewhere. Remove one"
                        + " of the two, or use two channels.",
                channel,
                key);
    }

    static OncewardException noHandler(String channel) {
        return deploymentError(
                "0306",
                null,
                "Channel '%s' has the destination local:, but the application has no handler for this channel. Annotate a"
                        + " method with @Incoming(\"%s\"), or write local:HANDLER to name a handler of another application.",
                channel,
                channel);
    }

    static OncewardException handledTwice(String channel, String destination) {
        return deploymentError(
                "1213",
                null,
                "Channel '%s' has a local destination and %s, from which the same handler receives, so it would handle each event twice."
                        + " Remove one of the two.",
                channel,
                destination);
    }

    /** @param key the key of the channel's datasource */
    static OncewardException otherDatasource(String channel, String datasource, String inbox, String key) {
        return deploymentError(
                "0307",
                null,
                "Channel '%s' is local, but its events are recorded in datasource '%s', and the queues of handlers are in '%s'."
                        + " Set %s=%s, or set a destination of a broker.",
                channel,
                datasource,
                inbox,
                key,
                inbox);
    }

    /** @param key the key that names the channel for parked events */
    static OncewardException noParkedChannel(String key, String channel, String why, String instead) {
        return deploymentError("1229", null, "%s can't be '%s': %s. %s", key, channel, why, instead);
    }

    static OncewardException withoutTransaction(String name) {
        return callError(
                "0348",
                null,
                "No transaction is active, so the event or call can't be recorded for durable '%s' with the business data. Fire the"
                        + " event or call the method within a transaction, or set onceward.observers.transaction=own to record it"
                        + " at once.",
                name);
    }

    static OncewardException cancelledOutside(String id) {
        return callError(
                "0362",
                null,
                "Call '%s' was not cancelled, because no transaction is active. Cancel it in the transaction of the business data.",
                id);
    }

    static OncewardException noBroker(String channel) {
        return callError(
                "0309",
                null,
                "A message of a broker's API can't be recorded on channel '%s', which has a local destination. Send it on a channel"
                        + " with a destination of the broker, or record the payload with Outbox.",
                channel);
    }
}
