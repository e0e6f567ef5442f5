// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.api.EventSummary;

/**
 * The original of an edited event, which {@link AdminStore#replace} keeps as a parked row with the id of the event. It can be discarded, and is
 * never requeued, edited, cancelled or handled. Its error tells it from other events: theirs starts with the class of an exception.
 */
public final class KeptOriginal {

    /** The start of its error. */
    public static final String START = "Original: ";

    private KeptOriginal() {}

    /** Returns whether an event is the original of an edited one. */
    public static boolean is(EventSummary event) {
        return event.error() != null && event.error().startsWith(START);
    }
}
