// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Duration;

/**
 * The backlog figures of one queue in one datasource, counted at one moment.
 *
 * <p>Implementations are immutable and come from Onceward; applications don't implement this interface, and later versions add
 * methods to it.
 *
 * @since 0.1
 */
public interface Backlog {

    /** Returns the configured name of the datasource whose tables hold the queue. Not {@code null}. */
    String datasource();

    /** Returns the name of the queue: the channel in the outbox, the handler in the inbox. Not {@code null}. */
    String queue();

    /** Returns the number of events to publish, or messages to handle, as soon as possible. */
    long pending();

    /**
     * Returns the number of events that could be published now: the pending ones, and the delayed and retrying ones whose time
     * has come. A pause does not change it.
     */
    long due();

    /** Returns the number of events that were recorded for a later time. */
    long delayed();

    /** Returns the number of events that were refused and wait for their next attempt. */
    long retrying();

    /** Returns the number of events that wait behind an earlier, refused event of their key. */
    long blocked();

    /** Returns the number of events that are parked until an operator requeues or discards them. */
    long parked();

    /** Returns whether the figures are lower bounds: the count stopped at a limit, so that each figure may be higher. */
    boolean isLowerBound();

    /**
     * Returns how long the oldest due event has been due, by the database's clock.
     *
     * @return {@code null} if no event is due; never negative
     */
    Duration oldestDue();

    /**
     * Returns the error of the newest parked or retrying event.
     *
     * @return {@code null} if no event is parked or retrying, or its error has no text
     */
    String lastError();

    /** Returns whether the queue is paused. */
    boolean isPaused();
}
