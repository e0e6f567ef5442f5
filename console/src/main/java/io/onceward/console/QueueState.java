// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.Backlog;
import java.time.Duration;

/**
 * The state of a queue, worst first. A pause explains why events wait. It does not explain parked or blocked events, and it does
 * not make overdue events well.
 */
enum QueueState {
    PARKED(Level.STUCK, "Parked"),
    BEHIND(Level.STUCK, "Behind"),
    PAUSED_BEHIND(Level.WARN, "Paused, behind"),
    WAITING(Level.WARN, "Waiting"),
    BLOCKED(Level.WARN, "Blocked"),
    PAUSED(Level.PAUSED, "Paused"),
    RETRYING(Level.WARN, "Retrying"),
    MOVING(Level.MOVING, "Moving"),
    IDLE(Level.IDLE, "Idle");

    /** A queue whose oldest event has been due for longer does not move. */
    static final Duration OVERDUE = Duration.ofMinutes(1);

    private final Level level;
    private final String text;

    QueueState(Level level, String text) {
        this.level = level;
        this.text = text;
    }

    /** @param unavailable whether the events wait for a resource that is unavailable */
    static QueueState of(Backlog queue, boolean unavailable) {
        if (queue.parked() > 0) {
            return PARKED;
        }
        if (isOverdue(queue)) {
            return queue.isPaused() ? PAUSED_BEHIND : BEHIND;
        }
        if (unavailable && !queue.isPaused() && queue.due() + queue.retrying() > 0) {
            return WAITING;
        }
        if (queue.blocked() > 0) {
            return BLOCKED;
        }
        if (queue.isPaused()) {
            return PAUSED;
        }
        if (queue.retrying() > 0) {
            return RETRYING;
        }
        return queue.due() > 0 ? MOVING : IDLE; // pending events are due
    }

    static boolean isOverdue(Backlog queue) {
        return queue.oldestDue() != null && queue.oldestDue().compareTo(OVERDUE) > 0;
    }

    Level level() {
        return level;
    }

    /** Returns its name on the page. */
    String text() {
        return text;
    }
}
