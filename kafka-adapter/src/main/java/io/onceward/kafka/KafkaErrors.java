// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;

/** Errors of topics, records and clients of Kafka. */
final class KafkaErrors {

    private KafkaErrors() {}

    static OncewardException noBroker(String key) {
        return deploymentError(
                "0240",
                null,
                "The application uses Kafka, but names no broker. Set %s to HOST:PORT of one or more brokers.",
                key);
    }

    /** @param instead what to do, in a sentence without a full stop at its end */
    static OncewardException breaksGuarantee(String key, String value, String instead) {
        return deploymentError("0241", null, "%s=%s would lose events or change their order. %s.", key, value, instead);
    }

    static OncewardException illegalTopicSetting(String key, String topic) {
        return deploymentError(
                "0242",
                null,
                "%s=%s is not the name of a topic. Use 1 to 249 of the characters A-Z, a-z, 0-9, '.', '_' and '-',"
                        + " but not '.' or '..'.",
                key,
                topic);
    }

    static OncewardException noConsumerGroup(String channel, String key) {
        return deploymentError(
                "0243",
                null,
                "Channel '%s' receives from Kafka, but names no consumer group. Set %s to a name that all nodes of this"
                        + " application have and no other application has.",
                channel,
                key);
    }

    static OncewardException deadLetterLoop(String key, String topic) {
        return deploymentError(
                "0239",
                null,
                "%s=%s is also the topic that the channel receives from. A message that can't be stored would be received"
                        + " again without end. Name another topic.",
                key,
                topic);
    }

    static OncewardException malformedDestination(String uri) {
        return error(
                "0244",
                null,
                "Destination '%s' in a row of the outbox table is invalid. Onceward writes the name of a topic, such as"
                        + " kafka:orders. Correct the column destination; the relay then uses the new value. If the event is"
                        + " parked, requeue the event after the correction, or discard the event.",
                uri);
    }

    static OncewardException noTopic(String topic, Throwable cause) {
        return error(
                "0245",
                cause,
                "Kafka has no topic '%s'. Create the topic, or correct the destination of the channel.",
                topic);
    }

    static OncewardException notAuthorized(String topic, Throwable cause) {
        return error(
                "0246",
                cause,
                "Kafka does not allow the application to use topic '%s': %s. Grant the operation to the application's user.",
                topic,
                reason(cause));
    }

    static OncewardException tooLarge(String topic, Throwable cause) {
        return error(
                "0247",
                cause,
                "The event is too large for topic '%s': %s. Raise max.message.bytes of the topic or"
                        + " onceward.kafka.client.max.request.size, and requeue the event; or discard the event.",
                topic,
                reason(cause));
    }

    static OncewardException refused(String topic, Throwable cause) {
        return error(
                "0248",
                cause,
                "Kafka can't accept the event for topic '%s': %s. Correct the cause and requeue the event, or discard the"
                        + " event.",
                topic,
                reason(cause));
    }

    static OncewardException notEncodable(String what) {
        return error(
                "0249",
                null,
                "The %s of the event has an unpaired surrogate, which UTF-8 can't encode. Correct the row and requeue the"
                        + " event, or discard the event.",
                what);
    }

    static OncewardException illegalClientSettings(Throwable cause) {
        return deploymentError(
                "0250",
                cause,
                "The client of Kafka refuses the settings onceward.kafka.client.*: %s. Correct the setting.",
                reason(cause));
    }

    /** @param place topic, partition and offset of the message */
    static OncewardException setAside(String place, String deadLetterTopic, Throwable cause) {
        return error(
                "0251",
                cause,
                "The message at %s can't be stored. It is now in topic '%s', with the cause in its headers, and is not"
                        + " redelivered.",
                place,
                deadLetterTopic);
    }

    /** @param place topic, partition and offset of the message */
    static OncewardException notSetAside(String place, String deadLetterTopic, Throwable cause, Exception reason) {
        OncewardException problem = error(
                "0252",
                cause,
                "The message at %s can't be stored, and can't be moved to topic '%s': %s. Its partition waits for it."
                        + " Create the topic, or allow the application to write to it.",
                place,
                deadLetterTopic,
                reason(reason));
        problem.addSuppressed(reason);
        return problem;
    }

    /** Returns the message without the full stop with which some messages of the client end: a text follows. */
    private static String reason(Throwable cause) {
        String message = String.valueOf(cause.getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }
}
