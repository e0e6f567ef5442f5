// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.error;
import static io.onceward.log.Coded.notReadyError;
import static io.onceward.log.Coded.queueFullError;

import io.onceward.api.OncewardException;
import java.time.Instant;

/** Errors of events that can't be recorded or published. */
public final class RecordingErrors {

    private RecordingErrors() {}

    public static OncewardException noTransaction(String channel) {
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

    public static OncewardException transactionNotActive(String channel, int status) {
        return callError(
                "0041",
                null,
                "The transaction is %s, so an event for channel '%s' can't be recorded in it. Record events"
                        + " before the transaction completes or is marked for rollback.",
                TransactionStatus.name(status),
                channel);
    }

    public static OncewardException notEncodable(String channel, Class<?> type, Throwable cause) {
        return callError(
                "0042",
                cause,
                "A payload of class %s for channel '%s' can't be encoded: %s. Use a class that"
                        + " JSON-B can write, or provide a PayloadCodec for the class.",
                type.getName(),
                channel,
                Causes.rootMessage(cause));
    }

    public static OncewardException payloadTooLarge(String channel, Class<?> type, int size, int max) {
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

    public static OncewardException illegalHeader(String name, String channel, String why, String instead) {
        return callError(
                "0045",
                null,
                "Header '%s' of an event for channel '%s' is not allowed: %s. Use %s instead.",
                name,
                channel,
                why,
                instead);
    }

    public static OncewardException headersTooLarge(String channel, int size, int max) {
        return callError(
                "0046",
                null,
                "The headers of an event for channel '%s' have %d bytes, more than"
                        + " onceward.outbox.max-headers-size=%d. Move large values into the payload, or raise the limit.",
                channel,
                size,
                max);
    }

    public static OncewardException ambiguousKey(Class<?> type) {
        return callError(
                "0047",
                null,
                "Class %s has several members with @EventKey. Keep the annotation on one of them.",
                type.getName());
    }

    public static OncewardException nothingToRecord(String channel) {
        return callError(
                "0048",
                null,
                "A payload for channel '%s' is null, so there is no event to record. Pass a payload."
                        + " To record no event, return null or an empty Optional from the @Outgoing method.",
                channel);
    }

    public static OncewardException emitterFinished(String channel) {
        return callError(
                "0049",
                null,
                "The emitter of channel '%s' records no more events, because complete() or error()"
                        + " was called. Call these methods after the last event.",
                channel);
    }

    public static OncewardException notReady(Throwable cause) {
        return notReadyError(
                "0050",
                cause,
                "Onceward has not started and refuses this call. Onceward retries the start every few"
                        + " seconds. Cause: %s",
                Causes.rootMessage(cause));
    }

    /** Returns the exception for a failure of the database whose kind is not known. */
    public static OncewardException database(String action, Throwable cause) {
        return database(action, Kind.OTHER, cause);
    }

    public static OncewardException database(String action, Kind kind, Throwable cause) {
        return error(
                kind,
                "0051",
                cause,
                "Onceward could not %s, because the database or the transaction failed: %s. Check the database. If"
                        + " the application called Onceward, repeat the call.",
                action,
                Causes.rootMessage(cause));
    }

    public static OncewardException unreadableKey(Class<?> type, Throwable cause) {
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

    public static OncewardException notCommitted() {
        return error(
                "0054",
                null,
                "The server rolled back a transaction instead of committing it. The usual reason is the"
                        + " transaction timeout. Raise the timeout, or lower onceward.relay.batch-size.");
    }

    public static OncewardException defectiveRow(long seq, String defect) {
        return error(
                "0055",
                null,
                "Row %s of the outbox table is malformed, so the relay can't publish the event: %s."
                        + " If the row still has this defect, correct the row. Then requeue the event, or discard the event.",
                seq,
                defect);
    }

    public static OncewardException expired(String id, String channel, Instant expiry) {
        return error(
                "0320",
                null,
                "Event %s of channel '%s' expired at %s, before it was published. Discard the event. To publish it all the"
                        + " same, record it again without a time to live.",
                id,
                channel,
                expiry);
    }

    /** Returns the reason of a negative acknowledgement. */
    public static OncewardException rolledBack(String channel) {
        return error(
                "0200",
                null,
                "An event for channel '%s' is not in the outbox, because the transaction in which it was recorded"
                        + " has not committed. Send the message again in a new transaction.",
                channel);
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

    public static OncewardException tooManyPending(String channel, int limit) {
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
