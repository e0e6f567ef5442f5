// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.deploymentError;

import io.oncebox.api.OnceboxException;

/** Errors of annotations on elements where they have no effect. */
public final class AnnotationErrors {

    private AnnotationErrors() {}

    public static OnceboxException asynchronousOutgoing(String member, String type) {
        return deploymentError(
                "0020",
                null,
                "@Outgoing method %s returns %s, which completes outside the transaction. Return the payload, a"
                        + " Message, an Iterable, an array, a Stream or an Optional.",
                member,
                type);
    }

    public static OnceboxException voidOutgoing(String member) {
        return deploymentError(
                "0021", null, "@Outgoing method %s returns nothing to record. Return the event.", member);
    }

    public static OnceboxException uninterceptableOutgoing(String member, String modifier) {
        return deploymentError(
                "0022",
                null,
                "@Outgoing method %s is %s, so the container can't intercept it. Use an instance method that is"
                        + " neither private nor final.",
                member,
                modifier);
    }

    public static OnceboxException outgoingMessageDriven(String member) {
        return deploymentError(
                "0027",
                null,
                "Method %s of a message-driven bean has @Outgoing, but only the container calls methods of such"
                        + " a bean. Call an @Outgoing method of another bean, or inject Outbox.",
                member);
    }

    public static OnceboxException sharedHandler(String handler, String member, String other) {
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

    public static OnceboxException illegalHandler(String member, int length, int max) {
        return deploymentError(
                "0029",
                null,
                "The handler name of @Idempotent method %s, with %d characters, is not valid. Use a name of 1 to %d"
                        + " characters that is not blank and has neither the character NUL nor an unpaired surrogate.",
                member,
                length,
                max);
    }

    public static OnceboxException idempotentNeverCalled(String member) {
        return deploymentError(
                "0030",
                null,
                "@Idempotent has no effect on %s: the container does not call this method with messages. Move"
                        + " the annotation to the bean's class or its public onMessage method.",
                member);
    }

    public static OnceboxException outgoingAfterCompletion(String member, Enum<?> phase) {
        return deploymentError(
                "0032",
                null,
                "@Outgoing observer %s runs in phase %s, after the transaction has completed, so it"
                        + " can't record events. Observe during IN_PROGRESS or BEFORE_COMPLETION.",
                member,
                phase);
    }

    public static OnceboxException incomingOutgoing(String member) {
        return deploymentError(
                "0023",
                null,
                "Method %s receives from a channel of the server and records on a channel of Oncebox, so it"
                        + " would record without a transaction. Set connector=oncebox for both channels, or call an"
                        + " @Outgoing method of another bean.",
                member);
    }

    /** @param instead what to declare */
    public static OnceboxException idempotentWithoutTransaction(String member, String found, String instead) {
        return deploymentError(
                "0024",
                null,
                "@Idempotent method %s has %s, so its claim and its effects could not commit together. Use a"
                        + " container-managed transaction with %s.",
                member,
                found,
                instead);
    }

    public static OnceboxException foreignChannel(String channel, String connector) {
        return deploymentError(
                "0026",
                null,
                "Channel '%s' belongs to connector %s. Set mp.messaging.outgoing.%s.connector=oncebox to record"
                        + " events on this channel.",
                channel,
                connector,
                channel);
    }
}
