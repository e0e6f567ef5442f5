// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Whether a host takes requests, by its last answers. Decides whether a failure is an outage of the host or a refusal of the
 * event: an event that fails again and again, while the host works, must not hold up the other events of the host for ever.
 * Thread-safe.
 */
final class HostHealth {

    /** So many failures of one event in a row, and of no other event, count as one refusal of the event. */
    static final int FAILURES_OF_ONE = 10;

    /** The same during an outage that other events have noticed, too: about half an hour. */
    static final int FAILURES_IN_OUTAGE = 60;

    /** More events than fail at the same time, each at the head of its channel or key. */
    private static final int MAX_EVENTS = 100;

    private boolean unavailable;
    private long pauseEnd = System.nanoTime();
    private Instant until = Instant.EPOCH;
    private final Map<String, Failures> byEvent = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Failures> eldest) {
            return size() > MAX_EVENTS;
        }
    };
    private long answers;
    private boolean isUnreachable;

    /**
     * The failures of one event.
     *
     * @param answers the number of answers at the last failure
     * @param count the failures since the last answer
     */
    private record Failures(long answers, int count) {}

    /** Returns the end of the pause that the host has asked for; {@code null} if there is no pause now. */
    synchronized Instant pausedUntil() {
        return pauseEnd - System.nanoTime() > 0 ? until : null;
    }

    /** Notes that the host has confirmed or refused an event. */
    synchronized void answered(String id) {
        unavailable = false;
        isUnreachable = false;
        answers++;
        byEvent.remove(id);
    }

    /** Notes that no connection to the host exists: this is never the fault of an event. */
    synchronized void unreachable() {
        unavailable = true;
        isUnreachable = true;
        byEvent.clear();
    }

    /** Notes that an event was not sent, or that the host takes no event now, for a reason that is no fault of the event. */
    synchronized void postponed(Duration pause) {
        pauseFor(pause);
        unavailable = true;
    }

    /**
     * Notes that the host did not take an event. This counts as a refusal of the event if the host has answered another one since
     * the last failure of the event, or if the event has failed often in a row.
     *
     * @param pause the pause that the host asks for
     */
    synchronized void failed(String id, Duration pause) {
        pauseFor(pause);
        Failures last = byEvent.getOrDefault(id, new Failures(answers, 0));
        boolean worksForOthers = last.answers() != answers;
        int count = worksForOthers ? 1 : last.count() + 1;
        byEvent.put(id, new Failures(answers, count));
        boolean isRefusal = worksForOthers || count >= limit();
        unavailable = !isRefusal;
        if (isRefusal) {
            byEvent.put(id, new Failures(answers, 0));
        }
    }

    private int limit() {
        boolean isOutage = isUnreachable
                || byEvent.values().stream()
                                .filter(failures -> failures.answers() == answers)
                                .count()
                        > 1;
        return isOutage ? FAILURES_IN_OUTAGE : FAILURES_OF_ONE;
    }

    private void pauseFor(Duration pause) {
        long end = System.nanoTime() + pause.toNanos();
        if (end - pauseEnd > 0) {
            pauseEnd = end;
            until = Instant.now().plus(pause);
        }
    }

    /** Returns whether the last request found no host that takes requests. */
    synchronized boolean isUnavailable() {
        return unavailable;
    }
}
