// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.log.Causes;
import io.onceward.log.Seconds;
import io.onceward.queue.store.DeclaredPolicy;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;

/** The log messages of the relay. They contain no payloads. */
public final class RelayLog {

    private static final Logger LOGGER = System.getLogger("io.onceward");

    private RelayLog() {}

    public static void wakeUpRejected(Throwable cause) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1015: The executor rejected a task of the relay; the next poll finds the events",
                cause);
    }

    static void published(int events, Duration duration) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1012: Published {0,choice,1#1 event|1<{0} events} in {1} ms",
                events,
                duration.toMillis());
    }

    static void relayStopped(String what) {
        LOGGER.log(Level.INFO, "OWD-1013: The relay of {0} has stopped", what);
    }

    static void relayBusyAtStop(String what, Duration waited) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1014: The relay of {0} is still working on a batch {1} s after the stop began. The events of this"
                        + " batch may be published again: on another node, or after the next start.",
                what,
                Seconds.of(waited));
    }

    static void batchTakesLong(String what, Duration limit) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1016: The relay of {0} has worked on one batch for more than {1} s, and later"
                        + " events of the keys in this batch wait. The broker or a handler is slow or does"
                        + " not answer. Take a thread dump to find the call.",
                what,
                Seconds.of(limit));
    }

    /** @param kind "event" or "message" */
    static void rowLocked(String kind, String id, String queue, Duration waited, String holders) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1160: Another session has locked the row or the lane of {0} {1} for {3} s. Later {0}s of its key wait;"
                        + " the relay of {2} continues with other keys. End the transaction of the session. Session: {4}.",
                kind,
                id,
                queue,
                Seconds.of(waited),
                holders);
    }

    static void tableLocked(String queue, Duration waited, String holders) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1161: The relay of {0} has waited {1} s for the database. Another session has locked a table or a"
                        + " thousand rows, or the database does not answer. No event of this queue goes on. End the"
                        + " transaction or DDL statement that holds the locks, or check the database. Session: {2}.",
                queue,
                Seconds.of(waited),
                holders);
    }

    static void lockEnded(String queue) {
        LOGGER.log(Level.INFO, "OWD-1162: The relay of {0} no longer waits for a lock of another session", queue);
    }

    static void nodeReplaced(String name) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1022: Another node has started with the name {0} and has taken the lanes of this node. This node"
                        + " continues without a name. If both nodes must run, set a different onceward.node for each.",
                name);
    }

    /**
     * @param kind "channel" or "handler"
     * @param policy what the application declares
     * @param other what the other application has declared
     */
    static void policyReplaced(String kind, DeclaredPolicy policy, DeclaredPolicy other) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1047: Two applications declare different retry policies for {0} ''{1}''. Application ''{2}'' declares"
                        + " {3}; application ''{4}'' has declared {5}. All relays obey the application that starts"
                        + " last, now ''{2}''. Configure the same values in both applications.",
                kind,
                policy.queue(),
                policy.application(),
                policy.policy().toString(),
                other.application(),
                other.policy().toString());
    }

    public static void lanesNotReleased(String what, Duration lease, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1023: {0} could not be released when the application stopped. Other nodes take the lanes when the"
                        + " lease of this node ends, in at most {1} s. Cause: {2}",
                what,
                Seconds.of(lease),
                Causes.chain(cause));
    }

    static void refused(Subject subject, int attempt, int maxAttempts, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1017: {0} of channel ''{1}'' for {2} failed at attempt {3} of {4}. The"
                        + " relay retries the {5} after a delay. Cause: {6}",
                named(subject),
                subject.channel(),
                subject.target(),
                attempt,
                maxAttempts,
                subject.kind(),
                Causes.chain(cause));
    }

    static void notCounted(Subject subject, Duration delay, Throwable cause) {
        LOGGER.log(
                Level.INFO,
                "OWD-1024: {0} of channel ''{1}'' for {2} failed, and the attempt does not count. The relay retries"
                        + " the {3} after {4} s. Cause: {5}",
                named(subject),
                subject.channel(),
                subject.target(),
                subject.kind(),
                Seconds.of(delay),
                Causes.chain(cause));
    }

    static void parked(Subject subject, int attempts, boolean keyWaits, Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1018: {0} of channel ''{1}'' for {2} is parked after {3,choice,1#1"
                        + " attempt|1<{3} attempts}; {4}. Remove the cause and requeue the {5}, or discard"
                        + " the {5}. Cause: {6}",
                named(subject),
                subject.channel(),
                subject.target(),
                attempts,
                later(subject.kind(), keyWaits),
                subject.kind(),
                Causes.chain(cause));
    }

    static void parkedAtOnce(Subject subject, boolean keyWaits, Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1019: {0} of channel ''{1}'' for {2} is parked at once; {3}. Cause: {4}",
                named(subject),
                subject.channel(),
                subject.target(),
                later(subject.kind(), keyWaits),
                cause.getMessage());
    }

    static void expired(String id, String channel, Instant expiry) {
        LOGGER.log(
                Level.DEBUG,
                "OWD-1098: Event {0} of channel ''{1}'' expired at {2} before it was published, and is dropped",
                id,
                channel,
                expiry);
    }

    static void pruned(String datasource, long events) {
        LOGGER.log(
                Level.INFO,
                "OWD-1043: Deleted {0,choice,1#1 published event|1<{0} published events} from"
                        + " datasource ''{1}'', because the retention has ended",
                events,
                datasource);
    }

    static void pruningFailed(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1044: Published events of datasource ''{0}'' could not be deleted after their retention."
                        + " Onceward retries within a minute. Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    static void malformedRowsNotFound(String datasource, Throwable cause) {
        LOGGER.log(
                Level.WARNING,
                "OWD-1046: The search for malformed rows of {0} failed, so malformed rows are not parked"
                        + " yet. Onceward searches again after 5 minutes. If this message repeats, remove the cause."
                        + " Cause: {1}",
                datasource,
                Causes.chain(cause));
    }

    static void notMeasured(Throwable cause) {
        LOGGER.log(
                Level.ERROR,
                "OWD-1083: Recording metrics of confirmed messages failed; the messages stay confirmed. Correct the"
                        + " exception below.",
                cause);
    }

    private static String named(Subject subject) {
        String kind = subject.kind();
        return Character.toUpperCase(kind.charAt(0)) + kind.substring(1) + " " + subject.id();
    }

    private static String later(String kind, boolean wait) {
        return wait ? "later " + kind + "s of its key wait" : "no later " + kind + " waits for this one";
    }
}
