// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static io.onceward.log.Coded.callError;
import static io.onceward.log.Coded.error;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.log.Kind;
import java.util.Collection;

/** Errors of idempotent calls, and of their keys. */
public final class CallErrors {

    private CallErrors() {}

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

    static OncewardException resultMissing(String handler, String id) {
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

    static OncewardException resultNotReplayable(String handler, String type, Throwable cause) {
        return callError(
                "0123",
                cause,
                "The result of handler '%s', of type %s, can't be stored and read back: %s. Use a"
                        + " class that JSON-B can write and read, or provide a PayloadCodec that decodes it.",
                handler,
                type,
                Causes.rootMessage(cause));
    }

    static OncewardException effectsOutsideOfTransaction(String handler) {
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
    static OncewardException unknownHeader(String handler, String name, Collection<String> headers) {
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
