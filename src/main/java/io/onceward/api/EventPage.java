// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.util.List;

/**
 * One page of the events that a filter accepts.
 *
 * <p>Implementations are immutable and come from Onceward; applications don't implement this interface, and later versions add
 * methods to it.
 *
 * @since 0.1
 */
public interface EventPage {

    /** Returns the events, unmodifiable; may be empty although further pages have events. Not {@code null}. */
    List<EventSummary> events();

    /**
     * Returns the cursor of the next page: letters, digits, {@code -}, {@code _} and {@code .}.
     *
     * @return {@code null} if this is the last page
     */
    String next();
}
