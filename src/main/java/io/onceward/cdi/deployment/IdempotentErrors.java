// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;
import java.util.Collection;

/** Errors of the annotation {@code @Idempotent}. */
final class IdempotentErrors {

    private IdempotentErrors() {}

    /** @param headers the names of headers that messages have */
    static OncewardException idempotentKeySyntax(String member, String key, Collection<String> headers) {
        return deploymentError(
                "0110",
                null,
                "@Idempotent(key = \"%s\") on %s is not a valid key. Use property:NAME for a property of the message, or"
                        + " header:NAME for one of these headers: %s.",
                key,
                member,
                String.join(", ", headers));
    }

    static OncewardException idempotentWithoutKey(String member) {
        return deploymentError(
                "0111",
                null,
                "@Idempotent method %s has no key, because none of its parameters is a message of a broker"
                        + " adapter in the application. Declare a message as parameter. If the method takes no message, remove"
                        + " key and messageKey, and put @IdempotencyKey on a parameter or set a resolver.",
                member);
    }

    static OncewardException unknownKeyPath(String path, String member, String why) {
        return deploymentError(
                "0112",
                null,
                "@IdempotencyKey(\"%s\") on a parameter of %s can't be resolved: %s. Use names of record"
                        + " components, getters or public fields, separated by dots.",
                path,
                member,
                why);
    }

    static OncewardException severalKeys(String member) {
        return deploymentError(
                "0113",
                null,
                "@Idempotent method %s has several sources for its key. Keep one of key, messageKey, resolver"
                        + " and @IdempotencyKey, with @IdempotencyKey on one parameter only.",
                member);
    }

    static OncewardException keyWithoutText(String member, String type) {
        return deploymentError(
                "0114",
                null,
                "The key of @Idempotent method %s has type %s, whose toString() differs for equal values."
                        + " In @IdempotencyKey, name a property whose type has its own toString(). Or set a resolver"
                        + " instead of @IdempotencyKey.",
                member,
                type);
    }

    static OncewardException nothingToReturn(String member, String type) {
        return deploymentError(
                "0115",
                null,
                "@Idempotent method %s returns %s, but a repeated call is skipped and has no value"
                        + " to return. Set replay = true, or return void or an object.",
                member,
                type);
    }

    static OncewardException nothingToReplay(String member) {
        return deploymentError(
                "0116",
                null,
                "@Idempotent(replay = true) has no effect on %s, which returns nothing. Remove replay.",
                member);
    }

    static OncewardException asynchronousIdempotent(String member, String type) {
        return deploymentError(
                "0117",
                null,
                "@Idempotent method %s uses %s, which completes outside the transaction. Return a completed"
                        + " value.",
                member,
                type);
    }

    static OncewardException noResolver(String member, String type) {
        return deploymentError(
                "0118",
                null,
                "Key resolver %s of @Idempotent method %s is not a CDI bean. Give the class of the resolver"
                        + " a scope, for example @ApplicationScoped.",
                type,
                member);
    }

    static OncewardException notInterceptable(String member, String why) {
        return deploymentError(
                "0119",
                null,
                "@Idempotent would have no effect on %s, which %s. Annotate a method that the container calls:"
                        + " an instance method, neither private nor final, that no subclass overrides.",
                member,
                why);
    }

    static OncewardException idempotentTooLate(String member, Enum<?> phase) {
        return deploymentError(
                "0120",
                null,
                "@Idempotent observer %s runs in phase %s, after the transaction has completed, so"
                        + " it can't claim a message. Observe during IN_PROGRESS.",
                member,
                phase);
    }

    static OncewardException impliedIdempotent(String member) {
        return deploymentError(
                "0126",
                null,
                "@Idempotent reaches %s through another annotation, such as a stereotype or an interceptor"
                        + " binding, which Onceward does not support. Put @Idempotent on the method or its class.",
                member);
    }

    static OncewardException payloadWithoutMessage(String member) {
        return deploymentError(
                "0128",
                null,
                "@Idempotent(payload = …) has no effect on %s, because none of its parameters is a message of a broker adapter in"
                        + " the application. Remove payload: the types of parameters and results need no declaration.",
                member);
    }
}
