// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.fixture.TestPublisher;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.queue.Time;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.store.Controls;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeaseStore;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The lanes, looks and senders of a node while another node serves its queue. */
class RelayTest {

    private static final String OTHER = "the other node";

    /** The events of a batch, where a test has batches of several events. */
    private static final int BATCH = 10;

    private final ThreadPoolExecutor threads =
            (ThreadPoolExecutor) Executors.newCachedThreadPool(work -> new Thread(work, "onceward-test"));
    private final Queue<String> published = new ConcurrentLinkedQueue<>();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answers = new CountDownLatch(1);
    private final CircuitBreakers breakers = new CircuitBreakers();
    private final List<Integer> removed = new CopyOnWriteArrayList<>();
    private final AtomicInteger lockedReleases = new AtomicInteger();
    private long position = 1;
    private volatile Runnable whenPublishing = () -> {};
    private Runnable whenReleasing = () -> {};
    private Runnable whenReading = () -> {};

    private final FakeQueue queue = new FakeQueue(2) {
        @Override
        public void release(String owner, Collection<Integer> lanes) {
            whenReleasing.run();
            if (lockedReleases.getAndDecrement() <= 0) {
                super.release(owner, lanes);
            }
        }

        @Override
        public QueueReading read(Lanes lanes, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
            whenReading.run();
            return super.read(lanes, range, withDue, except, blockKey);
        }

        @Override
        public int remove(List<QueuedEvent> events) {
            removed.add(events.size());
            return super.remove(events);
        }
    };

    private final Relay relay = relay(1);

    private Relay relay(int batchSize) {
        Transactions transactions = new NoTransactions();
        LeaseStore leases = new LeaseStore() {
            @Override
            public List<Node> begin(Node node, Duration length) {
                return List.of(node, new Node(OTHER, null, Set.of("outbox:orders")));
            }

            @Override
            public List<Node> renew(Node node, Duration length) {
                return begin(node, length);
            }

            @Override
            public void end(String identity) {
                throw new UnsupportedOperationException();
            }
        };
        TestPublisher publisher = new TestPublisher() {
            @Override
            public void publish(List<OutboxEvent> events, Results results) throws Exception {
                whenPublishing.run();
                super.publish(events, results);
            }

            @Override
            protected void publish(OutboxEvent event) throws Exception {
                if (event.destination().equals("test:slow")) {
                    asked.countDown();
                    answers.await();
                }
                published.add(event.id());
            }
        };
        NodeContext node = new NodeContext(
                new NodeLease(leases, transactions, null, Time.SYSTEM),
                transactions,
                threads,
                new NodePayloads(),
                new MetricsRecorder(),
                Time.SYSTEM);
        QueueControls controls = new QueueControls(
                () -> new Controls(Set.of(), Map.of()), transactions, Duration.ofMinutes(1), Time.SYSTEM);
        return new Relay(
                new SideContext(Resource.database("test"), node, controls, breakers),
                queue,
                new RelayParts(
                        new Publishers(
                                Map.of("test", publisher),
                                Map.of("test", publisher),
                                new StoredPayloads(List.of(), 1, 1)),
                        new OutboxMetrics(node.metrics(), "jdbc/test"),
                        QueueBreaker.CLOSED,
                        new RelaySettings(
                                new RetryPolicy(3, Duration.ofSeconds(1), Duration.ofSeconds(1), true),
                                batchSize,
                                Duration.ZERO,
                                2,
                                null,
                                Duration.ofSeconds(1)),
                        ParkedEvents.KEPT,
                        reason -> {}));
    }

    @AfterEach
    void stop() {
        answers.countDown();
        threads.shutdownNow();
    }

    private boolean isIdle() {
        return relay.inStep().isZero();
    }

    @Test
    void nodeTakesFreeLanesOnceWhileAnotherOneWorksInItsOwn() throws Exception {
        queue.own(OTHER, 0);
        queue.add(2, "test:x");
        relay.tick();
        Await.until("lanes that are given up for good", () -> queue.takes() > 2 || (queue.takes() > 0 && isIdle()));
        assertThat(queue.takes()).isEqualTo(1);
        assertThat(queue.owner(1)).isNull();
    }

    @Test
    void releaseOfLanesThatAnotherTransactionHasLockedIsTriedAgain() throws Exception {
        lockedReleases.set(2);
        queue.add(2, "test:x");
        relay.tick();
        Await.until("lanes that are given up", () -> queue.takes() > 0 && queue.owner(0) == null);
        assertThat(lockedReleases.get()).isNegative();
    }

