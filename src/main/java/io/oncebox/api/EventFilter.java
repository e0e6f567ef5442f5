// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which events are meant: those that agree with everything that is not {@code null}. Texts are compared exactly, with
 * capitals told apart, and none is a pattern. Immutable.
 *
 * @param states one of these; empty or {@code null} for any
 * @param datasource the datasource, by its configured name
 * @param position the position in the queue of a datasource
 * @param id the event's id
 * @param queue the channel in the outbox, the handler in the inbox
 * @param type the type
 * @param key the key
 * @param from recorded at or after
 * @param to recorded before
 * @param error a part of the text of the last error
 * @since 0.1
 */
public record EventFilter(
        Set<EventState> states,
        String datasource,
        Long position,
        String id,
        String queue,
        String type,
        String key,
        Instant from,
        Instant to,
        String error) {

    /** Copies the set. */
    public EventFilter {
        states = states == null ? Set.of() : Set.copyOf(states);
    }

    /** All. */
    public static EventFilter all() {
        return new EventFilter(null, null, null, null, null, null, null, null, null, null);
    }

    /** Those in one of these states. */
    public EventFilter withStates(EventState first, EventState... others) {
        return withStates(EnumSet.of(first, others));
    }

    /** Those in one of these states; empty for any. */
    public EventFilter withStates(Set<EventState> values) {
        return new EventFilter(values, datasource, position, id, queue, type, key, from, to, error);
    }

    /** The parked ones. */
    public EventFilter parked() {
        return withStates(EventState.PARKED);
    }

    /** Those of this datasource. */
    public EventFilter withDatasource(String value) {
        return new EventFilter(states, value, position, id, queue, type, key, from, to, error);
    }

    /** The one at this position of this datasource. */
    public EventFilter at(String itsDatasource, long itsPosition) {
        return new EventFilter(states, itsDatasource, itsPosition, id, queue, type, key, from, to, error);
    }

    /** Those with this id. */
    public EventFilter withId(String value) {
        return new EventFilter(states, datasource, position, value, queue, type, key, from, to, error);
    }

    /** Those of this channel of the outbox, or for this handler of the inbox. */
    public EventFilter withQueue(String value) {
        return new EventFilter(states, datasource, position, id, value, type, key, from, to, error);
    }

    /** Those of this type. */
    public EventFilter withType(String value) {
        return new EventFilter(states, datasource, position, id, queue, value, key, from, to, error);
    }

    /** Those with this key. */
    public EventFilter withKey(String value) {
        return new EventFilter(states, datasource, position, id, queue, type, value, from, to, error);
    }

    /** Those recorded at or after the first and before the second point in time; {@code null} for no such limit. */
    public EventFilter withTimes(Instant first, Instant second) {
        return new EventFilter(states, datasource, position, id, queue, type, key, first, second, error);
    }

    /** Those whose last error has this in its text. */
    public EventFilter withError(String part) {
        return new EventFilter(states, datasource, position, id, queue, type, key, from, to, part);
    }
}
