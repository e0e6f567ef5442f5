// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import java.util.Locale;

/** An entry of {@code docs/runbook.md} to which a fact leads. A test compares them with the page. */
enum RunbookEntry {
    BROKER_DOWN,
    EVENT_REFUSED_BY_THE_BROKER,
    HANDLER_FAILURE,
    UNAVAILABLE_HANDLER,
    BLOCKED_KEY,
    DATABASE_DOWN,
    GROWING_BACKLOG,
    PAUSED_QUEUE,
    CAPTURED_EVENTS_REFUSED,
    CAPTURE_WITHOUT_A_READER,
    RELAY_BESIDE_A_CAPTURE;

    /** Returns the code in answers, which is also the anchor of the entry's heading. */
    String code() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
