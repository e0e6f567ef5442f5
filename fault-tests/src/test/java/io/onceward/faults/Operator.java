// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.api.EventFilter;
import io.onceward.standalone.Onceward;

/** Pauses and resumes a handler, and requeues the messages that handlers have parked. */
final class Operator {

    private static final String NAME = "operator";
    private static final int PAUSE_MILLIS = 100;

    private final Onceward onceward;

    Operator(Onceward onceward) {
        this.onceward = onceward;
    }

    /** Works until the process ends. */
    void work() throws InterruptedException {
        onceward.inboxAdmin().pause("shipping", NAME);
        Thread.sleep(PAUSE_MILLIS);
        onceward.inboxAdmin().resume("shipping", NAME);
        while (true) {
            if (!onceward.inboxAdmin()
                    .find(EventFilter.all().parked(), null, 1)
                    .events()
                    .isEmpty()) {
                onceward.inboxAdmin().requeue(EventFilter.all().parked(), NAME);
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }
}
