// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HostHealthTest {

    private static final Exception FAILURE = new Exception("503");

    private final HostHealth health = new HostHealth();

    @Test
    void failureIsAnOutageUntilTheHostAnswers() {
        fail("a", 1);
        assertThatThrownBy(health::requireAvailable).isSameAs(FAILURE);
        health.answered("other");
        assertThatCode(health::requireAvailable).doesNotThrowAnyException();
    }

    @Test
    void eventThatAlwaysFailsIsRefusedOnceInAWhile() {
        fail("a", HostHealth.FAILURES_OF_ONE - 1);
        assertThatThrownBy(health::requireAvailable).isSameAs(FAILURE);
        fail("a", 1);
        assertThatCode(health::requireAvailable).doesNotThrowAnyException();
        fail("a", HostHealth.FAILURES_OF_ONE - 1);
        assertThatThrownBy(health::requireAvailable).isSameAs(FAILURE);
    }

    @Test
    void outageThatOtherEventsNoticeCountsMoreRarely() {
        fail("a", 1);
        fail("b", 1);
        fail("a", HostHealth.FAILURES_IN_OUTAGE - 2);
        assertThatThrownBy(health::requireAvailable).isSameAs(FAILURE);
        fail("a", 1);
        assertThatCode(health::requireAvailable).doesNotThrowAnyException();
    }

    @Test
    void hostWithoutAConnectionIsNeverTheFaultOfAnEvent() {
        for (int i = 0; i < 10 * HostHealth.FAILURES_IN_OUTAGE; i++) {
            health.unreachable(FAILURE);
            assertThatThrownBy(health::requireAvailable).isSameAs(FAILURE);
        }
    }

    @Test
    void failureOfAnEventIsARefusalIfTheHostAnswersOthersMeanwhile() {
        fail("a", 1);
        health.answered("other");
        fail("a", 1);
        assertThatCode(health::requireAvailable).doesNotThrowAnyException();
        fail("a", 1);
        assertThatThrownBy(health::requireAvailable).isSameAs(FAILURE);
    }

    @Test
    void twoEventsThatAlwaysFailAreBothRefusedIfTheHostAnswersOthers() {
        fail("a", 1);
        fail("b", 1);
        health.answered("other");
        for (String id : new String[] {"a", "b"}) {
            fail(id, 1);
            assertThatCode(health::requireAvailable).doesNotThrowAnyException();
        }
    }

    @Test
    void answerEndsTheCountOfFailures() {
        fail("a", HostHealth.FAILURES_OF_ONE - 1);
        health.answered("other");
        fail("b", HostHealth.FAILURES_OF_ONE - 1);
        assertThatThrownBy(health::requireAvailable).isSameAs(FAILURE);
    }

    @Test
    void hostWithTooManyRequestsIsNeverTheFaultOfAnEvent() {
        for (int i = 0; i < 10 * HostHealth.FAILURES_IN_OUTAGE; i++) {
            health.answered("other");
            health.postponed(FAILURE, Duration.ZERO);
            assertThatThrownBy(health::requireAvailable).isSameAs(FAILURE);
        }
    }

    @Test
    void longerPauseRemains() {
        assertThat(health.pausedUntil()).isNull();
        health.failed("a", FAILURE, Duration.ofMinutes(5));
        health.failed("b", FAILURE, Duration.ZERO);
        health.answered("other");
        assertThat(health.pausedUntil()).isNotNull();
    }

    private void fail(String id, int times) {
        for (int i = 0; i < times; i++) {
            health.failed(id, FAILURE, Duration.ZERO);
        }
    }
}
