// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.datasources;

import io.onceward.scenarios.support.LogLines;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.BeforeShutdown;
import jakarta.enterprise.inject.spi.Extension;
import java.util.List;

/** The log of Onceward from the deployment of the application on: the container loads extensions before it does anything else. */
public class DeploymentLog implements Extension {

    private static final LogLines LINES = LogLines.of("io.onceward");

    void close(@Observes BeforeShutdown event) {
        LINES.close();
    }

    /** Returns the warnings of persistence units with another datasource. */
    static List<String> warnings() {
        return LINES.containing("OWD-1163");
    }

    /** Returns the warnings of persistence units that commit apart from transactions. */
    static List<String> warningsOfUnitsApart() {
        return LINES.containing("OWD-1221");
    }
}
