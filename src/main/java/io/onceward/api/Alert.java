// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Instant;

/**
 * Something that the operator of the application should know: events are parked, a resource is unavailable, or a queue is behind. A CDI
 * bean gets alerts by {@code @Observes Alert}; in a plain JVM, a listener of the builder gets them.
 *
 * <p>An alert contains no payload. Its text has the messages of exceptions, as the log has them. Alerts come from Onceward; later versions
 * may add kinds and components.
 *
 * @param kind what has happened; not {@code null}
 * @param isOver whether it is over: the condition of an earlier alert with the same kind, side and subject no longer holds. Never {@code
 *     true} for {@link Kind#PARKED}
 * @param side {@code outbox} or {@code inbox}; not {@code null}
 * @param subject the name of the queue: the channel in the outbox, the handler in the inbox. For {@link Kind#BREAKER_OPEN} it is the name
 *     of the resource, without the user-info of URLs, and for {@link Kind#RELAY_SILENT} it is {@code relay}. Not {@code null}
 * @param count the events that were parked since the last alert about this queue, or the due events; 0 where nothing is counted
 * @param text what has happened, and why, for an operator: one line, in English; not {@code null}
 * @param since since when it holds, or when the first of these events was parked, by the clock of this node; not {@code null}
 * @param node the node that tells: {@code onceward.node}, or the random identity that the console shows; not {@code null}
 * @since 0.1
 */
public record Alert(
        Kind kind, boolean isOver, String side, String subject, long count, String text, Instant since, String node) {

    /** The kinds of alerts. */
    public enum Kind {
        /** This node has parked events or messages, which wait for an operator. */
        PARKED,
        /** A circuit breaker of this node is not closed: a broker, a destination, a database or a handler is unavailable. */
        BREAKER_OPEN,
        /** More events are due, or they have been due for longer, than the configuration allows. */
        BACKLOG,
        /** Events of a queue are due, and for a time this node has not seen that any node publishes or handles one. */
        QUEUE_STALLED,
        /** The relays of this node have waited for the database, or for a thread, for too long. */
        RELAY_SILENT
    }
}
