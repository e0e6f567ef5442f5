// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The log messages of Onceward, of logger {@code io.onceward}. They contain no payloads. */
public final class Log {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private Log() {}

    public static void started(String datasource, String database) {
        info("OWD-1001: Outbox of datasource ''{0}'' ({1}) is open", datasource, database);
    }

    public static void startPostponed(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1002: Onceward can''t start yet. It refuses events and calls, and retries the"
                        + " start every few seconds. Cause: {0}",
                cause.getMessage());
    }

    public static void startRefused(Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1003: Onceward can''t start until the cause is corrected. It refuses events and calls,"
                        + " and retries the start every few seconds. Cause: {0}",
                cause.getMessage());
    }

    public static void connectionUnchecked(String connection, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1092: Connection ''{0}'' can''t be checked now. Onceward checks it before its first use, and uses it only"
                        + " after the check has passed. If its pool is exhausted, give the pool at least 2 connections. Cause:"
                        + " {1}",
                connection,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1092: Stack trace of this failure: " + connection, cause);
    }

    public static void schemaCreated(String datasource, String ddl) {
        info("OWD-1004: Created the tables in datasource ''{0}'' with {1}", datasource, ddl);
    }

    public static void unavailable(String what, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1010: {0} is unavailable. Pending events and messages are kept, and Onceward retries."
                        + " Cause: {1}",
                what,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1010: Stack trace of this failure: " + what, cause);
    }

    public static void wakeUpRejected(Throwable cause) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1015: The executor rejected a task of the relay; the next poll finds the events",
                cause);
    }

    public static void availableAgain(String what, Duration outage, int failures) {
        info(
                "OWD-1011: {0} is available again after {1} s and {2,choice,1#1 failed attempt|1<{2} failed"
                        + " attempts}",
                what, seconds(outage), failures);
    }

    public static void published(int events, Duration duration) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1012: Published {0,choice,1#1 event|1<{0} events} in {1} ms",
                events,
                duration.toMillis());
    }

    public static void relayStopped(String what) {
        info("OWD-1013: The relay of {0} has stopped", what);
    }

    public static void relayBusyAtStop(String what, Duration waited) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1014: The relay of {0} is still working on a batch {1} s after the stop began. The events of this"
                        + " batch may be published again: on another node, or after the next start.",
                what,
                seconds(waited));
    }

    public static void batchTakesLong(String what, Duration limit) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1016: The relay of {0} has worked on one batch for more than {1} s, and later"
                        + " events of the keys in this batch wait. The broker or a handler is slow or does"
                        + " not answer. Take a thread dump to find the call.",
                what,
                seconds(limit));
    }

    public static void nodeReplaced(String name) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1022: Another node has started with the name {0} and has taken the lanes of this node. This node"
                        + " continues without a name. If both nodes must run, set a different onceward.node for each.",
                name);
    }

    /**
     * @param kind "channel" or "handler"
     * @param policy what the application declares
     * @param otherPolicy what the other application has declared
     */
    public static void policyReplaced(
            String kind, String queue, String application, String policy, String other, String otherPolicy) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1047: Two applications declare different retry policies for {0} ''{1}''. Application ''{2}'' declares"
                        + " {3}; application ''{4}'' has declared {5}. All relays obey the application that starts"
                        + " last, now ''{2}''. Configure the same values in both applications.",
                kind,
                queue,
                application,
                policy,
                other,
                otherPolicy);
    }

    public static void lanesNotReleased(String what, Duration lease, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1023: {0} could not be released when the application stopped. Other nodes take the lanes when the"
                        + " lease of this node ends, in at most {1} s. Cause: {2}",
                what,
                seconds(lease),
                Causes.chain(cause));
    }

    /**
     * @param kind "event" or "message"
     * @param target the destination or the handler
     */
    public static void refused(
            String kind, String id, String channel, String target, int attempt, int maxAttempts, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1017: {0} of channel ''{1}'' for {2} failed at attempt {3} of {4}. The"
                        + " relay retries the {5} after a delay. Cause: {6}",
                named(kind, id),
                channel,
                target,
                attempt,
                maxAttempts,
                kind,
                Causes.chain(cause));
    }

    /**
     * @param kind "event" or "message"
     * @param target the destination or the handler
     */
    public static void notCounted(
            String kind, String id, String channel, String target, Duration delay, Throwable cause) {
        info(
                "OWD-1024: {0} of channel ''{1}'' for {2} failed, and the attempt does not count. The relay retries"
                        + " the {3} after {4} s. Cause: {5}",
                named(kind, id), channel, target, kind, seconds(delay), Causes.chain(cause));
    }

    public static void handlerUnavailable(String handler, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1025: Handler ''{0}'' is unavailable: several messages have failed and none has succeeded in"
                        + " between. The messages of the handler are kept, no attempt counts, and Onceward tries one"
                        + " message after each pause. Cause: {1}",
                handler,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1025: Stack trace of the failure of handler " + handler, cause);
    }

    public static void handlerAvailableAgain(String handler, Duration outage, int failures) {
        info(
                "OWD-1026: Handler ''{0}'' is available again after {1} s and {2,choice,1#1 failed attempt|1<{2} failed"
                        + " attempts}",
                handler, seconds(outage), failures);
    }

    /**
     * @param kind "event" or "message"
     * @param target the destination or the handler
     */
    public static void parked(
            String kind, String id, String channel, String target, int attempts, boolean keyWaits, Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1018: {0} of channel ''{1}'' for {2} is parked after {3,choice,1#1"
                        + " attempt|1<{3} attempts}; {4}. Remove the cause and requeue the {5}, or discard"
                        + " the {5}. Cause: {6}",
                named(kind, id),
                channel,
                target,
                attempts,
                later(kind, keyWaits),
                kind,
                Causes.chain(cause));
    }

    /**
     * @param kind "event" or "message"
     * @param target the destination or the handler
     */
    public static void parkedAtOnce(
            String kind, String id, String channel, String target, boolean keyWaits, Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1019: {0} of channel ''{1}'' for {2} is parked at once; {3}. Cause: {4}",
                named(kind, id),
                channel,
                target,
                later(kind, keyWaits),
                cause.getMessage());
    }

    public static void expired(String id, String channel, Instant expiry) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1098: Event {0} of channel ''{1}'' expired at {2} before it was published, and is dropped",
                id,
                channel,
                expiry);
    }

    private static String named(String kind, String id) {
        return Character.toUpperCase(kind.charAt(0)) + kind.substring(1) + " " + id;
    }

    private static String later(String kind, boolean wait) {
        return wait ? "later " + kind + "s of its key wait" : "no later " + kind + " waits for this one";
    }

    public static void requeued(String by, int count, String side, String filter, List<String> ids) {
        info(
                "OWD-1041: {0} requeued {1,choice,1#1 parked event|1<{1} parked events} of the {2}" + " ({3}): {4}",
                by, count, side, filter, ids);
    }

    public static void discarded(String by, int count, String side, String filter, List<String> ids) {
        info(
                "OWD-1042: {0} discarded {1,choice,1#1 parked event|1<{1} parked events} of the {2}" + " ({3}): {4}",
                by, count, side, filter, ids);
    }

    public static void purged(String by, int count, String side, String filter, List<String> ids) {
        info(
                "OWD-1070: {0} purged {1,choice,1#1 event|1<{1} events} of the {2} ({3}): {4}",
                by, count, side, filter, ids);
    }

    public static void paused(String by, String side, String queue) {
        info("OWD-1071: {0} paused queue ''{2}'' of the {1}", by, side, queue);
    }

    public static void resumed(String by, String side, String queue) {
        info("OWD-1072: {0} resumed queue ''{2}'' of the {1}", by, side, queue);
    }

    public static void notInJmx(String bean, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1073: JMX refused the MBean {0}; Onceward runs without it. Cause: {1}",
                bean,
                Causes.chain(cause));
    }

    public static void pruned(String datasource, long events) {
        info(
                "OWD-1043: Deleted {0,choice,1#1 published event|1<{0} published events} from"
                        + " datasource ''{1}'', because the retention has ended",
                events, datasource);
    }

    public static void pruningFailed(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1044: Published events of datasource ''{0}'' could not be deleted after their retention."
                        + " Onceward retries within a minute. Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    public static void countFailed(Throwable cause) {
        LOGGER.log(Level.DEBUG, "OWD-1045: Pending events could not be counted; the last count stays in use", cause);
    }

    public static void malformedRowsNotFound(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1046: The search for malformed rows of {0} failed, so malformed rows are not parked"
                        + " yet. Onceward searches again after 5 minutes. If this message repeats, remove the cause."
                        + " Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    public static void emitterRefused(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1020: Emitter.send recorded no event on channel ''{0}''. The returned stage"
                        + " fails, and an active transaction is marked for rollback. Cause: {1}",
                channel,
                cause.getMessage());
    }

    public static void notAcknowledged(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1104: A message of channel ''{0}'' could not be acknowledged; the transaction of its event has"
                        + " already ended or is marked for rollback, and stays so. Correct the callback of the"
                        + " message. Cause: {1}",
                channel,
                Causes.chain(cause));
    }

    public static void emitterFailed(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1021: The application ended the emitter of channel ''{0}'' with an error: {1}",
                channel,
                cause);
    }

    public static void duplicateDropped(String handler, String messageId) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1030: Duplicate of message ''{1}'' dropped before handler ''{0}''",
                handler,
                messageId);
    }

    /**
     * @param receiver the handler or channel that receives the messages, with its kind
     * @param hint what senders can set
     */
    public static void transportIdentity(String receiver, String hint) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1031: A message for {0} has no id from its sender, so Onceward identifies the message"
                        + " by the id that the broker assigns. If a sender sends such a message again, the message is"
                        + " processed again. Set {1} in the sender. Onceward logs this once for {0}.",
                receiver,
                hint);
    }

    public static void unknownHandlers(List<String> handlers) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1035: The inbox has claims of handlers that this application does not have: {0}. If a"
                        + " handler was renamed, set the old name in @Idempotent(handler); otherwise messages that were"
                        + " processed under the old name are processed again. If a handler was removed, set"
                        + " onceward.inbox.retention.HANDLER to a duration such as P30D, with the name of the handler"
                        + " as HANDLER; Onceward then deletes the claims of the handler after this time. If another"
                        + " application has these handlers, ignore this message.",
                String.join(", ", handlers));
    }

    public static void receiverRejected(String channel, Throwable cause) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1060: The executor rejected the receiver of channel ''{0}''; the next poll"
                        + " starts the receiver",
                channel,
                cause);
    }

    public static void notStored(String channel, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1061: A message of channel ''{0}'' was not stored; the broker redelivers it or moves it to"
                        + " its dead-letter address. Cause: {1}",
                channel,
                Causes.chain(cause));
    }

    public static void claimsPruned(String datasource, long claims) {
        info(
                "OWD-1062: Deleted {0,choice,1#1 claim|1<{0} claims} from datasource ''{1}'', because the"
                        + " retention has ended",
                claims, datasource);
    }

    public static void claimPruningFailed(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1063: Claims in datasource ''{0}'' could not be deleted after their retention. Onceward"
                        + " retries within a minute. Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    public static void onlyStoredByApplication(String channel) {
        info(
                "OWD-1064: Channel ''{0}'' has no destination; its handlers get only messages that the"
                        + " application stores with Inbox.store",
                channel);
    }

    public static void noBean(String member) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1065: Onceward never calls @Incoming method {0}, because the class of the method is not a bean."
                        + " If the method is to receive messages, give the class a scope, make the class an EJB, or"
                        + " enable the class as an alternative.",
                member);
    }

    public static void callersWithoutTransaction(List<String> methods) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1105: By their annotations, these methods may record events without a transaction: {0}. Each such call is"
                        + " refused (OWD-0040). Add @Transactional to the method or to its class, or replace"
                        + " NOT_SUPPORTED, NEVER or SUPPORTS by REQUIRED. If all callers of a method have a transaction, add"
                        + " @Transactional(MANDATORY). For events that belong to no business data, set"
                        + " mp.messaging.outgoing.CHANNEL.transaction=own.",
                String.join(", ", methods));
    }

    public static void fieldsLost(String member, String type, List<String> fields) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1106: JSON-B decodes payloads or results of method {0} to class {1} and can''t set these fields, so their"
                        + " values are lost: {2}. Make the class a record, add setters, or a constructor with @JsonbCreator;"
                        + " or provide a PayloadCodec.",
                member,
                type,
                String.join(", ", fields));
    }

    public static void partNotMade(String member, String type, String why) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1108: Payloads or results of method {0} have properties of class {1}, which JSON-B can''t decode: {2}. A"
                        + " payload with such a value is refused. Use a record, a class with a public constructor without"
                        + " parameters and setters, or a class with @JsonbCreator; or put @JsonbTypeAdapter on the property.",
                member,
                type,
                why);
    }

    public static void metricsNotTaken(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1080: The server's metrics registry threw an exception. Onceward reports no more"
                        + " metrics to this registry until a restart; JMX still shows all metrics.",
                cause);
    }

    public static void metricsNotFound(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1081: Onceward can't use the server's metrics registry and reports no metrics to"
                        + " it; JMX shows all metrics. To use the server's metrics, correct the exception below and"
                        + " restart the application.",
                cause);
    }

    public static void gaugesMissing(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1082: Pending events can''t be counted; their gauges are missing until counting works"
                        + " again. Cause: {0}",
                Causes.chain(cause));
    }

    public static void notMeasured(Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1083: Recording metrics of confirmed messages failed; the messages stay confirmed. Correct the"
                        + " exception below.",
                cause);
    }

    public static void tracingNotFound(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1100: Onceward can't use the server's OpenTelemetry and creates no spans. To use spans, correct the exception"
                        + " below and restart the application.",
                cause);
    }

    public static void tracingDropped(Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1101: The tracing system threw an exception; Onceward creates no more spans. To use spans, correct"
                        + " the exception below and restart the application.",
                cause);
    }

    public static void logContextDropped(String type, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1102: The log context {0} threw an exception. Onceward does not use this log context until a"
                        + " restart. Cause: {1}",
                type,
                Causes.chain(cause));
    }

    public static void contextUnreadable(String handler, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1103: The correlation and trace ids of a message for handler ''{0}'' can''t be read; the"
                        + " handler runs without them. Cause: {1}",
                handler,
                Causes.chain(cause));
    }

    public static void pollFailed(Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1040: A poll for events and messages failed; Onceward polls again after the polling" + " interval",
                cause);
    }

    public static void taskFailed(Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1107: A task of Onceward ended with an unexpected exception; its work begins again with the next"
                        + " poll",
                cause);
    }

    public static void consoleOpen(String path, String role) {
        info("OWD-1090: The console is open at {0} for role ''{1}''", path, role);
    }

    public static void payloadShown(String id, String by) {
        info("OWD-1091: {1} viewed the payload of event {0}", id, by);
    }

    public static void readsBySecondConnection(String unit, String datasource) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1093: Persistence unit ''{0}'' reads by a second connection of datasource ''{1}'' while a handler"
                        + " holds the connection of its claim. If as many handlers run at the same time as the pool has"
                        + " connections, all of them wait until the pool gives up, and their messages are delivered again."
                        + " Write <property name=\"eclipselink.transaction.join-existing\" value=\"true\"/> into the"
                        + " properties of the unit in persistence.xml. Otherwise give the pool more connections than"
                        + " handlers run at the same time, or set onceward.inbox.concurrency below the size of the pool.",
                unit,
                datasource);
    }

    public static void entitiesSurviveRollback(String unit) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1094: Persistence unit ''{0}'' names java:comp/DefaultDataSource. This server then writes its"
                        + " entities outside the transaction at the commit, and entities survive a rollback. Remove"
                        + " jta-data-source from the unit in persistence.xml, or write jdbc/__default, the name of the"
                        + " datasource on this server.",
                unit);
    }

    public static void captureOpen(String datasource, String status) {
        info(
                "OWD-1120: Events of datasource ''{0}'' are captured from the log of the database; this node relays none of"
                        + " them: {1}",
                datasource, status);
    }

    /** @param text what a tool lacks; empty if it lacks nothing */
    public static void captureChanged(String datasource, boolean losesEvents, String text) {
        if (losesEvents) {
            LOGGER.log(
                    Level.ERROR,
                    "OWD-1121: Events of datasource ''{0}'' are refused, because they would not be captured from the log of"
                            + " the database, and so would be lost. {1} Events recorded in the seconds before this message"
                            + " may be lost: compare the business data with the messages.",
                    datasource,
                    text);
        } else if (text.isEmpty()) {
            info("OWD-1122: Events of datasource ''{0}'' are captured from the log of the database again", datasource);
        } else {
            LOGGER.log(
                    Level.WARNING,
                    "OWD-1123: The capture of the events of datasource ''{0}'' loses no event, but is set up wrongly. {1}",
                    datasource,
                    text);
        }
    }

    public static void captureUnread(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1124: The capture of the events of datasource ''{0}'' can''t be checked now. Onceward uses the result of"
                        + " the last check, and checks again. Cause: {1}",
                datasource,
                Causes.chain(cause));
        LOGGER.log(Level.DEBUG, "OWD-1124: Stack trace of this failure: " + datasource, cause);
    }

    public static void slotCreatedAnew(String datasource, String slot) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1125: Replication slot {1}, from which the events of datasource ''{0}'' are captured, was dropped and"
                        + " created anew. Events recorded in between, and events that its reader had not read before, are lost:"
                        + " compare the business data with the messages.",
                datasource,
                slot);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
    }

    private static void info(String text, Object... values) {
        LOGGER.log(Level.INFO, text, values);
    }
}
