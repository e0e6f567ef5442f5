// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.log.Causes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of tracing and log contexts. They contain no payloads. */
final class TracingLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private TracingLog() {}

    static void tracingDropped(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1101: The tracing system threw an exception; Onceward creates no more spans. To use spans, correct"
                        + " the exception below and restart the application.",
                cause);
    }

    static void logContextDropped(String type, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1102: The log context {0} threw an exception. Onceward does not use this log context until a"
                        + " restart. Cause: {1}",
                type,
                Causes.chain(cause));
    }

    static void contextNotRemoved(String header, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1111: The propagator of header {0} threw an exception when it removed a context after a handler. The thread"
                        + " may keep this context. Correct the propagator. Cause: {1}",
                header,
                Causes.chain(cause));
    }
}
