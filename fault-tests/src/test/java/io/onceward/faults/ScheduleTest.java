// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The schedule is the same for the same seed. */
class ScheduleTest {

    private static final Set<Fault> ALL = EnumSet.allOf(Fault.class);

    @Test
    void sameSeedGivesTheSameSchedule() {
        assertThat(plan(7, Duration.ofMinutes(10))).isEqualTo(plan(7, Duration.ofMinutes(10)));
        assertThat(plan(7, Duration.ofMinutes(10))).isNotEqualTo(plan(8, Duration.ofMinutes(10)));
    }

    @Test
    void shortScheduleHasEachKindOnce() {
        List<Planned> planned = plan(1, Duration.ofSeconds(90));
        assertThat(planned).extracting(Planned::fault).containsExactlyInAnyOrderElementsOf(ALL);
    }

    @Test
    void longScheduleHasAFaultEveryTenSeconds() {
        List<Planned> planned = plan(1, Duration.ofHours(1));
        assertThat(planned).hasSize(359);
        assertThat(planned.get(0).at()).isEqualTo(Duration.ofSeconds(10));
        assertThat(planned).allSatisfy(one -> assertThat(one.length())
                .isBetween(one.fault().shortest(), one.fault().longest()));
    }

    @Test
    void clocksJumpOnlyWhereTheyCan() {
        assertThat(plan(3, Duration.ofHours(1)).stream()
                        .filter(one -> one.fault() == Fault.NODE_CLOCK_JUMPS)
                        .map(Planned::target))
                .isNotEmpty()
                .containsOnly("relay-2");
    }

    private static List<Planned> plan(long seed, Duration length) {
        return Schedule.of(seed, length, ALL, Storm.NODES.keySet(), Set.of("relay-2"));
    }
}
