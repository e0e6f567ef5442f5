// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;

/** Where {@code @Idempotent} stands, and its calls. */
public final class IdempotentErrors {

    private IdempotentErrors() {}

    public static OnceboxException idempotentKeySyntax(String member, String key) {
        return error(
                "0110",
                null,
                "@Idempotent(key = \"%s\") on %s names nothing of a message. Write property:NAME for a property of the JMS"
                        + " message, header:JMSCorrelationID or header:JMSMessageID.",
                key,
                member);
    }

    public static OnceboxException idempotentWithoutKey(String member) {
        return error(
                "0111",
                null,
                "Nothing identifies the calls of @Idempotent method %s: none of its parameters is a message. Put"
                        + " @IdempotencyKey on a parameter, or set a resolver.",
                member);
    }

    public static OnceboxException unknownKeyPath(String path, String member, String why) {
        return error(
                "0112",
                null,
                "@IdempotencyKey(\"%s\") on a parameter of %s leads nowhere: %s. Write the names of record components,"
                        + " getters or public fields, with dots between them.",
                path,
                member,
                why);
    }

    public static OnceboxException severalKeys(String member) {
        return error(
                "0113",
                null,
                "@Idempotent method %s has more than one source of its key. Leave one of key, resolver and"
                        + " @IdempotencyKey, on one parameter.",
                member);
    }

    public static OnceboxException keyWithoutText(String member, String type) {
        return error(
                "0114",
                null,
                "The key of @Idempotent method %s is of %s, which has no text that tells it from others. Name a property of"
                        + " it in @IdempotencyKey, or set a resolver.",
                member,
                type);
    }

    public static OnceboxException nothingToReturn(String member, String type) {
        return error(
                "0115",
                null,
                "@Idempotent method %s returns %s, and a repeated call would have nothing to return. Set replay = true, or"
                        + " return void or an object.",
                member,
                type);
    }

    public static OnceboxException nothingToReplay(String member) {
        return error(
                "0116",
                null,
                "@Idempotent(replay = true) stands on %s, which returns nothing. Take replay away.",
                member);
    }

    public static OnceboxException asynchronousIdempotent(String member, String type) {
        return error(
                "0117",
                null,
                "@Idempotent method %s has to do with %s, which completes outside of the transaction. Return what is"
                        + " complete.",
                member,
                type);
    }

    public static OnceboxException noResolver(String member, String type) {
        return error(
                "0118",
                null,
                "The key resolver of @Idempotent method %s, %s, is no CDI bean. Make it one, for example with"
                        + " @ApplicationScoped.",
                member,
                type);
    }

    public static OnceboxException unguarded(String member, String why) {
        return error(
                "0119",
                null,
                "@Idempotent stands on %s, which %s, so its calls would not be guarded. Put it on a method that the container"
                        + " calls: an instance method, neither private nor final, that is not overridden.",
                member,
                why);
    }

    public static OnceboxException idempotentTooLate(String member, Enum<?> phase) {
        return error(
                "0120",
                null,
                "@Idempotent stands on observer %s, which is called %s, when nothing can be claimed in the transaction any"
                        + " more. Observe during IN_PROGRESS.",
                member,
                phase);
    }

    public static OnceboxException impliedIdempotent(String member) {
        return error(
                "0126",
                null,
                "@Idempotent comes to %s by another annotation, such as a stereotype or an interceptor binding, which is not"
                        + " looked into. Put @Idempotent itself on the method or its class.",
                member);
    }

    public static OnceboxException noKey(String handler) {
        return error(
                "0121",
                null,
                "A call of handler '%s' has no key: what should identify it is null or blank. It is refused.",
                handler);
    }

    public static OnceboxException resultMissing(String handler, String id) {
        return error(
                "0122",
                null,
                "Handler '%s' has processed '%s' before, but what it returned is not there: it was not stored then, or it"
                        + " was committed after this transaction began. In the second case the call can be repeated.",
                handler,
                id);
    }

    public static OnceboxException resultNotReplayable(String handler, String type, Throwable cause) {
        return error(
                "0123",
                cause,
                "What handler '%s' returns, %s, can't be stored and read back: %s. Make it a class that JSON-B can write and"
                        + " read, or offer a PayloadCodec for it that decodes.",
                handler,
                type,
                Causes.rootMessage(cause));
    }

    public static OnceboxException effectsOutsideOfTransaction(String handler) {
        return error(
                "0124",
                null,
                "Handler '%s' was called in a transaction that its connections take no part in: they commit each statement by"
                        + " themselves, so claim and effects would not commit together. On Payara this is a @Transactional"
                        + " bean called from an EJB method without a transaction, or an observer BEFORE_COMPLETION. Let the"
                        + " EJB method have a transaction.",
                handler);
    }

    public static OnceboxException unreadableIdentity(String handler, Throwable cause) {
        return error(
                "0125",
                cause,
                "The key of a call of handler '%s' can't be read: %s.",
                handler,
                Causes.rootMessage(cause));
    }
}
