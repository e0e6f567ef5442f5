// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of recording. They contain no payloads. */
final class OutboxLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private OutboxLog() {}

    static void countFailed(Throwable cause) {
        LOGGER.log(Level.DEBUG, "OWD-1045: Pending events could not be counted; the last count stays in use", cause);
    }
}
