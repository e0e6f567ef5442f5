// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.log.Causes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of log-based capture. They contain no payloads. */
final class CaptureLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private CaptureLog() {}

    /** @param text what a tool lacks; empty if it lacks nothing */
    static void captureChanged(String datasource, boolean losesEvents, String text) {
        if (losesEvents) {
            LOGGER.log(
                    Level.ERROR,
                    "OWD-1121: Events of datasource ''{0}'' are refused, because they would not be captured from the log of"
                            + " the database, and so would be lost. {1} Events recorded in the seconds before this message"
                            + " may be lost: compare the business data with the messages.",
                    datasource,
                    text);
        } else if (text.isEmpty()) {
            LOGGER.log(
                    Level.INFO,
                    "OWD-1122: Events of datasource ''{0}'' are captured from the log of the database again",
                    datasource);
        } else {
            LOGGER.log(
                    Level.WARNING,
                    "OWD-1123: The capture of the events of datasource ''{0}'' loses no event, but is set up wrongly. {1}",
                    datasource,
                    text);
        }
    }

    static void captureUnread(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1124: The capture of the events of datasource ''{0}'' can''t be checked now. Onceward uses the result of"
                        + " the last check, and checks again. Cause: {1}",
                datasource,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1124: Stack trace of this failure: " + datasource, cause);
    }

    static void slotCreatedAnew(String datasource, String slot) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1125: Replication slot {1}, from which the events of datasource ''{0}'' are captured, was dropped and"
                        + " created anew. Events recorded in between, and events that its reader had not read before, are lost:"
                        + " compare the business data with the messages.",
                datasource,
                slot);
    }
}
