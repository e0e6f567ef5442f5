// SPDX-License-Identifier: Apache-2.0
package io.oncebox.log;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;

/** Everything that Oncebox logs, by logger {@code io.oncebox}. Payloads are never logged. */
public final class Log {

    private static final Logger LOGGER = System.getLogger("io.oncebox");

    private Log() {}

    public static void started(String datasource, String database, int lanes) {
        info("OBX-1001: Outbox of datasource ''{0}'' ({1}, {2} lanes) is open", datasource, database, lanes);
    }

    public static void startPostponed(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1002: Oncebox can''t start yet and tries again; until then events are refused. {0}",
                cause.getMessage());
    }

    public static void startRefused(Throwable cause) {
        LOGGER.log(Level.ERROR, "OBX-1003: Oncebox does not start; events are refused. " + cause.getMessage());
    }

    public static void schemaCreated(String datasource, String ddl) {
        info("OBX-1004: Tables created in datasource ''{0}'' with {1}", datasource, ddl);
    }

    public static void schemaUpgraded(String datasource, String script) {
        info("OBX-1005: Tables in datasource ''{0}'' upgraded with {1}", datasource, script);
    }

    public static void publishingFailed(String what, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1010: {0} takes nothing; what waits is kept and tries continue. Cause: {1}",
                what,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OBX-1010: Cause", cause);
    }

    public static void wakeUpRejected(Throwable cause) {
        LOGGER.log(
                Level.DEBUG,
                "OBX-1015: The executor took no wake-up of the relay; the timer will find the events",
                cause);
    }

    public static void publishingResumed(String what, Duration outage, int failures) {
        info("OBX-1011: {0} works again after {1} and {2} failed tries", what, outage, failures);
    }

    public static void published(int events, Duration duration) {
        LOGGER.log(
                Level.DEBUG,
                "OBX-1012: Published {0,choice,1#1 event|1<{0} events} in {1} ms",
                events,
                duration.toMillis());
    }

    public static void relayStopped(String what) {
        info("OBX-1013: Relay of {0} stopped", what);
    }

    public static void relayBusyAtStop(String what, Duration waited) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1014: Relay of {0} still in a batch after {1}; the server''s stop will roll it back and it is done again"
                        + " after the next start",
                what,
                waited);
    }

    public static void cycleTakesLong(String datasource, Duration limit) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1016: A batch of {0} has been under way for more than {1}: the broker, the database or a handler takes"
                        + " so long. Its lanes wait for it",
                datasource,
                limit);
    }

    public static void refused(String id, String channel, String destination, int attempts, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1017: {2} refused event {0} of channel ''{1}'' ({3}. attempt); it is tried again. Cause: {4}",
                id,
                channel,
                destination,
                attempts,
                Causes.chain(cause));
    }

    public static void parked(
            String id, String channel, String destination, int attempts, boolean keyWaits, Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OBX-1018: Event {0} of channel ''{1}'' for {2} is parked after {3} attempts; {4}. Requeue or discard it."
                        + " Cause: {5}",
                id,
                channel,
                destination,
                attempts,
                keyWaits ? "later events of its key wait" : "later events of its key go on",
                Causes.chain(cause));
    }

    public static void parkedAtOnce(String id, String channel, String destination, boolean keyWaits, Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OBX-1019: Event {0} of channel ''{1}'' is nothing for {2} and parked at once; {3}. Requeue or discard it."
                        + " Cause: {4}",
                id,
                channel,
                destination,
                keyWaits ? "later events of its key wait" : "later events of its key go on",
                cause.getMessage());
    }

    public static void requeued(String by, int count, String side, String filter, List<String> ids) {
        info("OBX-1041: {0} requeued {1} parked events of the {2} ({3}): {4}", by, count, side, filter, ids);
    }

    public static void discarded(String by, int count, String side, String filter, List<String> ids) {
        info("OBX-1042: {0} discarded {1} parked events of the {2} ({3}): {4}", by, count, side, filter, ids);
    }

    public static void purged(String by, int count, String side, String filter, List<String> ids) {
        info("OBX-1070: {0} purged {1} events that waited in the {2} ({3}): {4}", by, count, side, filter, ids);
    }

    public static void paused(String by, String side, String queue) {
        info("OBX-1071: {0} paused ''{2}'' of the {1}", by, side, queue);
    }

    public static void resumed(String by, String side, String queue) {
        info("OBX-1072: {0} resumed ''{2}'' of the {1}", by, side, queue);
    }

    public static void notInJmx(String bean, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1073: JMX refused MBean {0}; everything else goes on. Cause: {1}",
                bean,
                Causes.chain(cause));
    }

    public static void pruned(String datasource, long events) {
        info(
                "OBX-1043: {0} published events were older than their retention and are deleted from datasource ''{1}''",
                events, datasource);
    }

    public static void pruningFailed(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1044: Published events of datasource ''{0}'' could not be deleted after their retention; tried again"
                        + " in a minute. Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    public static void countFailed(Throwable cause) {
        LOGGER.log(Level.DEBUG, "OBX-1045: The events that wait could not be counted; the last number stands", cause);
    }

    public static void malformedRowsNotFound(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1046: Rows of {0} that another writer left could not be looked for; tried again in some minutes."
                        + " Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    public static void emitterRefused(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1020: An emitter of channel ''{0}'' recorded nothing. {1}",
                channel,
                cause.getMessage());
    }

    public static void emitterFailed(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1021: The application ended the emitter of channel ''{0}'' with {1}",
                channel,
                cause);
    }

    public static void duplicateDropped(String handler, String messageId) {
        LOGGER.log(
                Level.DEBUG,
                "OBX-1030: Duplicate of message ''{1}'' dropped before handler ''{0}''",
                handler,
                messageId);
    }

    public static void transportIdentity(String handler) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1031: Handler ''{0}'' receives messages that only JMSMessageID identifies. A message that its"
                        + " sender sends twice is processed twice. Let the sender set oncebox_id, a CloudEvents id or"
                        + " _AMQ_DUPL_ID. (Said once.)",
                handler);
    }

    public static void unknownHandlers(List<String> handlers) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1035: The inbox has claims of handlers that are not in this application: {0}. If one of its own was"
                        + " renamed, what it has processed would be processed again: set its old name as the handler. If"
                        + " they are of another application, all is well. They are deleted by who has these handlers, or has"
                        + " set oncebox.inbox.retention.<handler>",
                String.join(", ", handlers));
    }

    public static void receiverRejected(String channel, Throwable cause) {
        LOGGER.log(
                Level.DEBUG,
                "OBX-1060: The executor took no reception of channel ''{0}''; the timer tries again",
                channel,
                cause);
    }

    public static void notStored(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1061: A message of channel ''{0}'' is not stored; the broker redelivers it or gives it up. Cause: {1}",
                channel,
                Causes.chain(cause));
    }

    public static void claimsPruned(String datasource, long claims) {
        info(
                "OBX-1062: {0} claims of messages were older than their retention and are deleted from datasource ''{1}''",
                claims, datasource);
    }

    public static void claimPruningFailed(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1063: Claims of messages in datasource ''{0}'' could not be deleted after their retention; tried again"
                        + " in a minute. Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    public static void onlyStoredByApplication(String channel) {
        info("OBX-1064: Channel ''{0}'' has no destination: its handlers get what Inbox.store is given", channel);
    }

    public static void noBean(String member) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1065: @Incoming method {0} is never called: its class did not become a bean",
                member);
    }

    public static void metricsNotTaken(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1080: The server''s metrics took a value with an exception and get no more; those of JMX go on",
                cause);
    }

    public static void metricsNotFound(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1081: The server's metrics can't be had and get nothing; those of JMX are there",
                cause);
    }

    public static void gaugesMissing(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1082: What waits can''t be counted; its gauges are missing until it can. Cause: {0}",
                Causes.chain(cause));
    }

    public static void notMeasured(Throwable cause) {
        LOGGER.log(Level.ERROR, "OBX-1083: What the broker confirmed was not measured; it stays confirmed", cause);
    }

    public static void tracingNotFound(Throwable cause) {
        LOGGER.log(Level.WARNING, "OBX-1100: The server's OpenTelemetry can't be had; there are no spans", cause);
    }

    public static void tracingDropped(Throwable cause) {
        LOGGER.log(Level.WARNING, "OBX-1101: Tracing failed with an exception and is told nothing more", cause);
    }

    public static void logContextDropped(String type, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1102: The log context {0} failed with an exception and is told nothing more: {1}",
                type,
                Causes.chain(cause));
    }

    public static void contextUnreadable(String handler, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OBX-1103: Correlation and trace of a message for handler ''{0}'' can''t be read; it is handled without: {1}",
                handler,
                Causes.chain(cause));
    }

    public static void pollFailed(Throwable cause) {
        LOGGER.log(Level.ERROR, "OBX-1040: Polling the outbox failed and goes on", cause);
    }

    public static void consoleOpen(String path, String role) {
        info("OBX-1090: The console is open at {0} to role ''{1}''", path, role);
    }

    public static void payloadShown(String id, String by) {
        info("OBX-1091: {1} was shown the payload of event {0}", id, by);
    }

    private static void info(String text, Object... values) {
        LOGGER.log(Level.INFO, text, values);
    }
}
