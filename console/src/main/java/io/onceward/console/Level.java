// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import java.util.Locale;

/** How much a queue or a fact matters to an operator, worst first. */
enum Level {
    /** An operator is needed. */
    STUCK,
    /** An operator should know. */
    WARN,
    /** An operator has paused it. */
    PAUSED,
    /** Events leave the queue. */
    MOVING,
    /** The queue is empty. */
    IDLE,
    /** All is well. */
    GOOD;

    /** Returns its name in answers and style sheets. */
    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
