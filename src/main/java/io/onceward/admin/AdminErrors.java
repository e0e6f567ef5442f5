// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import static io.onceward.log.Coded.callError;

import io.onceward.api.OncewardException;
import io.onceward.log.Kind;

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
