// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.log.Causes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of the self-check. They contain no payloads. */
final class SelfCheckLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private SelfCheckLog() {}

    static void connectionUnchecked(String connection, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1092: Connection ''{0}'' can''t be checked now. Onceward checks it before its first use, and uses it only"
                        + " after the check has passed. Cause: {1}",
                connection,
                Causes.explained(cause));
        LOGGER.log(Level.DEBUG, "OWD-1092: Stack trace of this failure: " + connection, cause);
    }
}
