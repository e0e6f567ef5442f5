// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import io.onceward.api.EventPage;
import io.onceward.api.EventSummary;
import java.util.List;

/** A page of found events. */
record Page(List<EventSummary> events, String next) implements EventPage {

    /** Copies the list. */
    Page {
        events = List.copyOf(events);
    }
}
