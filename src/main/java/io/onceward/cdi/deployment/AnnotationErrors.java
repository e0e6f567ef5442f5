// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static io.onceward.log.Coded.deploymentError;

import io.onceward.api.OncewardException;

/** Errors of annotated methods. */
final class AnnotationErrors {

    private AnnotationErrors() {}

    static OncewardException asynchronousOutgoing(String member, String type) {
        return deploymentError(
                "0020",
                null,
                "@Outgoing method %s returns %s, which completes outside the transaction. Return the payload, a"
                        + " Message, an Iterable, an array, a Stream or an Optional.",
                member,
                type);
    }

    static OncewardException voidOutgoing(String member) {
        return deploymentError(
                "0021", null, "@Outgoing method %s returns nothing to record. Return the event.", member);
    }

    static OncewardException uninterceptableOutgoing(String member, String modifier) {
        return deploymentError(
                "0022",
                null,
                "@Outgoing method %s is %s, so the container can't intercept it. Use an instance method that is"
                        + " neither private nor final.",
                member,
                modifier);
    }

    static OncewardException outgoingMessageDriven(String member) {
        return deploymentError(
                "0027",
                null,
                "Method %s of a message-driven bean has @Outgoing, but only the container calls methods of such"
                        + " a bean. Call an @Outgoing method of another bean, or inject Outbox.",
                member);
    }

    static OncewardException sharedHandler(String handler, String member, String other) {
        return deploymentError(
                "0028",
                null,
                "@Idempotent methods %s and %s share the handler name '%s', so a message that one has processed"
                        + " would never reach the other. Give each method its own handler name, or set shared = true on"
                        + " both.",
                other,
                member,
                handler);
    }

    static OncewardException illegalHandler(String member, int length, int max) {
        return deploymentError(
                "0029",
                null,
                "The handler name of @Idempotent method %s, with %d characters, is not valid. Use a name of 1 to %d"
                        + " characters that is not blank and has neither the character NUL nor an unpaired surrogate.",
                member,
                length,
                max);
    }

    static OncewardException idempotentNeverCalled(String member) {
        return deploymentError(
                "0030",
                null,
                "@Idempotent has no effect on %s: the container does not call this method with messages. Move"
                        + " the annotation to the bean's class or its public onMessage method.",
                member);
    }

    static OncewardException outgoingAfterCompletion(String member, Enum<?> phase) {
        return deploymentError(
                "0032",
                null,
                "@Outgoing observer %s runs in phase %s, after the transaction has completed, so it"
                        + " can't record events. Observe during IN_PROGRESS or BEFORE_COMPLETION.",
                member,
                phase);
    }

    static OncewardException incomingOutgoing(String member) {
        return deploymentError(
                "0023",
                null,
                "Method %s receives from a channel of the server and records on a channel of Onceward, so it"
                        + " would record without a transaction. Set connector=onceward for both channels, or call an"
                        + " @Outgoing method of another bean.",
                member);
    }

    /** @param instead what to declare */
    static OncewardException idempotentWithoutTransaction(String member, String found, String instead) {
        return deploymentError(
                "0024",
                null,
                "@Idempotent method %s has %s, so its claim and its effects could not commit together. Use a"
                        + " container-managed transaction with %s.",
                member,
                found,
                instead);
    }
}
