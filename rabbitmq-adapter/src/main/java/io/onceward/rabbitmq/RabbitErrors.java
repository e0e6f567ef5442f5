// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;

/** Errors of destinations, messages and connections of RabbitMQ. */
final class RabbitErrors {

    private RabbitErrors() {}

    static OncewardException noBroker(String key) {
        return deploymentError(
                "0253",
                null,
                "The application uses RabbitMQ, but names no broker. Set %s to HOST:PORT of one or more nodes.",
                key);
    }

    /** The text of the address may contain a password, so the message does not repeat it. */
    static OncewardException illegalAddress(int number, int count, String key) {
        return deploymentError(
                "0295",
                null,
                "Address %s of %s in %s is invalid. The address is not shown, because it may contain a password. Use"
                        + " HOST:PORT, without a scheme and without a user. Set onceward.rabbitmq.user and"
                        + " onceward.rabbitmq.password-file for the user.",
                number,
                count,
                key);
    }

    static OncewardException illegalDestination(String key, String value) {
        return deploymentError(
                "0254",
                null,
                "%s=%s is not a destination in RabbitMQ. Use queue:NAME or exchange:NAME, with a name of at most 255"
                        + " bytes.",
                key,
                value);
    }

    static OncewardException illegalOrigin(String key, String value) {
        return deploymentError(
                "0255",
                null,
                "%s=%s is not a queue, and messages are received from queues. Use queue:NAME, and bind the queue to"
                        + " the exchange.",
                key,
                value);
    }

    static OncewardException malformedDestination(String uri) {
        return error(
                "0256",
                null,
                "Destination '%s' in a row of the outbox table is invalid. Onceward writes a queue or an exchange, such as"
                        + " rabbitmq:queue:orders. Correct the column destination; the relay then uses the new value. If the"
                        + " event is parked, requeue the event after the correction, or discard the event.",
                uri);
    }

    /** @param reason the broker's */
    static OncewardException unroutable(String exchange, String routingKey, String reason) {
        return error(
                "0257",
                null,
                "RabbitMQ has no queue for the event: %s of exchange '%s' with routing key '%s'. Create the queue and its"
                        + " binding, or correct the destination of the channel.",
                reason,
                exchange,
                routingKey);
    }

    static OncewardException noExchange(String reason, Throwable cause) {
        return error(
                "0258",
                cause,
                "RabbitMQ can't find the exchange: %s. Create the exchange, or correct the destination of the channel.",
                reason);
    }

    static OncewardException notAuthorized(String reason, Throwable cause) {
        return error(
                "0259",
                cause,
                "RabbitMQ does not allow the operation: %s. Grant the permission to the application's user.",
                reason);
    }

    static OncewardException notAccepted(String exchange, String routingKey) {
        return error(
                "0260",
                null,
                "RabbitMQ has refused an event for exchange '%s' with routing key '%s' by a negative confirmation. A queue"
                        + " with x-overflow=reject-publish is full, or a queue has failed. Consume messages or raise the"
                        + " limit of the queue; the broker's log has the reason of a failure.",
                exchange,
                routingKey);
    }

    static OncewardException refused(String reason, Throwable cause) {
        return error(
                "0261",
                cause,
                "RabbitMQ can't accept the event: %s. Correct the cause and requeue the event, or discard the event.",
                reason);
    }

    /** @param state what is known of the connection, in a sentence */
    static OncewardException notConfirmed(int events, long millis, String state, Throwable cause) {
        return error(
                "0262",
                cause,
                "RabbitMQ has not confirmed %s events within %s ms. %s Onceward publishes them again.",
                events,
                millis,
                state);
    }

    static OncewardException notEncodable(String what) {
        return error(
                "0263",
                null,
                "The %s of the event has an unpaired surrogate, which UTF-8 can't encode. Correct the row and requeue the"
                        + " event, or discard the event.",
                what);
    }

    static OncewardException notConsumable(String queue, String reason, Throwable cause) {
        return error(
                "0264",
                cause,
                "Onceward can't receive from queue '%s' of RabbitMQ: %s. Create the queue, grant the permission to read it,"
                        + " or correct the destination of the channel.",
                queue,
                reason);
    }

    /** A consumer begins with the next message, and the broker does not keep its position. */
    static OncewardException stream(String queue) {
        return error(
                "1220",
                null,
                "Queue '%s' of RabbitMQ is a stream (x-queue-type=stream). A receiver of a stream never gets the messages that"
                        + " were published while it was not connected, so Onceward does not receive from it. Declare a queue"
                        + " with x-queue-type=quorum, bind it to the exchange of the stream, and name it as the destination of"
                        + " the channel.",
                queue);
    }
}
