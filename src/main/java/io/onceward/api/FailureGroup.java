// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Instant;

/**
 * Parked and retrying events of one queue whose last errors have a common cause: the same exception with the same message, except for
 * numbers, ids and quoted values. "Order 17 not found" and "Order 18 not found" have a common cause.
 *
 * <p>Implementations are immutable and come from Onceward; applications don't implement this interface, and later versions add
 * methods to it.
 *
 * @since 0.1
 */
public interface FailureGroup {

    /** Returns the configured name of the datasource whose tables hold the events. Not {@code null}. */
    String datasource();

    /** Returns the name of the queue: the channel in the outbox, the handler in the inbox. Not {@code null}. */
    String queue();

    /**
     * Returns the innermost cause of the errors, at most 300 characters, with {@code …} in place of numbers, ids and quoted values; {@code
     * none} for events without an error. Later versions may write it differently. Not {@code null}.
     */
    String cause();

    /** Returns the number of parked events. */
    long parked();

    /** Returns the number of retrying events. */
    long retrying();

    /** Returns whether the group may have more events, because the search in its queue stopped at a bound. */
    boolean isLowerBound();

    /**
     * Returns when the first of the events was recorded.
     *
     * @return {@code null} if no row has a valid time
     */
    Instant first();

    /**
     * Returns when the last of the events was recorded.
     *
     * @return {@code null} if no row has a valid time
     */
    Instant last();

    /** Returns one of the events, as it was when it was found. Not {@code null}. */
    EventSummary sample();

    /**
     * Returns the filter that accepts the events of this group, and no others: that of the search, with the datasource, the queue and the
     * cause of the group. Not {@code null}.
     */
    EventFilter filter();
}
