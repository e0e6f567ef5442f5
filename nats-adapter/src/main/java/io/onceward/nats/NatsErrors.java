// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.nats.client.JetStreamApiException;
import io.onceward.api.OncewardException;
import java.time.Duration;

/** Errors of NATS. */
final class NatsErrors {

    private NatsErrors() {}

    /** @param key the channel's key for it */
    static OncewardException illegalSubject(String channel, String subject, String why, String key) {
        return deploymentError(
                "0265",
                null,
                "Channel '%s' can't use the NATS subject '%s': %s. Set %s to tokens of visible ASCII characters,"
                        + " separated by dots, such as orders.placed.",
                channel,
                subject,
                why,
                key);
    }

    static OncewardException illegalConnection(String why, String key, Throwable cause) {
        return deploymentError(
                "0266", cause, "The configuration of the connection to NATS is invalid: %s. Correct %s.", why, key);
    }

    static OncewardException malformedDestination(String uri, String why) {
        return error(
                "0267",
                null,
                "Destination '%s' in a row of the outbox table is invalid: %s. Onceward writes nats:SUBJECT."
                        + " Correct the column destination; the relay then uses the new value. If the event is parked,"
                        + " requeue the event after the correction, or discard the event.",
                uri,
                why);
    }

    static OncewardException unusableFile(String path, String key, String why, Throwable cause) {
        return deploymentError(
                "0268",
                cause,
                "The file %s, the value of %s, can't be used: %s. Correct the file or %s.",
                path,
                key,
                why,
                key);
    }

    static OncewardException loginRefused(String servers, Throwable cause) {
        return error(
                "0269",
                cause,
                "The NATS servers %s refuse the login. Correct the user, token or credentials of onceward.nats.…, or"
                        + " the users of the servers.",
                servers);
    }

    static OncewardException nothingToReceive(String subject, String why, Throwable cause) {
        return error(
                "0270",
                cause,
                "Onceward can't receive subject '%s': %s. Core NATS keeps no message for a disconnected receiver. Create"
                        + " a stream with this subject, or correct the destination and the stream of the channel.",
                subject,
                why);
    }

    static OncewardException noStream(String subject, Throwable cause) {
        return error(
                "0271",
                cause,
                "No stream stores subject '%s'. Core NATS without a stream confirms nothing, so an event could be"
                        + " lost. Create a stream with this subject.",
                subject);
    }

    static OncewardException notPermitted(String subject, String violation) {
        return error(
                "0272",
                null,
                "The NATS server does not permit publishing to subject '%s', or receiving the acknowledgement: %s."
                        + " Permit the user to publish to this subject and to subscribe to its inbox.",
                subject,
                violation);
    }

    static OncewardException tooLarge(String id, long size, long limit) {
        return error(
                "0273",
                null,
                "Event '%s' is a message of %d bytes with its headers, and the NATS server accepts %d. Increase"
                        + " max_payload of the servers and requeue the event, or record smaller events.",
                id,
                size,
                limit);
    }

    static OncewardException refused(String subject, JetStreamApiException cause) {
        return error(
                "0274",
                cause,
                "The stream of subject '%s' refuses the message: error %d, %s. Correct the limits of the stream.",
                subject,
                cause.getApiErrorCode(),
                cause.getErrorDescription());
    }

    static OncewardException illegalHeader(String name, String id, Throwable cause) {
        return error(
                "0275",
                cause,
                "Event '%s' has a header '%s', and NATS does not allow this name. Names consist of visible ASCII"
                        + " characters except the colon, and do not start with Nats-. Discard the event, or correct its"
                        + " column headers and requeue the event.",
                id,
                name);
    }

    /** @param what the servers, or the streams that do not answer */
    static OncewardException noJetStream(String what, Throwable cause) {
        return error(
                "0276",
                cause,
                "JetStream is not available: %s. Enable JetStream for the account, or wait until its cluster and the"
                        + " stream have a leader.",
                what);
    }

    static OncewardException notConfirmed(String subject, Duration timeout) {
        return error(
                "0277",
                null,
                "No stream has acknowledged an event on subject '%s' within %d ms. The event may be stored; it is"
                        + " published again with the same id. If this repeats, check that a stream stores the subject,"
                        + " and the load of the servers; increase onceward.nats.ack-timeout only then.",
                subject,
                timeout.toMillis());
    }

    static OncewardException otherEvent(String id, String stream, long sequence) {
        return error(
                "0278",
                null,
                "Stream '%s' has dropped event '%s' as a duplicate, but message %d, which has this id, is another"
                        + " event. Give each event that is stored in one stream its own id.",
                stream,
                id,
                sequence);
    }

    static OncewardException unsuitableConsumer(String consumer, String stream, String why) {
        return error(
                "0279",
                null,
                "Onceward can't receive by consumer '%s' of stream '%s': %s. Delete the consumer, so that Onceward"
                        + " creates it, or correct its configuration.",
                consumer,
                stream,
                why);
    }
}
