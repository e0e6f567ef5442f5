// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import java.time.Duration;

/** Errors of messages that can't be claimed, stored or handled. */
public final class InboxErrors {

    private InboxErrors() {}

    /** @param hint what its sender can set */
    public static OncewardException noIdentity(String handler, String hint) {
        return callError(
                "0060",
                null,
                "A message for handler '%s' has no identity, so Onceward can't recognize duplicates"
                        + " and refuses the message. The broker redelivers the message. Set %s in the sender.",
                handler,
                hint);
    }

    public static OncewardException claimWithoutTransaction(String handler, int status) {
        return callError(
                "0061",
                null,
                "Handler '%s' was called while the transaction was %s, so the handler did not run"
                        + " and nothing was claimed. Use a container-managed transaction that is still active.",
                handler,
                TransactionStatus.name(status));
    }

    /** @param adapters the schemes of the application's adapters */
    public static OncewardException noMessage(String handler, String member, String adapters) {
        return callError(
                "0062",
                null,
                "Method %s of handler '%s' was called without a message. Declare a parameter for a message of a broker"
                        + " adapter; this application has adapters for: %s.",
                member,
                handler,
                adapters);
    }

    public static OncewardException noHandler(String channel) {
        return callError(
                "0090",
                null,
                "No handler receives messages of channel '%s', so the message was not stored. Annotate a method"
                        + " with @Incoming(\"%s\"), or store the message for a channel that has a handler.",
                channel,
                channel);
    }

    public static OncewardException notStorable(String channel, String why) {
        return callError(
                Kind.MESSAGE,
                "0091",
                null,
                "A message for channel '%s' can't be stored: %s. Correct the sender, or the call of"
                        + " Inbox.store. A broker that has delivered the message redelivers it.",
                channel,
                why);
    }

    /** @param adapters the schemes of the application's adapters */
    public static OncewardException unknownMessage(String channel, Object message, String adapters) {
        return notStorable(
                channel,
                "no broker adapter of the application reads the class "
                        + message.getClass().getName()
                        + "; the application has adapters for: "
                        + adapters);
    }

    public static OncewardException notReadable(String channel, Throwable cause) {
        return error(
                Kind.MESSAGE,
                "0092",
                cause,
                "A message for channel '%s' can't be read: %s. Onceward refuses the message, and the"
                        + " broker redelivers it. Correct the sender.",
                channel,
                Causes.rootMessage(cause));
    }

    public static OncewardException noPayload(Object message, Class<?> type, String why) {
        return callError(
                "0321",
                null,
                "A message of class %s has no payload that can be decoded to %s: %s. Have its sender send JSON as a text, for"
                        + " example by Outbox.record. Read a map or stream message by its own methods. Onceward never"
                        + " deserializes an object message.",
                message.getClass().getName(),
                type.getName(),
                why);
    }

    /** @param why the reason, without a text of a parser, which may quote the payload */
    public static OncewardException undecodable(Class<?> type, String why, Throwable cause) {
        return callError(
                "0322",
                cause,
                "The payload of a message can't be decoded to class %s: %s. Use a record, a class with setters and a public"
                        + " constructor without parameters, or a class with @JsonbCreator; or provide a PayloadCodec.",
                type.getName(),
                why);
    }

    public static OncewardException classNotMade(String member, Class<?> type, String why) {
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

    public static OncewardException valueLost(Class<?> type, String field) {
        return callError(
                "0323",
                null,
                "The payload of a message has a value for field '%s' of class %s, but JSON-B has left the field null,"
                        + " because it has no setter. Make the class a record, add a setter, or a constructor with"
                        + " @JsonbCreator.",
                field,
                type.getName());
    }

    /** The message names the kind of the cause only: what a parser says may quote the payload, which is never logged. */
    public static OncewardException notDecodable(String handler, Throwable cause) {
        return error(
                "0093",
                cause,
                "The payload can't be decoded to the type that handler '%s' takes: %s. The message is parked"
                        + " without further attempts. Correct the handler and requeue the message, or discard it.",
                handler,
                Causes.root(cause).getClass().getName());
    }

    /** @param cause the type of the cause alone, for the same reason */
    public static OncewardException notDecodableYet(String handler, String cause) {
        return error(
                "0202",
                null,
                "The codec could not decode the payload of a message for handler '%s', because something that it needs"
                        + " failed: %s. The relay retries the message after a delay. Restore what the codec needs.",
                handler,
                cause);
    }

    public static OncewardException handlerBroken(String handler, Throwable cause) {
        return error(
                "0094",
                cause,
                "Handler '%s' threw %s: %s. Correct the handler, or the libraries that it uses.",
                handler,
                cause.getClass().getName(),
                Causes.rootMessage(cause));
    }

    public static OncewardException foreignIncomingChannel(String channel, String connector) {
        return deploymentError(
                "0095",
                null,
                "Channel '%s' belongs to connector %s. Set mp.messaging.incoming.%s.connector=onceward to store"
                        + " the messages of this channel.",
                channel,
                connector,
                channel);
    }

    public static OncewardException noSource(String scheme, String channel, String key) {
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

    public static OncewardException unusableIncoming(String member, String why, String instead) {
        return deploymentError("0098", null, "@Incoming method %s can't be a handler: %s. %s", member, why, instead);
    }

    public static OncewardException sharedStoredHandler(String handler, String one, String other) {
        return deploymentError(
                "0099",
                null,
                "Two handlers of stored messages, %s and %s, have the name '%s'. Give each handler its own name"
                        + " with @Idempotent(handler = …).",
                one,
                other,
                handler);
    }

    public static OncewardException contradictingFailureType(String handler, String type) {
        return deploymentError(
                "0100",
                null,
                "Handler %s names the exception type %s both as never retried and as not counted. Remove the type"
                        + " from one of the two.",
                handler,
                type);
    }

    public static OncewardException neverRetried(String handler, String type, Throwable cause) {
        return error(
                "0101",
                cause,
                "Handler '%s' failed with an exception of type %s, which is never retried. The message is parked"
                        + " without further attempts. Correct the cause and requeue the message, or discard it.",
                handler,
                type);
    }

    public static OncewardException uselessFailurePolicy(String element) {
        return deploymentError(
                "0102",
                null,
                "@FailurePolicy has no effect on %s. Move the annotation to an @Incoming method of Onceward, or to"
                        + " its class.",
                element);
    }

    /** Returns whether a handler did not run because of the limit of claims. */
    public static boolean isClaimLimitReached(Exception failure) {
        return Kind.of(failure) == Kind.CLAIM_LIMIT;
    }

    public static OncewardException claimLimitReached(String handler, int limit, Duration wait, Throwable cause) {
        return error(
                Kind.CLAIM_LIMIT,
                "0212",
                cause,
                "Handler '%s' did not run: onceward.inbox.concurrency=%s transactions with a claim were running on this node"
                        + " for %s, the value of onceward.inbox.claim-wait. The broker or the relay delivers the message"
                        + " again; a call can be repeated. If this repeats, find out why handlers take so long, or raise"
                        + " the limit and the size of the connection pool together.",
                handler,
                limit,
                wait);
    }
}
