// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.error;
import static io.onceward.log.Coded.queueFullError;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.log.TransactionStatus;

/** Errors of events that can't be recorded or published. */
public final class RecordingErrors {

    private RecordingErrors() {}

    static OncewardException tooDeep(String channel, int limit) {
        return callError(
                "0324",
                null,
                "An event of channel '%s' was refused: %s local events without a delay have led to it, each recorded by the handler of"
                        + " the one before. Have the handlers end this chain, or record the event with a delivery delay.",
                channel,
                limit);
    }

    static OncewardException noTransaction(String channel) {
        return callError(
                "0040",
                null,
                "No transaction is active, so an event for channel '%s' can't be recorded with the business"
                        + " data. Record the event within a transaction (an EJB method, @Transactional or UserTransaction)."
                        + " If the caller had a transaction, the transaction has ended, or the server has lost it after"
                        + " an inner transaction failed at its commit. To record events that belong to no business data,"
                        + " set mp.messaging.outgoing.%s.transaction=own.",
                channel,
                channel);
    }

    static OncewardException transactionNotActive(String channel, int status) {
        return callError(
                "0041",
                null,
                "The transaction is %s, so an event for channel '%s' can't be recorded in it. Record events"
                        + " before the transaction completes or is marked for rollback.",
                TransactionStatus.name(status),
                channel);
    }

    static OncewardException notEncodable(String channel, Class<?> type, Throwable cause) {
        return callError(
                "0042",
                cause,
                "A payload of class %s for channel '%s' can't be encoded: %s. Use a class that"
                        + " JSON-B can write, or provide a PayloadCodec for the class.",
                type.getName(),
                channel,
                Causes.rootMessage(cause));
    }

    static OncewardException payloadTooLarge(String channel, Class<?> type, int size, int max) {
        return callError(
                "0043",
                null,
                "A payload of class %s for channel '%s' has %d bytes, more than"
                        + " onceward.outbox.max-payload-size=%d. Send a reference to the data, or raise the limit.",
                type.getName(),
                channel,
                size,
                max);
    }

    public static OncewardException tooLong(String what, String channel, int length, int max) {
        return callError(
                "0044",
                null,
                "The %s of an event for channel '%s' has %d characters, but the limit is %d. Use a"
                        + " shorter value, for example a hash.",
                what,
                channel,
                length,
                max);
    }

    static OncewardException illegalHeader(String name, String channel, String why, String instead) {
        return callError(
                "0045",
                null,
                "Header '%s' of an event for channel '%s' is not allowed: %s. Use %s instead.",
                name,
                channel,
                why,
                instead);
    }

    static OncewardException headersTooLarge(String channel, int size, int max) {
        return callError(
                "0046",
                null,
                "The headers of an event for channel '%s' have %d bytes, more than"
                        + " onceward.outbox.max-headers-size=%d. Move large values into the payload, or raise the limit.",
                channel,
                size,
                max);
    }

    static OncewardException ambiguousKey(Class<?> type) {
        return callError(
                "0047",
                null,
                "Class %s has several members with @EventKey. Keep the annotation on one of them.",
                type.getName());
    }

    static OncewardException nothingToRecord(String channel) {
        return callError(
                "0048",
                null,
                "A payload for channel '%s' is null, so there is no event to record. Pass a payload."
                        + " To record no event, return null or an empty Optional from the @Outgoing method.",
                channel);
    }

    static OncewardException unreadableKey(Class<?> type, Throwable cause) {
        return callError(
                "0052",
                cause,
                "The @EventKey member of class %s can't be read: %s. Annotate an accessible field, or an"
                        + " accessible method without parameters.",
                type.getName(),
                Causes.rootMessage(cause));
    }

    public static OncewardException illegalMetadata(String what, String channel, String why) {
        return callError("0053", null, "The %s of an event for channel '%s' is invalid: %s.", what, channel, why);
    }

    /** Returns the exception after a method that has returned without the transaction in which it was called. */
    public static OncewardException transactionLost(String member) {
        return error(
                "0206",
                null,
                "%s was called in a transaction that the thread no longer has, so the changes of the call do not commit."
                        + " Either the server has not resumed the transaction after an inner transaction failed at its"
                        + " commit, or the method has ended the transaction. Use an EJB with REQUIRES_NEW for the inner"
                        + " transaction instead of a CDI bean with @Transactional(REQUIRES_NEW), or pass the exception of"
                        + " the inner transaction on to the caller.",
                member);
    }

    static OncewardException tooManyPending(String channel, int limit) {
        return queueFullError(
                "0056",
                null,
                "An event for channel '%s' is refused, because the pending events in the outbox of this channel have"
                        + " reached onceward.outbox.max-pending=%s. Restore the broker, resume a paused queue, requeue"
                        + " or discard parked events that block others, or raise the limit.",
                channel,
                limit);
    }
}
