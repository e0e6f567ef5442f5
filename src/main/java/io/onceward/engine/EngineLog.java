// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.onceward.log.Causes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/** The log messages of the engine. They contain no payloads. */
final class EngineLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private EngineLog() {}

    static void onlyStoredByApplication(String channel) {
        LOGGER.log(
                Level.INFO,
                "OWD-1064: Channel ''{0}'' has no destination; its handlers get only messages that the"
                        + " application stores with Inbox.store, and local events",
                channel);
    }

    static void localChannel(String channel, List<String> handlers) {
        LOGGER.log(
                Level.INFO,
                "OWD-1190: Channel ''{0}'' is local: its events go to these handlers without a broker: {1}",
                channel,
                String.join(", ", handlers));
    }

    static void alertNotTold(String alert, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1227: An observer or listener of alerts has failed with this alert: {0} Cause: {1}",
                alert,
                Causes.chain(cause));
    }

    static void alertsWait() {
        LOGGER.log(
                Level.WARNING,
                "OWD-1228: An observer or listener of alerts takes longer than 30 seconds, or gets no thread. Alerts are kept until it"
                        + " returns. Set a timeout on each remote call that it makes.");
    }

    static void notHandedOn(String queue, String datasource, String to, String inbox) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1230: Events of ''{0}'' that are parked in datasource {1} do not reach the handlers of ''{2}'', whose queues are in"
                        + " datasource {3}. Watch the console for them.",
                queue,
                datasource,
                to,
                inbox);
    }

    /** @param key the key that names the channel for parked events */
    static void noHandlerOfParked(String key, String channel) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1240: {0} is ''{1}'', which leads to no handler in this application, so this node parks the events without"
                        + " handing them on. Write local:HANDLER to name a handler of another application.",
                key,
                channel);
    }

    static void noBatchHandler(String channel, String key) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1211: {0} has no effect, because no handler of channel ''{1}'' takes a list of messages. Give an @Incoming"
                        + " method a List as its parameter, or remove the property.",
                key,
                channel);
    }

    static void metricsNotTaken(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1080: The server's metrics registry threw an exception. Onceward reports no more"
                        + " metrics to this registry until a restart; JMX still shows all metrics.",
                cause);
    }

    static void gaugesMissing(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1082: Pending events can''t be counted; their gauges are missing until counting works"
                        + " again. Cause: {0}",
                Causes.chain(cause));
    }

    static void taskFailed(Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1107: A task of Onceward ended with an unexpected exception; its work begins again with the next"
                        + " poll",
                cause);
    }

    static void captureOpen(String datasource, String status) {
        LOGGER.log(
                Level.INFO,
                "OWD-1120: Events of datasource ''{0}'' are captured from the log of the database; this node relays none of"
                        + " them: {1}",
                datasource,
                status);
    }
}
