// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import io.oncebox.api.EventFilter;
import io.oncebox.standalone.Oncebox;

/** Pauses and resumes a handler, and requeues the messages that handlers have parked. */
final class Operator {

    private static final String NAME = "operator";
    private static final int PAUSE_MILLIS = 100;

    private final Oncebox oncebox;

    Operator(Oncebox oncebox) {
        this.oncebox = oncebox;
    }

    /** Works until the process ends. */
    void work() throws InterruptedException {
        oncebox.inboxAdmin().pause("shipping", NAME);
        Thread.sleep(PAUSE_MILLIS);
        oncebox.inboxAdmin().resume("shipping", NAME);
        while (true) {
            if (!oncebox.inboxAdmin()
                    .find(EventFilter.all().parked(), null, 1)
                    .events()
                    .isEmpty()) {
                oncebox.inboxAdmin().requeue(EventFilter.all().parked(), NAME);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
