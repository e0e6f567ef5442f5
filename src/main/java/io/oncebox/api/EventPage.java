// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.util.List;

/**
 * Some of the events that a filter takes. Immutable.
 *
 * @param events may be empty though others follow
 * @param next the cursor of the next page, of letters, digits, {@code -}, {@code _} and {@code .}; {@code null}: there is none
 * @since 0.1
 */
public record EventPage(List<EventSummary> events, String next) {

    /** Copies the list. */
    public EventPage {
        events = List.copyOf(events);
    }
}
