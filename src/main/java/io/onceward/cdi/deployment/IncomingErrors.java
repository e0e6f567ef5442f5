// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;

/** Errors of the annotation {@code @Incoming}, and of the types of payloads. */
public final class IncomingErrors {

    private IncomingErrors() {}

    static OncewardException classNotMade(String member, Class<?> type, String why) {
        return deploymentError(
                "0338",
                null,
                "JSON-B can't decode payloads or results of method %s to class %s: %s. Use a record, a class with setters and"
                        + " a public constructor without parameters, or a class with @JsonbCreator; or provide a"
                        + " PayloadCodec.",
                member,
                type.getName(),
                why);
    }

    public static OncewardException unusableIncoming(String member, String why, String instead) {
        return deploymentError("0098", null, "@Incoming method %s can't be a handler: %s. %s", member, why, instead);
    }

    static OncewardException batchWithoutElement(String member, String parameter) {
        return deploymentError(
                "1205",
                null,
                "@Incoming method %s takes %s, which does not name the class of its messages. Name the class: List<OrderPlaced>, or"
                        + " List<InboxMessage<OrderPlaced>>.",
                member,
                parameter);
    }

    static OncewardException batchWithMore(String member, int parameters) {
        return deploymentError(
                "1206",
                null,
                "@Incoming method %s takes a list of messages and has %d parameters. Declare the list alone; for the metadata use"
                        + " List<InboxMessage<OrderPlaced>>.",
                member,
                parameters);
    }

    static OncewardException batchReturns(String member) {
        return deploymentError(
                "1207",
                null,
                "@Incoming method %s takes a list of messages and returns a value or has @Outgoing, but a batch has no single"
                        + " result. Return void, and record events with an Emitter or Outbox.record.",
                member);
    }

    static OncewardException batchIdempotent(String member) {
        return deploymentError(
                "1208",
                null,
                "@Incoming method %s takes a list of messages and has @IdempotencyKey, or @Idempotent with more than a handler"
                        + " name. Keep only the handler name: each message of the list has its own identity.",
                member);
    }

    static OncewardException observedList(String member, String type) {
        return deploymentError(
                "1210",
                null,
                "Durable observer %s observes %s. Only @Incoming methods get several messages in a list. Observe the class of one"
                        + " event, or use a local channel with an @Incoming method.",
                member,
                type);
    }

    /** @param member the method of the server */
    static OncewardException oneEndOfServer(String channel, String member) {
        return deploymentError(
                "0308",
                null,
                "Channel '%s' has one end of Onceward and one of the server, method %s, and no destination, so nothing connects its"
                        + " ends. Set connector=onceward for mp.messaging.outgoing.%s and mp.messaging.incoming.%s, or use two channels.",
                channel,
                member,
                channel,
                channel);
    }

    static OncewardException uselessFailurePolicy(String element) {
        return deploymentError(
                "0102",
                null,
                "@FailurePolicy has no effect on %s. Move the annotation to an @Incoming method of Onceward, or to"
                        + " its class.",
                element);
    }
}
