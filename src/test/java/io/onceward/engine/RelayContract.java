// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.spi.OutboxEvent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;

/** The relay publishes committed events, in the order of their keys, on every database. */
abstract class RelayContract extends OutboxFixture {

    @Test
    void eventsStayPendingDuringAnOutageAndKeepTheirOrder() throws Exception {
        publisher.setDown(true);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(JTA.inTransaction(
                    () -> record("orders", "x", OutboxMetadata.none().withKey("one"))));
        }
        assertThat(publisher.published()).isEmpty();
        assertThat(rows("onceward_outbox")).isEqualTo(10);
        publisher.setDown(false);
        pollUntilPublished(10);
        assertThat(publisher.ids()).isEqualTo(ids);
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void removalThatFailsIsRepeatedAndTheEventIsNotPublishedAgain() throws Exception {
        AtomicInteger failures = new AtomicInteger(2);
        DataSource failing = ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> {
                    if (SqlText.of(queries.get(0)).contains("onceward_outbox")
                            && SqlText.of(queries.get(0)).contains("DELETE ")
                            && failures.getAndDecrement() > 0) {
                        throw new IllegalStateException("no removal");
                    }
                })
                .build();
        engine = reopen(new Nodes(JTA, publisher).tryingSoon(), Map.of(), Runnable::run, failing);
        String id = JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        assertThat(rows("onceward_outbox")).isOne();
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertThat(failures.get()).isNotPositive();
        assertThat(publisher.ids()).containsExactly(id);
    }

    @Test
    void backlogIsPublishedInBatches() throws Exception {
        engine = reopen(Map.of("onceward.relay.batch-size", "10", "onceward.relay.senders", "1"));
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        engine.poll(); // now the relay knows the size of the events
        assertThat(publisher.published()).hasSize(1);
        AtomicInteger batches = new AtomicInteger();
        publisher.duringPublish = batches::incrementAndGet;
        JTA.inTransaction(() -> {
            for (int i = 0; i < 25; i++) {
                record("orders", "x", OutboxMetadata.none());
            }
            return null;
        });
        engine.poll();
        assertThat(publisher.published()).hasSize(26);
        assertThat(batches).hasValue(3);
    }

    @Test
    void outageOfOneBrokerDoesNotHoldUpAnother() throws Exception {
        engine = reopen(Map.of("mp.messaging.outgoing.far.destination", "elsewhere"));
        publisher.elsewhereDown = true;
        JTA.inTransaction(() -> {
            record("far", "x", OutboxMetadata.none());
            return record("orders", "x", OutboxMetadata.none());
        });
        engine.poll();
        assertThat(publisher.published()).extracting(OutboxEvent::channel).containsExactly("orders");
        assertThat(rows("onceward_outbox")).isEqualTo(1);
        assertThat(engine.outages().brokers()).singleElement().satisfies(outage -> {
            assertThat(outage.name()).isEqualTo("elsewhere");
            assertThat(outage.cause()).isEqualTo("java.io.IOException: the broker is down");
            assertThat(outage.queues()).containsExactly("far");
        });
        publisher.elsewhereDown = false;
        pollUntilPublished(2);
        assertThat(engine.outages().brokers()).isEmpty();
    }

    @Test
    void nodeThatReachesTheBrokerPublishesForOneThatDoesNot() throws Exception {
        MemoryPublisher reaching = new MemoryPublisher();
        Engine other = engine(new Nodes(JTA, reaching).declaring("orders"), Map.of(), threads, pool);
        Await.until(
                "a lease for the channel", () -> rows("onceward_node WHERE queues LIKE '%orders%'") == 1, other::poll);
        engine = reopen(new Nodes(JTA, publisher).tryingSoon(), Map.of(), threads, pool);
        record(3, "orders", i -> "key " + i);
        Await.until("lanes of the node that does not reach the broker", () -> ownedLanes() > 0);
        try {
            Await.until(
                    "events published by the other node",
                    () -> reaching.published().size() == 3,
                    () -> {
                        engine.poll();
                        other.poll();
                    });
            assertThat(publisher.published()).isEmpty();
        } finally {
            other.stop(Duration.ofSeconds(5));
        }
    }

    private int ownedLanes() {
        return rows("onceward_lane WHERE owner IS NOT NULL");
    }

    @Test
    void largeEventsMakeSmallBatches() throws Exception {
        publisher.setDown(true);
        JTA.inTransaction(() -> {
            for (int i = 0; i < 20; i++) {
                record("orders", new byte[1_000_000], OutboxMetadata.none());
            }
            return null;
        });
        publisher.setDown(false);
        List<Integer> publishedBefore = new CopyOnWriteArrayList<>();
        publisher.duringPublish =
                () -> publishedBefore.add(publisher.published().size());
        engine = reopen(Map.of("onceward.relay.senders", "1"));
        engine.poll();
        assertThat(publisher.published()).hasSize(20);
        publishedBefore.add(20);
        for (int batch = 1; batch < publishedBefore.size(); batch++) {
            assertThat(publishedBefore.get(batch) - publishedBefore.get(batch - 1))
                    .as("events of a batch, which ends with the event that reaches 8 MiB")
                    .isLessThanOrEqualTo(9);
        }
    }

    @Test
    void delayedEventWaitsForItsTime() throws Exception {
        Instant due = Instant.now().plusMillis(700).truncatedTo(ChronoUnit.MILLIS);
        AtomicReference<Instant> published = new AtomicReference<>();
        publisher.duringPublish = () -> published.set(Instant.now());
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none().withDeliverAt(due)));
        pollUntilPublished(1);
        assertThat(published.get()).as("when it was published").isAfterOrEqualTo(due);
    }

    @Test
    void secondRelaySkipsLanesThatAnotherOwns() throws Exception {
        publisher.setDown(true);
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none().withKey("one")));
        publisher.setDown(false);
        engine.stop(Duration.ofSeconds(5));
        Engine other = engine(Map.of());
        publisher.duringPublish = () -> {
            publisher.duringPublish = () -> {};
            Future<?> second = threads.submit(other::poll);
            try {
                second.get(20, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };
        Engine first = engine(Map.of());
        first.poll();
        assertThat(publisher.published()).as("published by one of them").hasSize(1);
    }

    @Test
    void relayDoesNotWaitForUncommittedProducers() throws Exception {
        engine = reopen(Map.of("onceward.relay.enabled", "false"));
        for (int i = 0; i < 10; i++) {
            JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        }
        Engine relay = engine(Map.of());
        JTA.inTransaction(() -> {
            String id = record("orders", "written and not committed", OutboxMetadata.none());
            JTA.registry.registerInterposedSynchronization(
                    before(() -> JTA.registry.registerInterposedSynchronization(before(() -> {
                        assertThat(threads.submit(relay::poll)).succeedsWithin(Duration.ofSeconds(30));
                        assertThat(publisher.published()).hasSize(10);
                    }))));
            return id;
        });
        assertThat(rows("onceward_outbox")).isEqualTo(1);
    }

    @Test
    void relayReadsAfterItHasTakenTheLanes() throws Exception {
        publisher.setDown(true);
        String id = JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        publisher.setDown(false);
        engine.stop(Duration.ofSeconds(5));
        Engine other = engine(Map.of());
        Engine late = engine(Map.of(), Runnable::run, beforeTaking(() -> publishWith(other)));
        late.poll();
        assertThat(publisher.ids()).containsExactly(id);
    }

    private void publishWith(Engine relay) {
        assertThat(threads.submit(relay::poll)).succeedsWithin(Duration.ofSeconds(20));
        assertThat(publisher.published()).hasSize(1);
        relay.stop(Duration.ofSeconds(5));
    }

    /** Runs an action once, before a relay takes lanes. */
    private DataSource beforeTaking(Runnable meanwhile) {
        AtomicBoolean once = new AtomicBoolean();
        return ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> {
                    if (SqlText.of(queries.get(0)).contains("SKIP LOCKED") && once.compareAndSet(false, true)) {
                        meanwhile.run();
                    }
                })
                .build();
    }

    @Test
    void keyKeepsItsOrderWithManyProducersAndRelays() throws Exception {
        int producers = 16;
        int keys = 7;
        int each = 40;
        sql("CREATE TABLE counter (k INTEGER PRIMARY KEY, n INTEGER)");
        for (int key = 0; key < keys; key++) {
            sql("INSERT INTO counter VALUES (" + key + ", 0)");
        }
        Map<String, String> configuration = new HashMap<>(QUICK_RETRY);
        configuration.put("onceward.relay.batch-size", "10");
        Engine[] nodes = {engine(configuration, threads), engine(configuration, threads), engine(configuration, threads)
        };
        publisher.refuse(event -> ThreadLocalRandom.current().nextInt(50) == 0);
        List<Future<?>> running = new ArrayList<>();
        for (int p = 0; p < producers; p++) {
            Engine node = nodes[p % nodes.length];
            running.add(threads.submit(() -> {
                int i = 0;
                while (i < each) {
                    int key = i % keys;
                    if (new BusinessTransaction(JTA).committed(() -> recordNext(node, key))) {
                        i++;
                    }
                }
                return null;
            }));
        }
        for (Future<?> producer : running) {
            producer.get(60, TimeUnit.SECONDS);
        }
        Await.until("all events", () -> publisher.published().size() >= producers * each, () -> {
            engine.poll();
            List.of(nodes).forEach(Engine::poll);
        });
        for (int key = 0; key < keys; key++) {
            String text = String.valueOf(key);
            List<Integer> positions = publisher.published().stream()
                    .filter(event -> event.key().equals(text))
                    .map(event -> Integer.valueOf(new String(event.payload(), java.nio.charset.StandardCharsets.UTF_8)))
                    .toList();
            assertThat(positions).isSorted().doesNotHaveDuplicates();
        }
        assertThat(publisher.published()).hasSize(producers * each);
    }

    /** Records the next number of a key. The lock of the business row serializes the commits of one key. */
    private String recordNext(Engine node, int key) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE counter SET n = n + 1 WHERE k = " + key);
            try (ResultSet row = statement.executeQuery("SELECT n FROM counter WHERE k = " + key)) {
                row.next();
                OutboxMetadata metadata = OutboxMetadata.none().withKey(String.valueOf(key));
                return node.recording("orders").record(String.valueOf(row.getInt(1)), metadata);
            }
        }
    }

    @Test
    void idleRelayRunsOneQuery() {
        engine.poll(); // the first one also looks for rows of other writers
        List<Integer> numbers = new ArrayList<>();
        for (int polls = 0; polls < 5; polls++) { // on a slow machine, the lease is due for its renewal in one of them
            executions.clear();
            engine.poll();
            numbers.add(executions.size());
        }
        assertThat(numbers).contains(1);
    }

    @Test
    void batchIsRemovedInOneStatement() throws Exception {
        record(50, "orders", i -> null);
        statements.clear();
        publisher.setDown(false);
        pollUntilPublished(50);
        assertThat(statements)
                .filteredOn(sql -> sql.contains("DELETE ") && sql.contains("onceward_outbox"))
                .hasSize(1);
    }

    @Test
    void relayPublishesOnlyItsConfiguredChannels() throws Exception {
        record(1, "orders", i -> null);
        record(1, "bills", i -> null);
        publisher.setDown(false);
        engine = reopen(Map.of("onceward.relay.channels", "bills, letters"));
        pollUntilPublished(1);
        assertThat(publisher.published()).extracting(OutboxEvent::channel).containsExactly("bills");
    }

    @Test
    void pauseStopsAChannelWithABacklog() throws Exception {
        List<String> ids = record(300, "orders", i -> "key-" + i % 5);
        AtomicBoolean pausing = new AtomicBoolean();
        AtomicBoolean paused = new AtomicBoolean();
        publisher.duringPublish = () -> {
            if (pausing.compareAndSet(false, true)) {
                engine.outboxAdmin().pause("orders", "me");
                paused.set(true);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        };
        publisher.setDown(false);
        engine =
                reopen(nodes(), Map.of("onceward.relay.batch-size", "2", "onceward.relay.senders", "1"), threads, pool);
        AtomicInteger before = new AtomicInteger();
        pollUntil(() -> {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            int now = publisher.published().size();
            return paused.get() && before.getAndSet(now) == now;
        });
        assertThat(publisher.published()).hasSizeLessThan(300);
        publisher.duringPublish = () -> {};
        engine.outboxAdmin().resume("orders", "me");
        pollUntilPublished(300);
        assertPublishedInOrder(ids);
    }

    /** The senders outpace the reads: each runs on the thread of the coordinator. */
    @Test
    void pauseStopsAChannelWhoseCoordinatorFindsMoreEventsAfterEachRead() throws Exception {
        record(100, "orders", i -> null);
        AtomicBoolean paused = new AtomicBoolean();
        publisher.duringPublish = () -> {
            if (paused.compareAndSet(false, true)) {
                engine.outboxAdmin().pause("orders", "me");
            }
        };
        publisher.setDown(false);
        engine = reopen(Map.of("onceward.relay.batch-size", "1", "onceward.relay.senders", "1"));
        pollUntil(paused::get);
        assertThat(publisher.published().size()).as("those of the first read").isBetween(1, 50);
        engine.outboxAdmin().resume("orders", "me");
        pollUntilPublished(100);
    }

    @Test
    void relayWithoutRoomForFurtherEventsWaitsForItsSenders() throws Exception {
        Map<String, String> parking = Map.of("onceward.relay.max-attempts", "1");
        engine = reopen(nodes(), parking, threads, pool);
        publisher.refuse(event -> "held".equals(event.key()));
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none().withKey("held")));
        pollUntil(() -> rows("onceward_outbox WHERE state = 'PARKED'") == 1);
        CountDownLatch hangs = new CountDownLatch(1);
        publisher.duringPublish = () -> await(hangs);
        try {
            JTA.inTransaction(() -> {
                for (int i = 0; i < 10; i++) {
                    record("orders", new byte[1_000_000], OutboxMetadata.none());
                }
                return null;
            });
            Await.until("an idle relay", () -> engine.relayInStep().isZero());
            assertThat(engine.outboxAdmin().discard(EventFilter.all().parked(), "me"))
                    .isOne();
            engine.poll();
            Await.until("a relay that is idle again", () -> engine.relayInStep().isZero());
            assertThat(publisher.published()).isEmpty();
        } finally {
            hangs.countDown();
        }
        pollUntilPublished(10);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The threads of a managed executor may be few: a coordinator then leaves its thread to its senders. */
    @Test
    void nodesWithOneThreadPublishTheEventsOfSeveralChannels() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        engine = reopen(nodes(), Map.of(), one, pool);
        Engine other = engine(nodes(), Map.of(), threads, pool);
        try {
            record(1, "bills", i -> "key");
            record(1, "orders", i -> "key");
            publisher.setDown(false);
            pollUntil(() -> rows("onceward_outbox") == 0);
            for (int i = 0; i < 20; i++) {
                JTA.inTransaction(() -> {
                    record("bills", "x", OutboxMetadata.none());
                    return record("orders", "x", OutboxMetadata.none());
                });
            }
            pollUntil(() -> rows("onceward_outbox") == 0);
        } finally {
            other.stop(Duration.ofSeconds(5));
            engine.stop(Duration.ofSeconds(5));
            one.shutdownNow();
        }
    }

    @Test
    void publishedEventsAreKeptForTheirRetention() throws Exception {
        engine = reopen(Map.of("onceward.outbox.retention", "PT1H"));
        List<String> ids = record(3, "orders", i -> "one");
        publisher.setDown(false);
        pollUntilPublished(3);
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(rows("onceward_outbox_sent")).isEqualTo(3);

        sql("UPDATE onceward_outbox_sent SET sentat = '2020-01-01 00:00:00' WHERE id <> '" + ids.get(2) + "'");
        engine = reopen(Map.of("onceward.outbox.retention", "PT1H"));
        engine.poll();
        assertThat(text("SELECT id FROM onceward_outbox_sent")).isEqualTo(ids.get(2));
        assertThat(rows("onceward_outbox_sent")).isEqualTo(1);
    }
}
