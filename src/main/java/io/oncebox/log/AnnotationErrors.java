// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;

/** Annotations that stand where they can't work. */
public final class AnnotationErrors {

    private AnnotationErrors() {}

    public static OnceboxException asynchronousOutgoing(String member, String type) {
        return error(
                "0020",
                null,
                "@Outgoing method %s returns %s, which completes outside of the transaction. Return the payload, a"
                        + " Message, an Iterable, an array, a Stream or an Optional.",
                member,
                type);
    }

    public static OnceboxException voidOutgoing(String member) {
        return error("0021", null, "@Outgoing method %s returns nothing that could be sent. Return the event.", member);
    }

    public static OnceboxException uninterceptableOutgoing(String member, String modifier) {
        return error(
                "0022",
                null,
                "@Outgoing method %s is %s and can't be intercepted. Make it an instance method that is neither private"
                        + " nor final.",
                member,
                modifier);
    }

    public static OnceboxException outgoingMessageDriven(String member) {
        return error(
                "0027",
                null,
                "@Outgoing stands on %s of a message-driven bean, which only the container calls. Call an @Outgoing"
                        + " method of another bean from it, or inject Outbox there.",
                member);
    }

    public static OnceboxException sharedHandler(String handler, String member, String other) {
        return error(
                "0028",
                null,
                "@Idempotent methods %s and %s share the handler name '%s', so what one has processed never gets to the"
                        + " other. Give each a name of its own, or set shared = true on both.",
                other,
                member,
                handler);
    }

    public static OnceboxException longHandler(String member, int length, int max) {
        return error(
                "0029",
                null,
                "The handler name of @Idempotent method %s has %d characters; at most %d fit. Set a shorter one.",
                member,
                length,
                max);
    }

    public static OnceboxException idempotentNeverCalled(String member) {
        return error(
                "0030",
                null,
                "@Idempotent stands on %s, which the container does not call with messages. Put it on the bean's class or"
                        + " on its public onMessage method.",
                member);
    }

    public static OnceboxException outgoingAfterCompletion(String member, Enum<?> phase) {
        return error(
                "0032",
                null,
                "@Outgoing stands on observer %s, which is called %s, when nothing can be recorded in the transaction any"
                        + " more. Observe during IN_PROGRESS or BEFORE_COMPLETION.",
                member,
                phase);
    }

    public static OnceboxException incomingOutgoing(String member) {
        return error(
                "0023",
                null,
                "Method %s has @Incoming on a channel of the server and @Outgoing on one of Oncebox, so it would record in"
                        + " no transaction. Set connector=oncebox for both, or call an @Outgoing method of another bean.",
                member);
    }

    /** @param instead what to declare */
    public static OnceboxException idempotentWithoutTransaction(String member, String found, String instead) {
        return error(
                "0024",
                null,
                "@Idempotent method %s has %s, so its claim and its effects could not commit together. Use a"
                        + " container-managed transaction with %s.",
                member,
                found,
                instead);
    }

    public static OnceboxException foreignChannel(String channel, String connector) {
        return error(
                "0026",
                null,
                "Channel '%s' belongs to connector %s. Set mp.messaging.outgoing.%s.connector=oncebox to record events"
                        + " on it.",
                channel,
                connector,
                channel);
    }
}
