// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventState;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.outage.Backoff;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The circuit breaker of a handler: what opens and closes it, and its probes. */
class HandlerBreakerTest {

    private static final IOException FAILURE = new IOException("not there");

    private final HandlerBreaker breaker =
            new HandlerBreaker("billing", new Backoff(Duration.ofMillis(2), Duration.ofHours(1)));

    @Test
    void failuresOfFiveMessagesOpenIt() {
        for (int i = 1; i < HandlerBreaker.MESSAGES_BEFORE_OPEN; i++) {
            assertThat(breaker.failed(event(i), FAILURE)).isTrue();
        }
        assertThat(breaker.outage()).isEmpty();
        assertThat(breaker.failed(event(HandlerBreaker.MESSAGES_BEFORE_OPEN), FAILURE))
                .as("the failure that opens it")
                .isFalse();
        assertThat(breaker.outage()).isPresent();
    }

    @Test
    void outageHasTheInnermostCauseOfTheLastFailure() {
        open();
        assertThat(breaker.admits(event(6))).isTrue();
        breaker.failed(event(6), new IllegalStateException("wrapper", new ConnectException("refused")));
        assertThat(breaker.outage()).hasValueSatisfying(outage -> {
            assertThat(outage.resource()).isEqualTo(Resource.handler("billing"));
            assertThat(outage.cause()).isEqualTo("java.net.ConnectException: refused");
            assertThat(outage.error())
                    .isEqualTo("java.lang.IllegalStateException: wrapper <- java.net.ConnectException: refused");
            assertThat(outage.age()).isPositive();
            assertThat(outage.queues()).containsExactly("billing");
        });
    }

    @Test
    void failuresOfFewMessagesDoNotOpenIt() {
        for (int i = 0; i < 100; i++) {
            assertThat(breaker.failed(event(i % 4), FAILURE)).isTrue();
        }
        assertThat(breaker.admits(event(1))).isTrue();
    }

    @Test
    void successInBetweenKeepsItClosed() {
        for (int i = 1; i < 100; i++) {
            assertThat(breaker.failed(event(i), FAILURE)).isTrue();
            if (i % 4 == 0) {
                breaker.succeeded();
            }
        }
    }

    @Test
    void halfOpenItAdmitsOneMessage() {
        open();
        assertThat(breaker.admits(event(6))).isTrue();
        assertThat(breaker.isOpen()).as("nothing is read while the probe runs").isTrue();
        assertThat(breaker.admits(event(7))).isFalse();
        breaker.succeeded();
        breaker.ended(event(6));
        assertThat(breaker.outage()).isEmpty();
        assertThat(breaker.admits(event(7))).isTrue();
        assertThat(breaker.admits(event(8))).isTrue();
    }

    @Test
    void failedProbeOpensItAgainAndDoesNotCount() {
        open();
        assertThat(breaker.admits(event(6))).isTrue();
        assertThat(breaker.failed(event(6), FAILURE)).isFalse();
        breaker.ended(event(6));
        awaitHalfOpen();
        assertThat(breaker.admits(event(7))).isTrue();
        assertThat(breaker.admits(event(8))).isFalse();
    }

    @Test
    void attemptThatBeganBeforeItOpenedNeitherCountsNorEndsTheProbe() {
        open();
        assertThat(breaker.admits(event(6))).isTrue();
        assertThat(breaker.failed(event(7), FAILURE)).isFalse();
        breaker.ended(event(7));
        assertThat(breaker.admits(event(8))).as("the probe still runs").isFalse();
    }

    @Test
    void probeThatSaysNothingAboutTheHandlerIsFollowedByAnotherAtOnce() {
        open();
        assertThat(breaker.admits(event(6))).isTrue();
        breaker.ended(event(6));
        assertThat(breaker.admits(event(7))).isTrue();
    }

    @Test
    void probeThatNeverReturnsIsReplacedAfterTheLongestPause() {
        HandlerBreaker quick = new HandlerBreaker("billing", new Backoff(Duration.ofMillis(1), Duration.ofMillis(20)));
        fail(quick);
        awaitAdmitted(quick, event(6));
        long start = System.nanoTime();
        awaitAdmitted(quick, event(7));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(15));
        quick.succeeded();
        assertThat(quick.outage()).isEmpty();
    }

    @Test
    void everyMessageBecomesTheProbeAtSomeTime() {
        QueueReading reading = new QueueReading(
                new Batch(List.of(due(1, "2026-01-02T00:00:00Z"), due(2, "2026-01-01T00:00:00Z")), false),
                new Batch(List.of(event(3), event(4)), false),
                Lanes.none("me"),
                Map.of(),
                Passed.NONE);
        assertThat(positions(reading)).containsExactly(1L, 2L, 3L, 4L);
        open();
        assertThat(positions(reading)).containsExactly(3L, 4L, 2L, 1L);
        assertThat(breaker.admits(event(6))).isTrue();
        breaker.failed(event(6), FAILURE);
        assertThat(positions(reading)).containsExactly(2L, 1L, 3L, 4L);
        breaker.succeeded();
        assertThat(positions(reading)).containsExactly(1L, 2L, 3L, 4L);
    }

    private List<Long> positions(QueueReading reading) {
        return breaker.order(reading).stream().map(QueuedEvent::seq).toList();
    }

    private void open() {
        fail(breaker);
        assertThat(breaker.outage()).isPresent();
        awaitHalfOpen();
    }

    private static void fail(HandlerBreaker handler) {
        for (int i = 0; i < HandlerBreaker.MESSAGES_BEFORE_OPEN; i++) {
            handler.failed(event(i), FAILURE);
        }
    }

    private void awaitHalfOpen() {
        while (breaker.isOpen()) {
            Thread.onSpinWait();
        }
    }

    private static void awaitAdmitted(HandlerBreaker handler, QueuedEvent event) {
        while (!handler.admits(event)) {
            Thread.onSpinWait();
        }
    }

    private static QueuedEvent event(long seq) {
        return event(seq, EventState.PENDING, null);
    }

    private static QueuedEvent due(long seq, String since) {
        return event(seq, EventState.RETRYING, Instant.parse(since));
    }

    private static QueuedEvent event(long seq, EventState state, Instant availableAt) {
        RecordedEvent event = new RecordedEvent(
                "m" + seq, "c", null, "t", new byte[0], "text/plain", Map.of(), "billing", 0, availableAt);
        return new QueuedEvent(seq, state, 0, null, event, 0, null);
    }
}
