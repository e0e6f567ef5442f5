// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HostHealthTest {

    private final HostHealth health = new HostHealth();

    @Test
    void failureIsAnOutageUntilTheHostAnswers() {
        fail("a", 1);
        assertThat(health.isUnavailable()).isTrue();
        health.answered("other");
        assertThat(health.isUnavailable()).isFalse();
    }

    @Test
    void eventThatAlwaysFailsIsRefusedOnceInAWhile() {
        fail("a", HostHealth.FAILURES_OF_ONE - 1);
        assertThat(health.isUnavailable()).isTrue();
        fail("a", 1);
        assertThat(health.isUnavailable()).isFalse();
        fail("a", HostHealth.FAILURES_OF_ONE - 1);
        assertThat(health.isUnavailable()).isTrue();
    }

    @Test
    void outageThatOtherEventsNoticeCountsMoreRarely() {
        fail("a", 1);
        fail("b", 1);
        fail("a", HostHealth.FAILURES_IN_OUTAGE - 2);
        assertThat(health.isUnavailable()).isTrue();
        fail("a", 1);
        assertThat(health.isUnavailable()).isFalse();
    }

    @Test
    void hostWithoutAConnectionIsNeverTheFaultOfAnEvent() {
        for (int i = 0; i < 10 * HostHealth.FAILURES_IN_OUTAGE; i++) {
            health.unreachable();
            assertThat(health.isUnavailable()).isTrue();
        }
    }

    @Test
    void failureOfAnEventIsARefusalIfTheHostAnswersOthersMeanwhile() {
        fail("a", 1);
        health.answered("other");
        fail("a", 1);
        assertThat(health.isUnavailable()).isFalse();
        fail("a", 1);
        assertThat(health.isUnavailable()).isTrue();
    }

    @Test
    void twoEventsThatAlwaysFailAreBothRefusedIfTheHostAnswersOthers() {
        fail("a", 1);
        fail("b", 1);
        health.answered("other");
        for (String id : new String[] {"a", "b"}) {
            fail(id, 1);
            assertThat(health.isUnavailable()).isFalse();
        }
    }

    @Test
    void answerEndsTheCountOfFailures() {
        fail("a", HostHealth.FAILURES_OF_ONE - 1);
        health.answered("other");
        fail("b", HostHealth.FAILURES_OF_ONE - 1);
        assertThat(health.isUnavailable()).isTrue();
    }

    @Test
    void hostWithTooManyRequestsIsNeverTheFaultOfAnEvent() {
        for (int i = 0; i < 10 * HostHealth.FAILURES_IN_OUTAGE; i++) {
            health.answered("other");
            health.postponed(Duration.ZERO);
            assertThat(health.isUnavailable()).isTrue();
        }
    }

    @Test
    void longerPauseRemains() {
        assertThat(health.pausedUntil()).isNull();
        health.failed("a", Duration.ofMinutes(5));
        health.failed("b", Duration.ZERO);
        health.answered("other");
        assertThat(health.pausedUntil()).isNotNull();
    }

    private void fail(String id, int times) {
        for (int i = 0; i < times; i++) {
            health.failed(id, Duration.ZERO);
        }
    }
}
