// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.deploymentError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import java.util.Collection;

/** Errors of {@code @Idempotent} methods and of calls of them. */
public final class IdempotentErrors {

    private IdempotentErrors() {}

    /** @param headers the names of headers that messages have */
    public static OncewardException idempotentKeySyntax(String member, String key, Collection<String> headers) {
        return deploymentError(
                "0110",
                null,
                "@Idempotent(key = \"%s\") on %s is not a valid key. Use property:NAME for a property of the message, or"
                        + " header:NAME for one of these headers: %s.",
                key,
                member,
                String.join(", ", headers));
    }

    public static OncewardException idempotentWithoutKey(String member) {
        return deploymentError(
                "0111",
                null,
                "@Idempotent method %s has no key, because none of its parameters is a message of a broker"
                        + " adapter in the application. Declare a message as parameter. If the method takes no message, remove"
                        + " key and messageKey, and put @IdempotencyKey on a parameter or set a resolver.",
                member);
    }

    public static OncewardException unknownKeyPath(String path, String member, String why) {
        return deploymentError(
                "0112",
                null,
                "@IdempotencyKey(\"%s\") on a parameter of %s can't be resolved: %s. Use names of record"
                        + " components, getters or public fields, separated by dots.",
                path,
                member,
                why);
    }

    public static OncewardException severalKeys(String member) {
        return deploymentError(
                "0113",
                null,
                "@Idempotent method %s has several sources for its key. Keep one of key, messageKey, resolver"
                        + " and @IdempotencyKey, with @IdempotencyKey on one parameter only.",
                member);
    }

    public static OncewardException keyWithoutText(String member, String type) {
        return deploymentError(
                "0114",
                null,
                "The key of @Idempotent method %s has type %s, whose toString() differs for equal values."
                        + " In @IdempotencyKey, name a property whose type has its own toString(). Or set a resolver"
                        + " instead of @IdempotencyKey.",
                member,
                type);
    }

    public static OncewardException nothingToReturn(String member, String type) {
        return deploymentError(
                "0115",
                null,
                "@Idempotent method %s returns %s, but a repeated call is skipped and has no value"
                        + " to return. Set replay = true, or return void or an object.",
                member,
                type);
    }

    public static OncewardException nothingToReplay(String member) {
        return deploymentError(
                "0116",
                null,
                "@Idempotent(replay = true) has no effect on %s, which returns nothing. Remove replay.",
                member);
    }

    public static OncewardException asynchronousIdempotent(String member, String type) {
        return deploymentError(
                "0117",
                null,
                "@Idempotent method %s uses %s, which completes outside the transaction. Return a completed"
                        + " value.",
                member,
                type);
    }

    public static OncewardException noResolver(String member, String type) {
        return deploymentError(
                "0118",
                null,
                "Key resolver %s of @Idempotent method %s is not a CDI bean. Give the class of the resolver"
                        + " a scope, for example @ApplicationScoped.",
                type,
                member);
    }

    public static OncewardException notInterceptable(String member, String why) {
        return deploymentError(
                "0119",
                null,
                "@Idempotent would have no effect on %s, which %s. Annotate a method that the container calls:"
                        + " an instance method, neither private nor final, that no subclass overrides.",
                member,
                why);
    }

    public static OncewardException idempotentTooLate(String member, Enum<?> phase) {
        return deploymentError(
                "0120",
                null,
                "@Idempotent observer %s runs in phase %s, after the transaction has completed, so"
                        + " it can't claim a message. Observe during IN_PROGRESS.",
                member,
                phase);
    }

    public static OncewardException impliedIdempotent(String member) {
        return deploymentError(
                "0126",
                null,
                "@Idempotent reaches %s through another annotation, such as a stereotype or an interceptor"
                        + " binding, which Onceward does not support. Put @Idempotent on the method or its class.",
                member);
    }

    public static OncewardException payloadWithoutMessage(String member) {
        return deploymentError(
                "0128",
                null,
                "@Idempotent(payload = …) has no effect on %s, because none of its parameters is a message of a broker adapter in"
                        + " the application. Remove payload: the types of parameters and results need no declaration.",
                member);
    }

    public static OncewardException illegalHandlerName(String name, int max) {
        return callError(
                "0073",
                null,
                "'%s' is not a valid handler name. Use a name of 1 to %s characters that is not blank and has neither"
                        + " the character NUL nor an unpaired surrogate.",
                name,
                max);
    }

    public static OncewardException noKey(String handler) {
        return callError(
                "0121",
                null,
                "The key of a call of handler '%s' is null or blank, so Onceward refuses the call. Supply a"
                        + " key that identifies the call: in the argument, in the message, or from the resolver.",
                handler);
    }

    public static OncewardException resultMissing(String handler, String id) {
        return error(
                Kind.CONFLICT,
                "0122",
                null,
                "Handler '%s' has already processed '%s', but this transaction sees no stored result. If"
                        + " the first call ran with replay = true, repeat the call in a new transaction. Otherwise"
                        + " the first call stored no result, but its effects have committed: continue without the"
                        + " result.",
                handler,
                id);
    }

    public static OncewardException resultNotReplayable(String handler, String type, Throwable cause) {
        return callError(
                "0123",
                cause,
                "The result of handler '%s', of type %s, can't be stored and read back: %s. Use a"
                        + " class that JSON-B can write and read, or provide a PayloadCodec that decodes it.",
                handler,
                type,
                Causes.rootMessage(cause));
    }

    public static OncewardException effectsOutsideOfTransaction(String handler) {
        return callError(
                "0124",
                null,
                "Handler '%s' was called in a JTA transaction that its database connections have not"
                        + " joined. Its statements would commit one by one, and the claim could commit without"
                        + " the effects. On Payara this happens in a @Transactional bean that an EJB method"
                        + " without a transaction calls, and in a BEFORE_COMPLETION observer. Give the EJB"
                        + " method a transaction, or observe during IN_PROGRESS.",
                handler);
    }

    public static OncewardException unreadableIdentity(String handler, Throwable cause) {
        return error(
                "0125",
                cause,
                "The key of a call of handler '%s' can't be read: %s. Correct the message, or the getter or"
                        + " resolver that supplies the key.",
                handler,
                Causes.rootMessage(cause));
    }

    /** @param headers the names of headers that messages of this kind have */
    public static OncewardException unknownHeader(String handler, String name, Collection<String> headers) {
        return callError(
                "0127",
                null,
                "The key of handler '%s' reads the header '%s', which these messages do not have."
                        + " Use one of these headers: %s. For a value that the application sets in the sender,"
                        + " use a property.",
                handler,
                name,
                String.join(", ", headers));
    }
}
