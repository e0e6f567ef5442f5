// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A filter of events. It accepts the events that meet all its conditions. Start with {@link #all()} and add:
 *
 * <pre>{@code EventFilter.all().parked().withQueue("orders")}</pre>
 *
 * <p>Texts are compared exactly and case-sensitively, and none is a pattern. Immutable; two are equal if all their conditions
 * are.
 *
 * @since 0.1
 */
public final class EventFilter {

    private static final EventFilter ALL =
            new EventFilter(Set.of(), null, null, null, null, null, null, null, null, null, null);

    private final Set<EventState> states;
    private final String datasource;
    private final Long position;
    private final String id;
    private final String queue;
    private final String type;
    private final String key;
    private final Instant from;
    private final Instant to;
    private final String error;
    private final String cause;

    private EventFilter(
            Set<EventState> states,
            String datasource,
            Long position,
            String id,
            String queue,
            String type,
            String key,
            Instant from,
            Instant to,
            String error,
            String cause) {
        this.states = states;
        this.datasource = datasource;
        this.position = position;
        this.id = id;
        this.queue = queue;
        this.type = type;
        this.key = key;
        this.from = from;
        this.to = to;
        this.error = error;
        this.cause = cause;
    }

    /**
     * Returns the filter without a condition. It accepts every event of every queue in all datasources of the application,
     * including the events of other applications that use the same tables.
     */
    public static EventFilter all() {
        return ALL;
    }

    /**
     * Returns this filter for events in one of these states only.
     *
     * @param first not {@code null}
     * @param others not {@code null}
     * @throws NullPointerException if a state is {@code null}
     */
    public EventFilter withStates(EventState first, EventState... others) {
        return withStates(EnumSet.of(first, others));
    }

    /**
     * Returns this filter for events in one of these states only.
     *
     * @param newStates copied; empty for any state; neither the set nor a state is {@code null}
     * @throws NullPointerException if the set, or one of the states, is {@code null}
     */
    public EventFilter withStates(Set<EventState> newStates) {
        Objects.requireNonNull(newStates, "newStates");
        Set<EventState> copy = newStates.isEmpty() ? Set.of() : Collections.unmodifiableSet(EnumSet.copyOf(newStates));
        return new EventFilter(copy, datasource, position, id, queue, type, key, from, to, error, cause);
    }

    /** Returns this filter for parked events only. */
    public EventFilter parked() {
        return withStates(EventState.PARKED);
    }

    /**
     * Returns this filter for the events of one datasource only.
     *
     * @param newDatasource the configured name; {@code null} for all datasources
     */
    public EventFilter withDatasource(String newDatasource) {
        return new EventFilter(states, newDatasource, position, id, queue, type, key, from, to, error, cause);
    }

    /**
     * Returns this filter for one event only.
     *
     * @param newDatasource as in {@link EventSummary#datasource()}; not {@code null}
     * @param newPosition as in {@link EventSummary#position()}
     * @throws NullPointerException if the datasource is {@code null}
     */
    public EventFilter at(String newDatasource, long newPosition) {
        Objects.requireNonNull(newDatasource, "newDatasource");
        return new EventFilter(states, newDatasource, newPosition, id, queue, type, key, from, to, error, cause);
    }

    /**
     * Returns this filter for the events with one id only.
     *
     * @param newId {@code null} for any
     */
    public EventFilter withId(String newId) {
        return new EventFilter(states, datasource, position, newId, queue, type, key, from, to, error, cause);
    }

    /**
     * Returns this filter for the events of one queue only.
     *
     * @param newQueue the channel in the outbox, the handler in the inbox; {@code null} for all queues
     */
    public EventFilter withQueue(String newQueue) {
        return new EventFilter(states, datasource, position, id, newQueue, type, key, from, to, error, cause);
    }

    /**
     * Returns this filter for the events of one type only.
     *
     * @param newType {@code null} for any
     */
    public EventFilter withType(String newType) {
        return new EventFilter(states, datasource, position, id, queue, newType, key, from, to, error, cause);
    }

