// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.log.Causes;
import io.onceward.log.ControlCharacters;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of the console. They contain no payloads. */
final class ConsoleLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private ConsoleLog() {}

    static void consoleOpen(String path, String role) {
        LOGGER.log(Level.INFO, "OWD-1090: The console is open at {0} for role ''{1}''", path, role);
    }

    static void requestFailed(String path, Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1246: The console could not answer a request for {0}. Cause: {1}",
                path == null ? "/" : ControlCharacters.escaped(path),
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1246: Stack trace of this failure", cause);
    }

    static void payloadShown(String id, String by) {
        LOGGER.log(Level.INFO, "OWD-1091: {1} viewed the payload of event {0}", id, by);
    }
}
