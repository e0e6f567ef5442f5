// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The time that a relay stays idle after it found nothing, while a circuit breaker is open or a queue is paused. */
class LookIntervalTest {

    @ParameterizedTest
    @CsvSource({"PT0S, PT0S", "PT0.005S, PT0.1S", "PT0.5S, PT10S", "PT3S, PT10S", "PT5M, PT10S"})
    void idleIntervalIsTwentyTimesTheQueryTimeAndAtMostTenSeconds(Duration look, Duration interval) {
        assertThat(Duration.ofNanos(RelayMachine.restAfter(look.toNanos()))).isEqualTo(interval);
    }
}
