// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.onceward.api.EventState;
import io.onceward.fixture.TestPublisher;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Time;
import io.onceward.queue.machine.Facts;
import io.onceward.queue.machine.Limits;
import io.onceward.queue.machine.RelayMachine;
import io.onceward.queue.machine.Step;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.OutboxEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sender leaves no event behind that neither it nor another one would publish. */
class SenderTest {

    private static final Lanes LANES = new Lanes("me", 1, Map.of(0, 1L), Set.of());

    /** A sender with more than one event in a batch waits for so long, but each test ends before. */
    private static final Duration WAIT = Duration.ofMinutes(1);

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final Facts FACTS = new Facts(false, true, 0, false, false, List.of());

    private final RelayMachine machine = new RelayMachine(
            "me", Limits.of(1, 1, false, Duration.ofSeconds(1)), new NodePayloads(), QueueReading::events, 0);
    private final CircuitBreakers breakers = new CircuitBreakers();
    private Consumer<String> whenPublishing = id -> {};

    @BeforeEach
    void takeLanes() {
        machine.ticked();
        assertThat(machine.next(FACTS, 0)).isInstanceOf(Step.Take.class);
        machine.taken(Optional.of(LANES));
    }

    @Test
    void batchWhoseAttemptCannotBeginIsReadAgain() {
        List<Integer> failures = new ArrayList<>();
        Sender sender = sender(ends -> {
            if (failures.isEmpty()) {
                failures.add(1);
                throw new OutOfMemoryError("of the test");
            }
            return attempt(ends);
        });
        handOut(event(1), event(2));
        sender.request();
        assertThat(failures).hasSize(1);
        assertThat(machine.inFlight()).isZero();
        handOut(event(1), event(2));
        sender.request();
        assertThat(confirmed()).containsExactly(1L, 2L);
    }

    @Test
    void batchThatFollowsAnOverdueOneIsNotAbandoned() {
        Sender sender = sender(this::attempt);
        List<Sender.Work> overdue = new ArrayList<>();
        whenPublishing = id -> {
            if (overdue.isEmpty()) {
                overdue.add(sender.overdue(Duration.ofSeconds(-1)).orElseThrow());
            } else {
                assertThat(sender.abandon(overdue.get(0), Duration.ZERO)).isFalse();
            }
        };
        handOut(event(1), event(2), event(3));
        sender.request();
        assertThat(confirmed()).containsExactly(1L, 2L, 3L);
        assertThat(breakers.outages(Set.of(Resource.Kind.CONNECTION))).isEmpty();
    }

    // ---- a sender that waits for further events of its batch

    /** The stop comes between two looks of the sender, which sees only its request. */
    @Test
    void stopEndsTheWaitForFurtherEvents() {
        AtomicInteger asked = new AtomicInteger();
        AtomicReference<Sender> stopped = new AtomicReference<>();
        Sender sender = sender(10, this::attempt, () -> {
            if (asked.incrementAndGet() == 2) { // the first time is before it waits
                stopped.get().request();
                return false;
            }
            return asked.get() > 2;
        });
        stopped.set(sender);
        handOut(event(1));
        assertTimeoutPreemptively(LIMIT, sender::request);
        assertThat(sender.hasBatch()).isFalse();
    }

    @Test
    void noFurtherEventsAreAwaitedIfPayloadsLeaveNoRoom() {
        Sender sender = sender(10, this::attempt, () -> false);
        handOut(event(1, new byte[9 << 20]));
        assertTimeoutPreemptively(LIMIT, sender::request);
        assertThat(confirmed()).containsExactly(1L);
    }

    private Sender sender(Function<BooleanSupplier, BatchAttempt> attempts) {
        return sender(1, attempts, () -> false);
    }

    private Sender sender(int batchSize, Function<BooleanSupplier, BatchAttempt> attempts, BooleanSupplier stopping) {
        return new Sender(
                new TaskChain(Runnable::run), machine, batchSize, WAIT, attempts, stopping, attempt -> {}, Time.SYSTEM);
    }

    private BatchAttempt attempt(BooleanSupplier ends) {
        TestPublisher publisher = new TestPublisher() {
            @Override
            protected void publish(OutboxEvent event) {
                whenPublishing.accept(event.id());
            }
        };
        return new BatchAttempt(
                new Publishers(
                        Map.of("test", publisher), Map.of("test", publisher), new StoredPayloads(List.of(), 1, 1)),
                breakers,
                QueueBreaker.CLOSED,
                new OutboxMetrics(new MetricsRecorder(), "jdbc/test"),
                ends,
                Time.SYSTEM);
    }

    private void handOut(QueuedEvent... events) {
        Step.Cycle cycle = (Step.Cycle) machine.next(FACTS, 0);
        QueueReading reading =
                new QueueReading(Batch.EMPTY, new Batch(List.of(events), false), LANES, Map.of(), Passed.NONE);
        machine.cycled(
                cycle, new Step.Cycled(Set.of(), Optional.of(reading), Optional.empty(), Step.Unblocking.NONE), 0);
        assertThat(machine.waiting()).isEqualTo(events.length);
    }

    private List<Long> confirmed() {
        machine.halt(); // so that it gathers nothing
        Step.Cycle cycle = (Step.Cycle) machine.next(FACTS, 0);
        return cycle.ended().confirmed().stream().map(QueuedEvent::seq).toList();
    }

    private static QueuedEvent event(long seq) {
        return event(seq, new byte[0]);
    }

    private static QueuedEvent event(long seq, byte[] payload) {
        RecordedEvent event = new RecordedEvent(
                String.valueOf(seq), "c", "k", "t", payload, "text/plain", Map.of(), "test:x", 0, null);
        return new QueuedEvent(seq, EventState.PENDING, 0, new OrderKey("c", "k"), event, 0, null);
    }
}
