// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import static io.oncebox.log.Coded.error;

import io.oncebox.api.OnceboxException;

/** Why an event is not recorded. */
public final class RecordingErrors {

    private RecordingErrors() {}

    public static OnceboxException noTransaction(String channel) {
        return error(
                "0040",
                null,
                "No transaction is active, so an event of channel '%s' can't be recorded with the business data. Call it"
                        + " within a transaction (an EJB method, @Transactional, UserTransaction), or set"
                        + " mp.messaging.outgoing.%s.transaction=own.",
                channel,
                channel);
    }

    public static OnceboxException transactionNotActive(String channel, int status) {
        return error(
                "0041",
                null,
                "The transaction is %s, so an event of channel '%s' can't be recorded in it. Record before it completes"
                        + " or is marked for rollback.",
                TransactionStatus.name(status),
                channel);
    }

    public static OnceboxException notEncodable(String channel, Class<?> type, Throwable cause) {
        return error(
                "0042",
                cause,
                "A payload of %s for channel '%s' can't be encoded: %s. Make it a class that JSON-B can write, or offer a"
                        + " PayloadCodec for it.",
                type.getName(),
                channel,
                Causes.rootMessage(cause));
    }

    public static OnceboxException payloadTooLarge(String channel, Class<?> type, int size, int max) {
        return error(
                "0043",
                null,
                "A payload of %s for channel '%s' has %d bytes, more than oncebox.outbox.max-payload-size=%d. Send a"
                        + " reference instead, or raise the limit.",
                type.getName(),
                channel,
                size,
                max);
    }

    public static OnceboxException tooLong(String what, String channel, int length, int max) {
        return error(
                "0044",
                null,
                "The %s of an event for channel '%s' has %d characters; at most %d fit. Shorten it, or use a hash of it.",
                what,
                channel,
                length,
                max);
    }

    public static OnceboxException illegalHeader(String name, String channel, String why, String instead) {
        return error(
                "0045",
                null,
                "Header '%s' of an event for channel '%s' is illegal: %s. Name it %s.",
                name,
                channel,
                why,
                instead);
    }

    public static OnceboxException headersTooLarge(String channel, int size, int max) {
        return error(
                "0046",
                null,
                "The headers of an event for channel '%s' have %d bytes, more than oncebox.outbox.max-headers-size=%d."
                        + " Move what is large into the payload.",
                channel,
                size,
                max);
    }

    public static OnceboxException ambiguousKey(Class<?> type) {
        return error(
                "0047", null, "%s has more than one member with @EventKey. Leave it on one of them.", type.getName());
    }

    public static OnceboxException nothingToRecord(String channel, String what) {
        return error(
                "0048",
                null,
                "%s can't be recorded on channel '%s'. Leave it out, or return null or an empty Optional from an"
                        + " @Outgoing method for no event.",
                what,
                channel);
    }

    public static OnceboxException emitterFinished(String channel) {
        return error(
                "0049",
                null,
                "The emitter of channel '%s' was completed and sends nothing more. Complete it only at the end.",
                channel);
    }

    public static OnceboxException notReady(Throwable cause) {
        return error(
                "0050", cause, "Oncebox has not started: %s. It tries again by itself.", Causes.rootMessage(cause));
    }

    public static OnceboxException database(String action, Throwable cause) {
        return error("0051", cause, "The database refused to %s: %s", action, Causes.rootMessage(cause));
    }

    public static OnceboxException unreadableKey(Class<?> type, Throwable cause) {
        return error(
                "0052",
                cause,
                "The member of %s with @EventKey can't be read: %s. Make it accessible and without parameters.",
                type.getName(),
                Causes.rootMessage(cause));
    }

    public static OnceboxException illegalMetadata(String what, String channel, String why) {
        return error("0053", null, "The %s of an event for channel '%s' %s.", what, channel, why);
    }

    public static OnceboxException notCommitted() {
        return error(
                "0054",
                null,
                "The server rolled a transaction back instead of committing it; its time limit is the usual reason. Raise"
                        + " the limit, or lower oncebox.relay.batch-size.");
    }

    public static OnceboxException defectiveRow(long seq, String defect) {
        return error(
                "0055",
                null,
                "Row %s of the outbox table was not written by Oncebox and can't be published: %s. Repair the row and"
                        + " requeue it, or discard it.",
                seq,
                defect);
    }

    public static OnceboxException tooManyPending(String channel, int limit) {
        return error(
                "0056",
                null,
                "An event for channel '%s' is refused: oncebox.outbox.max-pending=%s events wait to be published. See why"
                        + " the broker does not take them, or raise the limit.",
                channel,
                limit);
    }
}