    /**
     * Returns this filter for the events with one key only.
     *
     * @param newKey {@code null} for any
     */
    public EventFilter withKey(String newKey) {
        return new EventFilter(states, datasource, position, id, queue, type, newKey, from, to, error, cause);
    }

    /**
     * Returns this filter for the events that were recorded in a period only.
     *
     * @param newFrom the first moment of the period; {@code null} for no beginning
     * @param newTo the first moment after the period; {@code null} for no end
     */
    public EventFilter withTimes(Instant newFrom, Instant newTo) {
        return new EventFilter(states, datasource, position, id, queue, type, key, newFrom, newTo, error, cause);
    }

    /**
     * Returns this filter for the events only whose last error contains a text.
     *
     * @param part {@code null} for any error, and for none
     */
    public EventFilter withError(String part) {
        return new EventFilter(states, datasource, position, id, queue, type, key, from, to, part, cause);
    }

    /**
     * Returns this filter for the events only whose last error has a common cause: those of a {@link FailureGroup}.
     *
     * @param newCause as in {@link FailureGroup#cause()}; {@code null} for any error, and for none
     */
    public EventFilter withCause(String newCause) {
        return new EventFilter(states, datasource, position, id, queue, type, key, from, to, error, newCause);
    }

    /** Returns the accepted states, unmodifiable; empty for any. Not {@code null}. */
    public Set<EventState> states() {
        return states;
    }

    /**
     * Returns the datasource.
     *
     * @return {@code null} for all
     */
    public String datasource() {
        return datasource;
    }

    /**
     * Returns the position in the queues of the datasource.
     *
     * @return {@code null} for any
     */
    public Long position() {
        return position;
    }

    /**
     * Returns the event's id.
     *
     * @return {@code null} for any
     */
    public String id() {
        return id;
    }

    /**
     * Returns the name of the queue.
     *
     * @return {@code null} for all
     */
    public String queue() {
        return queue;
    }

    /**
     * Returns the type.
     *
     * @return {@code null} for any
     */
    public String type() {
        return type;
    }

    /**
     * Returns the key.
     *
     * @return {@code null} for any
     */
    public String key() {
        return key;
    }

    /**
     * Returns the first moment of the period in which events were recorded.
     *
     * @return {@code null} for no beginning
     */
    public Instant from() {
        return from;
    }

    /**
     * Returns the first moment after the period in which events were recorded.
     *
     * @return {@code null} for no end
     */
    public Instant to() {
        return to;
    }

    /**
     * Returns the text that the last error contains.
     *
     * @return {@code null} for any error, and for none
     */
    public String error() {
        return error;
    }

    /**
     * Returns the common cause of the last errors.
     *
     * @return {@code null} for any error, and for none
     */
    public String cause() {
        return cause;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventFilter that
                && states.equals(that.states)
                && Objects.equals(datasource, that.datasource)
                && Objects.equals(position, that.position)
                && Objects.equals(id, that.id)
                && Objects.equals(queue, that.queue)
                && Objects.equals(type, that.type)
                && Objects.equals(key, that.key)
                && Objects.equals(from, that.from)
                && Objects.equals(to, that.to)
                && Objects.equals(error, that.error)
                && Objects.equals(cause, that.cause);
    }

    @Override
    public int hashCode() {
        return Objects.hash(states, datasource, position, id, queue, type, key, from, to, error, cause);
    }

    /** Returns the conditions that are set, for example {@code EventFilter[states=[PARKED], queue=orders]}. */
    @Override
    public String toString() {
        StringJoiner text = new StringJoiner(", ", "EventFilter[", "]");
        add(text, "states", states.isEmpty() ? null : states);
        add(text, "datasource", datasource);
        add(text, "position", position);
        add(text, "id", id);
        add(text, "queue", queue);
        add(text, "type", type);
        add(text, "key", key);
        add(text, "from", from);
        add(text, "to", to);
        add(text, "error", error);
        add(text, "cause", cause);
        return text.toString();
    }

    private static void add(StringJoiner text, String name, Object value) {
        if (value != null) {
            text.add(name + "=" + value);
        }
    }
}
