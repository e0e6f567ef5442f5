// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Instant;

/**
 * An event of the outbox, or a message of the stored inbox for one handler, without its payload. Texts are as the recording
 * application, or the sender, wrote them: escape them where you show them.
 *
 * <p>Implementations are immutable and come from Onceward; applications don't implement this interface, and later versions add
 * methods to it.
 *
 * @since 0.1
 */
public interface EventSummary {

    /** Returns the configured name of the datasource whose tables hold the event. Not {@code null}. */
    String datasource();

    /** Returns the position in the queues of the datasource. It identifies the event there, also after a change of state. */
    long position();

    /** Returns the event's id. Not {@code null}. */
    String id();

    /** Returns the channel on which the event was recorded, or from which the message was received. Not {@code null}. */
    String channel();

    /**
     * Returns the handler that the message is for.
     *
     * @return {@code null} in the outbox
     */
    String handler();

    /** Returns the name of the queue: the channel in the outbox, the handler in the inbox. Not {@code null}. */
    String queue();

    /**
     * Returns the key.
     *
     * @return {@code null} if the event has none
     */
    String key();

    /** Returns the type. Not {@code null}. */
    String type();

    /** Returns the state. Not {@code null}. */
    EventState state();

    /** Returns where the relay publishes the event; in the inbox the name of the handler. Not {@code null}. */
    String destination();

    /**
     * Returns when the event was recorded, or the message stored, by the database's clock.
     *
     * @return {@code null} if another writer left no valid time in the row
     */
    Instant createdAt();

    /**
     * Returns the time before which the relay makes no attempt.
     *
     * @return {@code null} if there is no such time
     */
    Instant availableAt();

    /** Returns the number of failed attempts that count. */
    int attempts();

    /**
     * Returns the error of the last failed attempt, at most 2000 characters. Of a longer text the middle is left out.
     *
     * @return {@code null} if no attempt failed, or its error has no text
     */
    String error();
}
