// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class EventFilterTest {

    static final List<UnaryOperator<EventFilter>> CONDITIONS = List.of(
            EventFilter::parked,
            filter -> filter.withStates(EventState.PENDING, EventState.DELAYED),
            filter -> filter.withDatasource("jdbc/db"),
            filter -> filter.at("jdbc/db", 7),
            filter -> filter.at("jdbc/db", 8),
            filter -> filter.withId("id-1"),
            filter -> filter.withQueue("orders"),
            filter -> filter.withType("Placed"),
            filter -> filter.withKey("key-1"),
            filter -> filter.withTimes(Instant.EPOCH, null),
            filter -> filter.withTimes(null, Instant.EPOCH),
            filter -> filter.withError("no"),
            filter -> filter.withCause("no"));

    @ParameterizedTest
    @FieldSource("CONDITIONS")
    void eachConditionMakesAnotherFilter(UnaryOperator<EventFilter> condition) {
        EventFilter filter = condition.apply(EventFilter.all());
        assertThat(filter)
                .isNotEqualTo(EventFilter.all())
                .isEqualTo(condition.apply(EventFilter.all()))
                .hasSameHashCodeAs(condition.apply(EventFilter.all()));
        assertThat(CONDITIONS.stream().map(each -> each.apply(EventFilter.all())))
                .containsOnlyOnce(filter);
    }

    @Test
    void conditionsAreKeptTogether() {
        assertThat(EventFilter.all().toString()).isEqualTo("EventFilter[]");
        assertThat(EventFilter.all().parked().withQueue("orders").withKey("k").toString())
                .isEqualTo("EventFilter[states=[PARKED], queue=orders, key=k]");
    }

    @Test
    void conditionIsTakenBackWithNull() {
        assertThat(EventFilter.all()
                        .withQueue("orders")
                        .withQueue(null)
                        .parked()
                        .withStates(Set.of()))
                .isEqualTo(EventFilter.all());
    }

    @Test
    void statesAreCopied() {
        Set<EventState> states = EnumSet.of(EventState.PARKED);
        EventFilter filter = EventFilter.all().withStates(states);
        states.add(EventState.PENDING);
        assertThat(filter.states()).containsExactly(EventState.PARKED);
    }

    @Test
    void eventHasADatasourceAndStatesAreNotNull() {
        assertThatNullPointerException().isThrownBy(() -> EventFilter.all().at(null, 1));
        assertThatNullPointerException().isThrownBy(() -> EventFilter.all().withStates((Set<EventState>) null));
        assertThatNullPointerException().isThrownBy(() -> EventFilter.all().withStates((EventState) null));
    }
}
