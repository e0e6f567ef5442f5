// SPDX-License-Identifier: Apache-2.0
package io.onceward.jmx;

import io.onceward.log.Causes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of JMX. They contain no payloads. */
final class JmxLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private JmxLog() {}

    static void notInJmx(String bean, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1073: JMX refused the MBean {0}; Onceward runs without it. Cause: {1}",
                bean,
                Causes.chain(cause));
    }
}
