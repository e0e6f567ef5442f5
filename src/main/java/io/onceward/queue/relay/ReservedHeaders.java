// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.onceward.log.ControlCharacters;
import io.onceward.queue.Time;
import io.onceward.queue.payload.StoredPayloads;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The headers of a row whose names applications can't use. The relay reads them; the publisher of a broker may map them. */
public final class ReservedHeaders {

    /** The start of the name of every reserved header. */
    public static final String PREFIX = "onceward_";

    /** The highest priority. */
    public static final int MAX_PRIORITY = 9;

    private static final String PRIORITY = PREFIX + "priority";

    /** When the event expires, in milliseconds since 1970. */
    private static final String EXPIRES = PREFIX + "expires";

    /** What the relay does with the event when it has expired: {@link #PARK}, or drops it. */
    private static final String EXPIRED = PREFIX + "expired";

    private static final String PARK = "park";

    /** The queue in which an event is parked; only its copy for handlers of parked events has it. */
    private static final String PARKED_QUEUE = PREFIX + "parked_queue";

    /** The most characters of the reason why an event was parked. */
    private static final int LONGEST_ERROR = 1000;

    /** How many local events have led to this one without a delay, with itself. Only a row without a broker has it. */
    public static final String LOCAL = PREFIX + "local";

    /** What only rows have. */
    private static final Set<String> OF_ROWS = Set.of(LOCAL, PARKED_QUEUE, StoredPayloads.HEADER);

    private ReservedHeaders() {}

    /** Returns whether applications can't use a name. */
    public static boolean isReserved(String name) {
        return name.startsWith(PREFIX);
    }

    static boolean isIn(Map<String, String> headers) {
        for (String name : headers.keySet()) {
            if (isReserved(name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns headers with the priority and the expiry of an event.
     *
     * @param priority {@code null} for none
     * @param timeToLive {@code null} for an event that never expires
     * @param parksExpired whether the relay parks the event when it has expired
     */
    public static Map<String, String> with(
            Map<String, String> headers, Integer priority, Duration timeToLive, boolean parksExpired) {
        if (priority == null && timeToLive == null) {
            return headers;
        }
        Map<String, String> more = new LinkedHashMap<>(headers);
        if (priority != null) {
            more.put(PRIORITY, priority.toString());
        }
        if (timeToLive != null) {
            more.put(EXPIRES, Long.toString(Time.SYSTEM.now().toEpochMilli() + timeToLive.toMillis()));
            if (parksExpired) {
                more.put(EXPIRED, PARK);
            }
        }
        return more;
    }

    /** Returns the headers of an event that goes to a handler without a broker. */
    public static Map<String, String> local(Map<String, String> headers, int depth) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(LOCAL, Integer.toString(depth));
        return more;
    }

    /**
     * Returns the headers of a parked event for the handlers of parked events. It does not expire.
     *
     * @param queue the queue in which it is parked
     * @param isReceived whether a broker has delivered it, perhaps twice: then its copy needs a claim, too
     */
    public static Map<String, String> parked(
            Map<String, String> headers, String queue, String error, boolean isReceived) {
        Map<String, String> more = isReceived ? new LinkedHashMap<>(headers) : local(headers, depthOfAny(headers) + 1);
        more.keySet().removeAll(Set.of(EXPIRES, EXPIRED));
        more.put(PARKED_QUEUE, queue);
        String begin = error.substring(0, Math.min(error.length(), LONGEST_ERROR));
        more.put(PREFIX + "parked_error", ControlCharacters.escaped(new String(begin.getBytes(UTF_8), UTF_8)));
        return more;
    }

    private static int depthOfAny(Map<String, String> headers) {
        try {
            return localDepth(headers).orElse(0);
        } catch (IllegalArgumentException e) { // another writer's
            return 0;
        }
    }

    /** Returns whether an event has come without a broker: its row is its claim. */
    public static boolean isLocal(Map<String, String> headers) {
        return headers.containsKey(LOCAL);
    }

    /** Returns the queue in which an event was parked, if this is its copy for handlers of parked events. */
    public static Optional<String> parkedQueue(Map<String, String> headers) {
        return Optional.ofNullable(headers.get(PARKED_QUEUE));
    }

    /** Returns the headers of a message that a broker has delivered, whatever its sender has set. */
    public static Map<String, String> received(Map<String, String> headers) {
        if (Collections.disjoint(headers.keySet(), OF_ROWS)) {
            return headers;
        }
        Map<String, String> without = new LinkedHashMap<>(headers);
        without.keySet().removeAll(OF_ROWS);
        return without;
    }

    /**
     * Returns how many local events have led to an event without a delay, with itself; empty if it came from a broker.
     *
     * @throws IllegalArgumentException if another writer has left an illegal value
     */
    public static OptionalInt localDepth(Map<String, String> headers) {
        String text = headers.get(LOCAL);
        return text == null ? OptionalInt.empty() : OptionalInt.of((int) number(LOCAL, text));
    }

    /** @throws IllegalArgumentException if another writer has left an illegal value */
    static OptionalInt priority(Map<String, String> headers) {
        String text = headers.get(PRIORITY);
        if (text == null) {
            return OptionalInt.empty();
        }
        long priority = number(PRIORITY, text);
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException("its header " + PRIORITY + " is not a number from 0 to 9");
        }
        return OptionalInt.of((int) priority);
    }

    /** @throws IllegalArgumentException if another writer has left an illegal value */
    public static Optional<Instant> expiresAt(Map<String, String> headers) {
        String text = headers.get(EXPIRES);
        return text == null ? Optional.empty() : Optional.of(Instant.ofEpochMilli(number(EXPIRES, text)));
    }

    static boolean parksExpired(Map<String, String> headers) {
        return PARK.equals(headers.get(EXPIRED));
    }

    private static long number(String name, String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("its header " + name + " is not a number", e);
        }
    }
}
