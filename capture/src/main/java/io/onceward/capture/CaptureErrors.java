// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.notReadyError;

import io.onceward.api.InvalidCallException;
import io.onceward.api.NotReadyException;
import io.onceward.api.OncewardException;
import java.util.List;

/** Errors of channels whose events are captured from the log of the database. */
final class CaptureErrors {

    private CaptureErrors() {}

    /** @param captured whether the events of the datasource are captured, other than those of the channel */
    static OncewardException mixedModes(String channel, String datasource, boolean captured) {
        return deploymentError(
                "0370",
                null,
                "Channel '%s' has the mode %s, but other channels that record in datasource '%s' have the mode %s. A tool that"
                        + " captures the log would publish the events of all of them. Set one mode for all channels of this"
                        + " datasource, or give the channel another datasource.",
                channel,
                captured ? "relay" : "cdc",
                datasource,
                captured ? "cdc" : "relay");
    }

    /** @param shortcomings each with its correction */
    static OncewardException notCapturing(String datasource, String shortcomings) {
        return deploymentError(
                "0371",
                null,
                "The events of datasource '%s' are to be captured from the log of the database, but they would be lost. %s If"
                        + " Onceward can't read these settings, set onceward.cdc.check=false.",
                datasource,
                shortcomings);
    }

    static InvalidCallException delayed(String channel) {
        return callError(
                "0372",
                null,
                "An event for channel '%s' has a delivery time, but the channel has the mode cdc: its events are published at"
                        + " once. Record the event without a delivery time, or on a channel with the mode relay in another"
                        + " datasource.",
                channel);
    }

    static NotReadyException wouldBeLost(String channel, String shortcomings) {
        return notReadyError(
                "0373",
                null,
                "An event for channel '%s' is refused, because it would not be captured from the log of the database, and so"
                        + " would be lost. %s",
                channel,
                shortcomings);
    }

    /** @param limit the number at which the count ends */
    static OncewardException eventsKept(String datasource, int count, int limit, String slot, String publication) {
        return deploymentError(
                "0374",
                null,
                "The outbox of datasource '%s' has %s events that a relay has not published, and with onceward.outbox.mode=cdc"
                        + " no relay publishes them. If they are older than the replication slot, or there is none, let the"
                        + " relay publish them: drop slot and publication (on PostgreSQL: SELECT"
                        + " pg_drop_replication_slot('%s'); DROP PUBLICATION %s;), start the application with"
                        + " onceward.outbox.mode=relay until the outbox is empty, and requeue or discard parked events. If they"
                        + " are newer, they are captured: stop all nodes with onceward.outbox.mode=relay, and delete these"
                        + " events from the table.",
                datasource,
                count < limit ? String.valueOf(count) : "at least " + limit,
                slot,
                publication);
    }

    static OncewardException relaysBeside(String datasource, List<String> queues) {
        return deploymentError(
                "0375",
                null,
                "Another node relays the channels %s of datasource '%s', whose events are to be captured from the log of the"
                        + " database. The events would be published twice. Stop all nodes with onceward.outbox.mode=relay; after"
                        + " a crash of such a node, wait 10 seconds. Or give one of the applications other tables"
                        + " (onceward.table-prefix, onceward.table-schema).",
                String.join(", ", queues),
                datasource);
    }

    static InvalidCallException notPausable(String channel) {
        return callError(
                "0377",
                null,
                "Channel '%s' can't be paused, because it has the mode cdc: no relay publishes its events. Pause the connector"
                        + " that captures them.",
                channel);
    }

    static OncewardException severalDestinations(String channel, String key) {
        return deploymentError(
                "0378",
                null,
                "Channel '%s' has the mode cdc, in which the connector decides where events go, but %s names several"
                        + " destinations. Remove %s.",
                channel,
                key,
                key);
    }

    static InvalidCallException destinationIgnored(String channel) {
        return callError(
                "0380",
                null,
                "Channel '%s' has the mode cdc, in which the connector decides where events go, so a message for a destination"
                        + " of a broker can't be recorded on it. Record with Outbox or @Outgoing, or send on a channel with the"
                        + " mode relay in another datasource.",
                channel);
    }

    static OncewardException binaryEnvelope(String channel) {
        return deploymentError(
                "0379",
                null,
                "Channel '%s' has the mode cdc, in which the headers of an event arrive in one header, but the envelope"
                        + " cloudevents needs a header for each attribute. Use the envelope cloudevents-json.",
                channel);
    }
}
