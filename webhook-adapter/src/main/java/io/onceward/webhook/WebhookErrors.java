// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Errors and log messages of webhooks. They contain no secret and no payload. */
final class WebhookErrors {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private WebhookErrors() {}

    static OncewardException noUrl(String channel, String key) {
        return deploymentError(
                "0280",
                null,
                "Channel '%s' publishes webhooks, but has no URL. Set %s to a URL such as"
                        + " webhook:https://hooks.example.com/orders.",
                channel,
                key);
    }

    /** @param reason quotes nothing of the URL, which may contain a password */
    static OncewardException illegalUrl(String channel, String reason, String key) {
        return deploymentError(
                "0281",
                null,
                "Channel '%s' can't publish to its URL: %s. Set %s to a URL such as"
                        + " webhook:https://hooks.example.com/orders.",
                channel,
                reason,
                key);
    }

    static OncewardException malformedDestination(String destination, String reason) {
        return error(
                "0282",
                null,
                "Destination '%s' in a row of the outbox table is not the URL of a webhook: %s. Correct the column"
                        + " destination; the relay then uses the new value. If the event is parked, requeue the event"
                        + " after the correction, or discard the event.",
                destination,
                reason);
    }

    static OncewardException refusedDestination(String destination, String reason) {
        return error(
                "0283",
                null,
                "Onceward sends nothing to destination '%s': %s. Allow the destination in the configuration of the"
                        + " application that publishes, or correct the column destination. If the event is parked,"
                        + " requeue the event afterwards, or discard the event.",
                destination,
                reason);
    }

    static OncewardException refusedChannel(String channel, String reason, String key) {
        return deploymentError(
                "0284",
                null,
                "Channel '%s' can't publish to its URL: %s. Allow the URL in the configuration, or correct %s.",
                channel,
                reason,
                key);
    }

    static OncewardException refusedAddress(String host, String address, String kind) {
        return error(
                "0285",
                null,
                "Host '%s' has the address %s, which is %s, so Onceward sends nothing to the host. If the host may"
                        + " receive events, add the address to onceward.webhook-networks. Otherwise find out who changed"
                        + " the DNS record.",
                host,
                address,
                kind);
    }

    /** @param reason quotes no secret */
    static OncewardException noSecret(String reason, Throwable cause) {
        return deploymentError(
                "0286",
                cause,
                "Onceward can't sign webhooks: %s. Set onceward.webhook-secret or onceward.webhook-secret-path to a secret: "
                        + "whsec_ and 24 to 64 random bytes in Base64. Set onceward.webhook-signature=none if no receiver"
                        + " checks signatures.",
                reason);
    }

    /** @param reason quotes no secret */
    static OncewardException noSecretForHost(String host, String reason, Throwable cause) {
        return error(
                "0287",
                cause,
                "Onceward can't sign the request to host '%s', so Onceward does not send the request: %s. Correct"
                        + " onceward.webhook-secret or onceward.webhook-secret-path.",
                host,
                reason);
    }

    static OncewardException refused(String host, int status) {
        return error(
                "0288",
                null,
                "Host '%s' refused the event with status %s. Ask the operator of the receiver for the reason.",
                host,
                status);
    }

    /** @param location the host to which the redirect leads; empty if it is unknown */
    static OncewardException redirect(String host, int status, String location) {
        return error(
                "0289",
                null,
                "Host '%s' refused the event with status %s, a redirect to host '%s', which Onceward does not follow."
                        + " If the receiver has moved, set the new URL as destination.",
                host,
                status,
                location);
    }

    static OncewardException unavailable(String host, int status) {
        return error(
                "0290",
                null,
                "Host '%s' can't take events at the moment and answers with status %s. Onceward retries.",
                host,
                status);
    }

    static OncewardException noAnswer(String host, String reason, Throwable cause) {
        return error(
                "0291",
                cause,
                "Host '%s' gave no answer to a webhook: %s. Onceward retries. If the host has received the event, the host"
                        + " receives the event again with the same Idempotency-Key.",
                host,
                reason);
    }

    static OncewardException paused(String host, Instant until) {
        return error(
                "0292",
                null,
                "Host '%s' gets no event before %s, because of its last answer: the host asked for a pause (Retry-After), or"
                        + " the answer was not HTTP.",
                host,
                until.truncatedTo(ChronoUnit.SECONDS));
    }

    static OncewardException busy(String host, Duration limit) {
        return error(
                "0293",
                null,
                "No request to host '%s' could begin within %s, because of onceward.webhook-concurrency or"
                        + " onceward.webhook-rate. Onceward retries. If this repeats, raise the limit or lower"
                        + " onceward.relay.senders.",
                host,
                limit);
    }

    static OncewardException illegalRequest(String id, String reason) {
        return error(
                "0294",
                null,
                "Event %s can't be sent as an HTTP request: %s. Correct the row and requeue the event, or discard the"
                        + " event.",
                id,
                reason);
    }

    /** @param property the property of the JVM that turns its cache off */
    static void addressesNotCached(String property) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1150: The JVM does not cache addresses of hosts ({0}=0), so the address of a webhook with http: may"
                        + " change between its check and its use. Use https: or cache addresses",
                property);
    }
}
