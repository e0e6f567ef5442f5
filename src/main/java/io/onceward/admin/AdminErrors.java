// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import io.onceward.log.Kind;
import io.onceward.queue.store.KeptOriginal;

/** Refusals of the administration. */
public final class AdminErrors {

    private AdminErrors() {}

    static OncewardException illegalPageSize(int limit, int max) {
        return callError(Kind.OPERATOR, "0160", null, "Page size %s is out of range. Use 1 to %s.", limit, max);
    }

    static OncewardException illegalCursor() {
        return callError(
                Kind.OPERATOR,
                "0161",
                null,
                "The cursor does not come from a previous page. Start again with the first page.");
    }

    static OncewardException purgeWithoutQueue() {
        return callError(
                Kind.OPERATOR,
                "0162",
                null,
                "A purge needs the name of one channel or handler. Set the name with EventFilter.withQueue.");
    }

    static OncewardException illegalQueueName(String queue, int max) {
        return callError(
                Kind.OPERATOR,
                "0163",
                null,
                "'%s' is not a valid name of a channel or handler: it is blank, longer than %d characters, or"
                        + " contains characters that databases refuse. Correct the name.",
                queue,
                max);
    }

    static OncewardException notEditable(String datasource, long position) {
        return callError(
                Kind.OPERATOR,
                "0164",
                null,
                "The event at position %s of %s is gone, is not parked, was changed since it was shown, or its row is"
                        + " malformed, such as its headers. Nothing was changed. Show it again.",
                position,
                datasource);
    }

    static OncewardException illegalPayload(String id, String why) {
        return callError(
                Kind.OPERATOR,
                "0165",
                null,
                "The new payload of '%s' is refused: %s. Nothing was changed. Correct it.",
                id,
                why);
    }

    static OncewardException undecodablePayload(String id, Exception cause) {
        return callError(
                Kind.OPERATOR,
                "1236",
                cause,
                "The payload of '%s' can't be edited, because its stored bytes can't be decoded. Nothing was changed. Restore the bytes or"
                        + " their key, or discard the event.",
                id);
    }

    /** Returns the error of an original. It has no arrow, so that it is its own innermost cause. */
    static String keptOriginal(String error) {
        return KeptOriginal.START
                + error(
                                "0166",
                                null,
                                "This is the original of an event that was requeued with an edited payload. It can't be requeued. Discard it"
                                        + " when the edited one has taken effect. Its error was: %s",
                                error)
                        .getMessage();
    }

    public static OncewardException unknownQueue(String kind, String queue) {
        return callError(
                Kind.OPERATOR,
                "0220",
                null,
                "There is no %s '%s': this application does not declare it, and it has no events, lanes or retry"
                        + " policy. Nothing was paused. Use a name from the backlog.",
                kind,
                queue);
    }
}
