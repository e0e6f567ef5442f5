// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import java.time.Instant;
import java.util.UUID;

/**
 * The rules for the names of the queues of durable observers and durable methods, which are handlers of their own events, and for the ids of
 * calls that can be cancelled. Such an id is a UUID of version 7 whose time is the one that the call is due, so that an index finds a delayed
 * call.
 */
public final class DurableQueue {

    /** The start of the names for observers. It tells these queues from those of other handlers, also when the observer is gone. */
    public static final String OBSERVER = "observer:";

    /** The start of the names for methods. */
    public static final String CALL = "call:";

    private DurableQueue() {}

    /** Returns the queue of an observer. */
    public static String observer(String name) {
        return OBSERVER + name;
    }

    /** Returns the queue of a method. */
    public static String call(String name) {
        return CALL + name;
    }

    /** Returns whether a queue is one of these. */
    public static boolean isOne(String queue) {
        return queue.startsWith(OBSERVER) || isCall(queue);
    }

    /** Returns whether a queue is that of a method. */
    static boolean isCall(String queue) {
        return queue.startsWith(CALL);
    }

    /** @throws OncewardException if the handler of messages has the name of one of these queues, which messages never reach */
    public static void requireOther(String handler) {
        if (isOne(handler)) {
            throw InboxErrors.nameOfDurable(handler);
        }
    }

    /** Returns the name of the observer or method of a queue. */
    public static String nameOf(String queue) {
        return queue.substring(queue.indexOf(':') + 1);
    }

    /** Returns a new id for a call that is due at a time, in whole milliseconds. */
    public static String callId(Instant due) {
        UUID random = UUID.randomUUID();
        long most = due.toEpochMilli() << 16 | 7 << 12 | (random.getMostSignificantBits() & 0xFFF);
        return new UUID(most, random.getLeastSignificantBits()).toString();
    }

    /** Returns the time of such an id; {@code null} of another one. */
    public static Instant dueOf(String callId) {
        try {
            UUID uuid = UUID.fromString(callId);
            return uuid.version() == 7 ? Instant.ofEpochMilli(uuid.getMostSignificantBits() >>> 16) : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
