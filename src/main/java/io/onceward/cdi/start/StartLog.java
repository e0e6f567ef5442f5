// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.start;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** The log messages of the start in a container. They contain no payloads. */
final class StartLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private StartLog() {}

    static void startPostponed(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1002: Onceward can''t start yet. It refuses events and calls, and retries the"
                        + " start every few seconds. Cause: {0}",
                cause.getMessage());
    }

    static void startRefused(Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1003: Onceward can''t start until the cause is corrected. It refuses events and calls,"
                        + " and retries the start every few seconds. Cause: {0}",
                cause.getMessage());
    }

    static void noBean(String member) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1065: Onceward never calls @Incoming method {0}, because the class of the method is not a bean."
                        + " If the method is to receive messages, give the class a scope, make the class an EJB, or"
                        + " enable the class as an alternative.",
                member);
    }

    static void metricsNotFound(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1081: Onceward can't use the server's metrics registry and reports no metrics to"
                        + " it; JMX shows all metrics. To use the server's metrics, correct the exception below and"
                        + " restart the application.",
                cause);
    }

    static void tracingNotFound(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1100: Onceward can't use the server's OpenTelemetry and creates no spans. To use spans, correct the exception"
                        + " below and restart the application.",
                cause);
    }
}
