// SPDX-License-Identifier: Apache-2.0
package io.oncebox.admin;

import io.oncebox.api.EventPage;
import io.oncebox.api.EventSummary;
import java.util.List;

/** A page of found events. */
record Page(List<EventSummary> events, String next) implements EventPage {

    /** Copies the list. */
    Page {
        events = List.copyOf(events);
    }
}
