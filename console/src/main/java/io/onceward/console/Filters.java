// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Filters as they stand in a request. */
final class Filters {

    /** The names of all conditions. */
    static final Set<String> NAMES =
            Set.of("states", "datasource", "position", "id", "queue", "type", "key", "from", "to", "error", "cause");

    /** The names of the parts of a group of failures. */
    static final Set<String> OF_GROUP = Set.of("datasource", "queue", "cause");

    private Filters() {}

    static EventFilter of(Query query) {
        EventFilter filter = EventFilter.all()
                .withStates(states(query.text("states")))
                .withDatasource(query.text("datasource"))
                .withId(query.text("id"))
                .withQueue(query.text("queue"))
                .withType(query.text("type"))
                .withKey(query.text("key"))
                .withTimes(instant(query, "from"), instant(query, "to"))
                .withError(query.text("error"))
                .withCause(query.text("cause"));
        return query.text("position") == null ? filter : filter.at(query.required("datasource"), position(query));
    }

    /** Returns the filter of a group; a part that is missing would make it another one. */
    static EventFilter ofGroup(Query query) {
        return EventFilter.all()
                .withDatasource(query.required("datasource"))
                .withQueue(query.required("queue"))
                .withCause(query.required("cause"));
    }

    static long position(Query query) {
        try {
            return Long.parseLong(query.required("position"));
        } catch (NumberFormatException e) {
            throw Refusal.illegal("position is not a whole number");
        }
    }

    private static Set<EventState> states(String names) {
        Set<EventState> states = EnumSet.noneOf(EventState.class);
        if (names != null) {
            for (String name : names.split(",", -1)) {
                try {
                    states.add(EventState.valueOf(name));
                } catch (IllegalArgumentException e) {
                    throw Refusal.illegal("states has a name other than " + Arrays.toString(EventState.values()));
                }
            }
        }
        return states;
    }

    private static Instant instant(Query query, String name) {
        String value = query.text(name);
        try {
            return value == null ? null : Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw Refusal.illegal(name + " is not a time such as 2026-01-31T23:59:59Z");
        }
    }
}
