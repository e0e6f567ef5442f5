// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.TestPublisher;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.ReadRange;
import io.onceward.queue.store.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a coordinator reads while its senders are slower than it. */
class CoordinatorTest {

    private static final RetryPolicy POLICY = new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(1), true);

    private static final int MEGABYTE = 1 << 20;

    /** Whether each read was to find the due events. */
    private final List<Boolean> readsOfDue = new ArrayList<>();

    /** The most events of each read. */
    private final List<Integer> limits = new ArrayList<>();

    private final FakeQueue queue = new FakeQueue(1) {
        @Override
        public QueueReading read(Lanes lanes, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
            readsOfDue.add(withDue);
            limits.add(range.limit());
            return super.read(lanes, range, withDue, except, blockKey);
        }
    };

    private final TestPublisher publisher = new TestPublisher() {};

    private final CircuitBreakers breakers = new CircuitBreakers();
    private final OutboxMetrics metrics = new OutboxMetrics(new MetricsRecorder(), "jdbc/test");
    private final NodePayloads payloads = new NodePayloads();
    private final Flight flight = new Flight(100, 100, payloads);

    private Coordinator coordinator(int readSize, int readAhead) throws Exception {
        NodeContext node = new NodeContext(
                new NodeLease(null, new NoTransactions(), null), // its identity is enough
                new NoTransactions(),
                null,
                payloads,
                null);
        Coordinator coordinator = new Coordinator(
                new SideContext(null, node, null, breakers),
                queue,
                new RelayParts(null, metrics, QueueBreaker.CLOSED, null),
                flight,
                () -> POLICY,
                new ReadSizes(readSize, readAhead));
        coordinator.take(Set.of());
        return coordinator;
    }

    @Test
    void dueEventsAreReadAsSoonAsThereIsRoomIfThereWasNoneAtThePoll() throws Exception {
        Coordinator coordinator = coordinator(1, 1);
        queue.add(1, "test:x");
        coordinator.cycle(true, false);
        queue.add(2, "test:x");
        coordinator.cycle(true, true);
        assertThat(readsOfDue).as("reads while there is no room").containsExactly(false);

        publishAll();
        while (coordinator.cycle(false, false).more()) {
            assertThat(readsOfDue).as("reads").hasSizeLessThan(3);
        }
        assertThat(readsOfDue).containsExactly(false, true);
    }

    @Test
    void readAsksForFewEventsAfterLargeOnes() throws Exception {
        Coordinator coordinator = coordinator(500, 2500);
        queue.add(1, "test:x");
        coordinator.cycle(true, true);
        publishAll();
        queue.add(2, "test:x", 2 * MEGABYTE);
        coordinator.cycle(true, true);
        publishAll();
        coordinator.cycle(true, true);
        assertThat(limits)
                .as("of unknown, of small and of large events, each with those in flight")
                .containsExactly(4, 500 + 1, 2 + 1);
    }

    @Test
    void readAsksForOneLargeEventWhileOtherQueuesHaveManyBytesInFlight() throws Exception {
        Coordinator coordinator = coordinator(500, 2500);
        queue.add(1, "test:x", 2 * MEGABYTE);
        coordinator.cycle(true, true);
        publishAll();
        payloads.add(64 * MEGABYTE);
        limits.clear();
        queue.add(2, "test:x", MEGABYTE);
        queue.add(3, "test:x", MEGABYTE);
        coordinator.cycle(true, true);
        coordinator.cycle(true, true);
        assertThat(limits).as("none further while it is in flight").containsExactly(1);
        publishAll();
        payloads.add(-64 * MEGABYTE);
        while (coordinator.cycle(true, true).more()) {
            assertThat(limits).as("reads").hasSizeLessThan(5);
        }
        publishAll();
        assertThat(limits).contains(4 + 1);
    }

    @Test
    void bytesInFlightOfTheNodeAreGivenBack() throws Exception {
        Coordinator coordinator = coordinator(500, 2500);
        for (int seq = 1; seq <= 50; seq++) {
            queue.add(seq, "test:x", MEGABYTE);
            coordinator.cycle(true, true);
            publishAll();
        }
        coordinator.cycle(false, false);
        assertThat(queue.isEmpty()).isTrue();
        assertThat(payloads.allowed(8 * MEGABYTE)).isEqualTo(8 * MEGABYTE);
    }

    @Test
    void failureThatWasNotWrittenShowsThatItsLaneHasChangedWithoutARead() throws Exception {
        Coordinator coordinator = coordinator(1, 1);
        queue.add(1, "test:x");
        coordinator.cycle(true, true);
        Flight.Taken batch = flight.next(10);
        BatchAttempt attempt = attempt();
        attempt.outcome().refused(batch.events().get(0), Refusal.counted(new IOException("not this one")));
        flight.report(batch, attempt);
        queue.own("other", 0);
        coordinator.settle();
        assertThat(coordinator.lanes().isEmpty()).isTrue();
        coordinator.settle();
        assertThat(flight.size()).isZero();
    }

    @Test
    void eventsOfAKeyWhoseLockHasEndedAreRemovedInOneRun() throws Exception {
        Coordinator coordinator = coordinator(500, 2500);
        for (int seq = 1; seq <= 4; seq++) {
            queue.add(seq, "k", "test:x", 0);
        }
        coordinator.cycle(true, true);
        publishAll();
        for (int seq = 1; seq <= 4; seq++) {
            queue.lock(seq);
        }
        coordinator.cycle(false, false);
        assertThat(flight.lockedSize()).isEqualTo(4);

        queue.unlock();
        flight.tryLocked();
        while (coordinator.cycle(false, false).more()) {
            assertThat(flight.lockedSize()).isLessThan(4);
        }
        assertThat(queue.isEmpty()).isTrue();
    }

    private void publishAll() {
        BatchAttempt attempt = attempt();
        Flight.Taken batch = flight.next(10);
        attempt.publish(batch.events());
        flight.report(batch, attempt);
    }

    private BatchAttempt attempt() {
        return new BatchAttempt(
                new Publishers(Map.of("test", publisher), Map.of("test", publisher)),
                breakers,
                QueueBreaker.CLOSED,
                metrics,
                () -> false);
    }
}
