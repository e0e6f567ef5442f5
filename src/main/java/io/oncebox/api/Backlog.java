// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Duration;

/**
 * How much waits in one queue. Immutable.
 *
 * @param datasource in whose tables, by its configured name
 * @param queue the channel in the outbox, the handler in the inbox
 * @param pending to be published, or handled, as soon as possible
 * @param due those that could be published now: the pending ones, and the delayed and retrying ones whose time has come. A
 *     pause does not change it
 * @param delayed recorded for a later time
 * @param retrying refused, and tried again after a while
 * @param blocked behind an earlier event of their key that was refused
 * @param parked given up, until somebody requeues or discards them
 * @param atLeast whether counting stopped at a bound, so that there may be more of each
 * @param oldestDue for how long the oldest of those that are due has been so, by the database's clock; {@code null}: none is
 * @param lastError of the newest one that is parked or retrying; {@code null}: none is, or it has no text
 * @param paused whether the queue is paused
 * @since 0.1
 */
public record Backlog(
        String datasource,
        String queue,
        long pending,
        long due,
        long delayed,
        long retrying,
        long blocked,
        long parked,
        boolean atLeast,
        Duration oldestDue,
        String lastError,
        boolean paused) {

    /** The same of a queue that is paused. */
    public Backlog asPaused() {
        return new Backlog(
                datasource,
                queue,
                pending,
                due,
                delayed,
                retrying,
                blocked,
                parked,
                atLeast,
                oldestDue,
                lastError,
                true);
    }
}
