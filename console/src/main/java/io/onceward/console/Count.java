// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.EventFilter;
import io.onceward.api.EventPage;
import io.onceward.api.QueueAdmin;
import io.onceward.queue.store.KeptOriginal;

/**
 * The number of events that a filter accepts. Counting stops at a bound.
 *
 * @param events the counted events
 * @param kept those of them that are the original of an edited event, and can't be requeued
 * @param isLowerBound whether there may be more
 */
record Count(int events, int kept, boolean isLowerBound) {

    /** Most pages that are read. */
    private static final int PAGES = 10;

    static Count of(QueueAdmin admin, EventFilter filter) {
        int events = 0;
        int kept = 0;
        String cursor = null;
        int pages = 0;
        do {
            EventPage page = admin.find(filter, cursor, QueueAdmin.MAX_PAGE);
            events += page.events().size();
            kept += (int) page.events().stream().filter(KeptOriginal::is).count();
            cursor = page.next();
            pages++;
        } while (cursor != null && pages < PAGES);
        return new Count(events, kept, cursor != null);
    }
}
