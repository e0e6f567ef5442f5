// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of a plain JVM. They contain no payloads. */
final class StandaloneLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private StandaloneLog() {}

    static void pollFailed(Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1040: A poll for events and messages failed; Onceward polls again after the polling" + " interval",
                cause);
    }
}