    @Test
    void nodeTakesLanesOnceWhoseEventsItCanNotPublish() throws Exception {
        breakers.failed(Resource.destination("test:x"), new IOException("refused"));
        breakers.failed(Resource.destination("test:x"), new IOException("refused"));
        for (int i = 0; i < 10; i++) {
            breakers.refused("test:x", new IOException("refused"));
        }
        queue.add(2, "test:x");
        relay.tick();
        Await.until("lanes that are given up for good", () -> queue.takes() > 2 || (queue.takes() > 0 && isIdle()));
        assertThat(queue.takes()).isEqualTo(1);
        assertThat(queue.owner(0)).isNull();
    }

    @Test
    void nodeWithABatchThatTakesLongGivesUpTheOtherLanesAndLooksRarely() throws Exception {
        queue.add(2, "test:slow");
        relay.tick();
        Await.until("many looks", () -> queue.looks() > 30, relay::tick);
        Await.until("the other lane", () -> queue.owner(1) == null);
        int looks = queue.looks();
        long since = System.nanoTime();
        Await.until("further looks", () -> queue.looks() > looks + 10);
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThan(Duration.ofMillis(500));
        queue.add(4, "test:x");
        Await.until("an event of the lane that it keeps", () -> published.contains("4"));
        answers.countDown();
        Await.until("lanes that are given up", () -> queue.isEmpty() && isIdle());
        assertThat(queue.owner(0)).isNull();
    }

    @Test
    void lessThanABatchWaitsForNoSenderWhoseBatchTakesLong() throws Exception {
        Relay ofBatches = relay(BATCH);
        queue.add(2, "test:slow");
        ofBatches.tick();
        asked.await();
        queue.add(4, "test:x");
        Await.until("an event beside the batch that takes long", () -> published.contains("4"), ofBatches::tick);
    }

    @Test
    void lessThanABatchWaitsForASenderThatKeepsUp() {
        assertThat(Relay.furtherBatches(BATCH - 1, BATCH, true)).isZero();
        assertThat(Relay.furtherBatches(BATCH - 1, BATCH, false)).isEqualTo(1);
    }

    @Test
    void eachFullBatchOfABacklogHasASender() {
        assertThat(Relay.furtherBatches(3 * BATCH - 1, BATCH, true)).isEqualTo(2);
        assertThat(Relay.furtherBatches(3 * BATCH - 1, BATCH, false)).isEqualTo(3);
    }

    @Test
    void twoSendersWorkWithABacklog() throws Exception {
        Relay ofBatches = relay(BATCH);
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch ends = new CountDownLatch(1);
        whenPublishing = () -> {
            begun.countDown();
            await(ends);
        };
        add(1);
        ofBatches.tick();
        Await.until("a sender", () -> begun.getCount() < 2);
        add(BATCH);
        Await.until("a second sender", () -> begun.getCount() == 0, ofBatches::tick);
        ends.countDown();
        Await.until("an empty queue", queue::isEmpty, ofBatches::tick);
    }

    private void add(int events) {
        for (int i = 0; i < events; i++) {
            queue.add(++position, "test:x");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void confirmedEventsOfTwoSendersAreRemovedByOneStatement() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch reported = new CountDownLatch(1);
        whenPublishing = () -> {
            begun.countDown();
            await(reading);
        };
        whenReading = () -> {
            if (begun.getCount() == 0) {
                reading.countDown();
                await(reported);
            }
        };
        add(2);
        Await.until("both events, and a read while both are published", () -> published.size() == 2, relay::tick);
        Await.until("no thread but that of the coordinator", () -> threads.getActiveCount() == 1);
        reported.countDown();
        Await.until("an empty queue", queue::isEmpty);
        assertThat(removed).as("events that each statement has removed").containsExactly(2);
    }

    @Test
    void errorOfAReadIsAnOutageOfTheDatabaseUntilTheNextRead() throws Exception {
        whenReading = () -> {
            whenReading = () -> {};
            throw new OutOfMemoryError("of the test");
        };
        queue.add(2, "test:x");
        relay.tick();
        Await.until("an outage", () -> breakers.hasFailed(Resource.database("test")));
        Await.until("the event", () -> published.contains("2"), relay::tick);
        assertThat(breakers.hasFailed(Resource.database("test"))).isFalse();
    }

    @Test
    void eventThatTheOtherNodeLeftBeforeTheReleaseIsPublished() throws Exception {
        queue.add(2, "test:x");
        whenReleasing = () -> {
            whenReleasing = () -> {};
            queue.add(3, "test:x");
        };
        relay.tick();
        Await.until("both events", () -> published.size() == 2);
        Await.until("an idle relay", () -> queue.isEmpty() && isIdle());
    }
}
