// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.outage;

import io.onceward.log.Causes;
import io.onceward.log.Seconds;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** The log messages of outages. They contain no payloads. */
final class OutageLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private OutageLog() {}

    static void unavailable(String what, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1010: {0} is unavailable. Pending events and messages are kept, and Onceward retries."
                        + " Cause: {1}",
                what,
                Causes.explained(cause));
        LOGGER.log(Level.DEBUG, "OWD-1010: Stack trace of this failure: " + what, cause);
    }

    static void statementRefused(String what, Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1130: {0} works, but the database refuses a statement of Onceward, and will refuse each"
                        + " repetition. Pending events and messages are kept, and Onceward tries again. Correct the table,"
                        + " the rights of the user or the setting of the session that the cause names. Cause: {1}",
                what,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1130: Stack trace of this failure: " + what, cause);
    }

    static void availableAgain(String what, Duration outage, int failures) {
        LOGGER.log(
                Level.INFO,
                "OWD-1011: {0} is available again after {1} s and {2,choice,1#1 failed attempt|1<{2} failed"
                        + " attempts}",
                what,
                Seconds.of(outage),
                failures);
    }
}
