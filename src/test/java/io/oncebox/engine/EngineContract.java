// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.oncebox.api.EventFilter;
import io.oncebox.api.EventSummary;
import io.oncebox.api.OnceboxException;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.outbox.Channel;
import io.oncebox.selfcheck.TransactionStyle;
import io.oncebox.spi.OutboxEvent;
import jakarta.transaction.Synchronization;
import jakarta.transaction.Transaction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds on every database: one subclass each. */
abstract class EngineContract {

    private static final Jta JTA = new Jta();

    private static final Map<String, String> QUICK_RETRY =
            Map.of("oncebox.relay.retry-delay", "PT0.1S", "oncebox.relay.retry-max-delay", "PT0.2S");

    private final RecordingPublisher publisher = new RecordingPublisher();
    private final List<ExecutionInfo> executions = Collections.synchronizedList(new ArrayList<>());
    private final List<String> statements = Collections.synchronizedList(new ArrayList<>());
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private AgroalDataSource pool;
    private Engine engine;

    /** A pool on an empty database. */
    abstract AgroalDataSource emptyDatabase(Jta jta);

    @BeforeEach
    void open() {
        pool = emptyDatabase(JTA);
        engine = engine(Map.of("oncebox.schema", "create"));
        sql("CREATE TABLE business (id INTEGER PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(5));
        threads.shutdownNow();
        pool.close();
    }

    private Engine engine(Map<String, String> configuration) {
        return engine(configuration, Runnable::run);
    }

    private Engine engine(Map<String, String> configuration, Executor executor) {
        return engine(configuration, executor, pool);
    }

    private Engine engine(Map<String, String> configuration, Executor executor, DataSource dataSource) {
        DataSource observed = ProxyDataSourceBuilder.create(dataSource)
                .afterQuery((execution, queries) -> {
                    executions.add(execution);
                    queries.forEach(query -> statements.add(query.getQuery()));
                })
                .build();
        return new Nodes(JTA, publisher).open(configuration, executor, observed);
    }

    // ---- recording

    @Test
    void eventIsPublishedOnlyAfterItsTransactionCommitted() throws Exception {
        String id = JTA.inTransaction(() -> {
            business(1);
            String recorded = record("orders", "hello", OutboxMetadata.none());
            assertThat(publisher.published).isEmpty();
            return recorded;
        });
        assertThat(publisher.ids()).containsExactly(id);
        assertThat(rows("oncebox_outbox")).isZero();
        assertThat(rows("business")).isEqualTo(1);
    }

    @Test
    void eventIsGoneWithItsTransaction() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    business(1);
                    record("orders", "hello", OutboxMetadata.none());
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        assertThat(rows("oncebox_outbox")).isZero();
        assertThat(rows("business")).isZero();
        assertThat(publisher.published).isEmpty();
    }

    @Test
    void eventIsGoneWhenASynchronizationFailsAfterItWasWritten() {
        publisher.down = true;
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    business(1);
                    record("orders", "hello", OutboxMetadata.none());
                    JTA.registry.registerInterposedSynchronization(
                            before(() -> JTA.registry.registerInterposedSynchronization(before(() -> {
                                throw new IllegalStateException("too late");
                            }))));
                    return null;
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(rows("oncebox_outbox")).isZero();
        assertThat(rows("business")).isZero();
    }

    @Test
    void eventsRecordedByASynchronizationAreWrittenInTheSameTransaction() throws Exception {
        JTA.inTransaction(() -> {
            JTA.registry.registerInterposedSynchronization(
                    before(() -> record("orders", "late", OutboxMetadata.none())));
            JTA.registry.registerInterposedSynchronization(before(() -> JTA.registry.registerInterposedSynchronization(
                    before(() -> JTA.registry.registerInterposedSynchronization(
                            before(() -> record("orders", "later still", OutboxMetadata.none())))))));
            return record("orders", "early", OutboxMetadata.none());
        });
        assertThat(publisher.published)
                .extracting(event -> new String(event.payload(), java.nio.charset.StandardCharsets.UTF_8))
                .containsExactlyInAnyOrder("early", "late", "later still");
    }

    @Test
    void manyEventsOfATransactionAreOneBatch() throws Exception {
        engine = engine(Map.of("oncebox.relay.enabled", "false"));
        JTA.inTransaction(() -> {
            for (int i = 0; i < 25; i++) {
                record("orders", "event " + i, OutboxMetadata.none());
            }
            executions.clear();
            return null;
        });
        assertThat(executions).singleElement().satisfies(execution -> {
            assertThat(execution.isBatch()).isTrue();
            assertThat(execution.getBatchSize()).isEqualTo(25);
        });
        assertThat(rows("oncebox_outbox")).isEqualTo(25);
    }

    @Test
    void eventsOfATransactionKeepTheirOrderHoweverManyThereAre() throws Exception {
        List<String> all = new ArrayList<>();
        for (int count : List.of(1, 49, 50, 51, 170)) {
            all.addAll(JTA.inTransaction(() -> IntStream.range(0, count)
                    .mapToObj(i ->
                            record("orders", "event " + i, OutboxMetadata.none().withKey("k")))
                    .toList()));
        }
        all.addAll(JTA.inTransaction(() -> IntStream.range(0, 60)
                .mapToObj(i -> record(
                        "orders",
                        "large ".repeat(i * 300),
                        OutboxMetadata.none().withKey("k")))
                .toList()));
        assertThat(publisher.ids()).containsExactlyElementsOf(all);
    }

    @Test
    void innerTransactionKeepsItsOwnEvents() {
        List<String> inner = new ArrayList<>();
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    record("orders", "outer", OutboxMetadata.none());
                    inner.add(JTA.inNew(() -> record("orders", "inner", OutboxMetadata.none())));
                    throw new IllegalStateException("outer fails");
                }))
                .hasMessage("outer fails");
        assertThat(publisher.ids()).isEqualTo(inner);
    }

    @Test
    void withoutATransactionNothingIsRecorded() {
        assertThatThrownBy(() -> record("orders", "x", OutboxMetadata.none()))
                .isInstanceOf(OnceboxException.class)
                .hasMessageStartingWith("OBX-0040");
        assertThat(rows("oncebox_outbox")).isZero();
    }

    @Test
    void channelMayOpenATransactionOfItsOwn() {
        engine = engine(Map.of("mp.messaging.outgoing.audit.transaction", "own"));
        String id = record("audit", "x", OutboxMetadata.none());
        assertThat(publisher.ids()).containsExactly(id);
    }

    @Test
    void refusedRecordingRollsTheBusinessBack() {
        engine = engine(Map.of("oncebox.outbox.max-payload-size", "10"));
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    business(1);
                    record("orders", "small", OutboxMetadata.none());
                    assertThatThrownBy(() -> record("orders", "larger than ten", OutboxMetadata.none()))
                            .hasMessageStartingWith("OBX-0043");
                    return null;
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(rows("business")).isZero();
        assertThat(rows("oncebox_outbox")).isZero();
    }

    @Test
    void markedTransactionTakesNoEvents() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    JTA.manager.setRollbackOnly();
                    return record("orders", "x", OutboxMetadata.none());
                }))
                .hasMessageStartingWith("OBX-0041");
    }

    @Test
    void everythingTravelsToTheBroker() throws Exception {
        Instant past = Instant.parse("2020-01-01T00:00:00Z");
        OutboxMetadata metadata =
                new OutboxMetadata("my-id", "kunde-ü", "OrderPlaced", Map.of("tenant", "\"acme\" & söhne"), past);
        JTA.inTransaction(() -> record("orders", new byte[] {0, -1, 7}, metadata));
        OutboxEvent event = publisher.published.get(0);
        assertThat(event.id()).isEqualTo("my-id");
        assertThat(event.channel()).isEqualTo("orders");
        assertThat(event.key()).isEqualTo("kunde-ü");
        assertThat(event.type()).isEqualTo("OrderPlaced");
        assertThat(event.headers()).isEqualTo(metadata.headers());
        assertThat(event.deliverAt()).isEqualTo(past);
        assertThat(event.payload()).containsExactly(0, -1, 7);
        assertThat(event.contentType()).isEqualTo("application/octet-stream");
        assertThat(event.destination()).isEqualTo("test:orders");
    }

    // ---- the relay

    @Test
    void eventsWaitWhileTheBrokerIsDownAndKeepTheirOrder() throws Exception {
        publisher.down = true;
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            ids.add(JTA.inTransaction(
                    () -> record("orders", "x", OutboxMetadata.none().withKey("one"))));
        }
        assertThat(publisher.published).isEmpty();
        assertThat(rows("oncebox_outbox")).isEqualTo(10);
        publisher.down = false;
        pollUntilPublished(10);
        assertThat(publisher.ids()).isEqualTo(ids);
        assertThat(rows("oncebox_outbox")).isZero();
    }

    /** Its locks went with the transaction, so another relay may be at work on the same events by then. */
    @Test
    void passThatOutlivesItsTransactionChangesNothing() throws Exception {
        AtomicBoolean cutOff = new AtomicBoolean(true);
        publisher.duringPublish = () -> {
            if (cutOff.getAndSet(false)) {
                rollBackOnAnotherThread();
            }
        };
        String id = JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        assertThat(publisher.ids()).containsExactly(id);
        assertThat(rows("oncebox_outbox")).isOne();
        pollUntilPublished(2);
        assertThat(publisher.ids()).containsExactly(id, id);
        assertThat(rows("oncebox_outbox")).isZero();
    }

    /** As a transaction manager does when the time of the transaction is over. */
    private void rollBackOnAnotherThread() {
        try {
            Transaction transaction = JTA.manager.getTransaction();
            threads.submit(() -> {
                        transaction.rollback();
                        return null;
                    })
                    .get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void backlogIsPublishedInBatches() throws Exception {
        publisher.down = true;
        JTA.inTransaction(() -> {
            for (int i = 0; i < 25; i++) {
                record("orders", "x", OutboxMetadata.none());
            }
            return null;
        });
        publisher.down = false;
        AtomicInteger batches = new AtomicInteger();
        publisher.duringPublish = batches::incrementAndGet;
        engine = engine(Map.of("oncebox.relay.batch-size", "10", "oncebox.relay.workers", "1"));
        engine.poll();
        assertThat(publisher.published).hasSize(25);
        assertThat(batches).hasValue(3);
    }

    @Test
    void eventsOfABrokerThatIsUpDoNotWaitForOneThatIsDown() throws Exception {
        engine = engine(Map.of("mp.messaging.outgoing.far.destination", "elsewhere"));
        publisher.elsewhereDown = true;
        JTA.inTransaction(() -> {
            record("far", "x", OutboxMetadata.none());
            return record("orders", "x", OutboxMetadata.none());
        });
        engine.poll();
        assertThat(publisher.published).extracting(OutboxEvent::channel).containsExactly("orders");
        assertThat(rows("oncebox_outbox")).isEqualTo(1);
        publisher.elsewhereDown = false;
        pollUntilPublished(2);
    }

    @Test
    void largeEventsMakeSmallBatches() throws Exception {
        publisher.down = true;
        JTA.inTransaction(() -> {
            for (int i = 0; i < 20; i++) {
                record("orders", new byte[1_000_000], OutboxMetadata.none());
            }
            return null;
        });
        publisher.down = false;
        AtomicInteger batches = new AtomicInteger();
        publisher.duringPublish = batches::incrementAndGet;
        engine = engine(Map.of("oncebox.relay.workers", "1"));
        engine.poll();
        assertThat(publisher.published).hasSize(20);
        assertThat(batches).hasValue(3);
    }

    @Test
    void delayedEventWaitsForItsTime() throws Exception {
        Instant due = Instant.now().plusSeconds(2).truncatedTo(ChronoUnit.MILLIS);
        AtomicReference<Instant> published = new AtomicReference<>();
        publisher.duringPublish = () -> published.set(Instant.now());
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none().withDeliverAt(due)));
        pollUntilPublished(1);
        assertThat(published.get()).as("when it was published").isAfterOrEqualTo(due);
    }

    @Test
    void secondRelayLeavesLanesAloneThatAreHeld() throws Exception {
        publisher.down = true;
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none().withKey("one")));
        publisher.down = false;
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
        assertThat(publisher.published).as("published by one of them").hasSize(1);
    }

    @Test
    void relayWaitsForNoProducerThatHasNotCommitted() throws Exception {
        engine = engine(Map.of("oncebox.relay.enabled", "false"));
        for (int i = 0; i < 10; i++) {
            JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        }
        Engine relay = engine(Map.of());
        JTA.inTransaction(() -> {
            String id = record("orders", "written and not committed", OutboxMetadata.none());
            JTA.registry.registerInterposedSynchronization(
                    before(() -> JTA.registry.registerInterposedSynchronization(before(() -> {
                        assertThat(threads.submit(relay::poll)).succeedsWithin(Duration.ofSeconds(30));
                        assertThat(publisher.published).hasSize(10);
                    }))));
            return id;
        });
        assertThat(rows("oncebox_outbox")).isEqualTo(1);
    }

    @Test
    void relayReadsUnderItsLocksWhatTheLastOneLeft() throws Exception {
        publisher.down = true;
        String id = JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        publisher.down = false;
        Engine other = engine(Map.of());
        Engine late = engine(Map.of(), Runnable::run, beforeLocking(() -> publishWith(other)));
        late.poll();
        assertThat(publisher.ids()).containsExactly(id);
    }

    private void publishWith(Engine relay) {
        assertThat(threads.submit(relay::poll)).succeedsWithin(Duration.ofSeconds(20));
        assertThat(publisher.published).hasSize(1);
    }

    /** Has something happen once, before a relay locks lanes. */
    private DataSource beforeLocking(Runnable meanwhile) {
        AtomicBoolean once = new AtomicBoolean();
        return ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> {
                    if (queries.get(0).getQuery().contains("SKIP LOCKED") && once.compareAndSet(false, true)) {
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
        configuration.put("oncebox.relay.batch-size", "10");
        Engine[] nodes = {engine(configuration, threads), engine(configuration, threads), engine(configuration, threads)
        };
        publisher.refuses = event -> ThreadLocalRandom.current().nextInt(50) == 0;
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
        pollUntilPublished(producers * each);
        for (int key = 0; key < keys; key++) {
            String text = String.valueOf(key);
            List<Integer> positions = publisher.published.stream()
                    .filter(event -> event.key().equals(text))
                    .map(event -> Integer.valueOf(new String(event.payload(), java.nio.charset.StandardCharsets.UTF_8)))
                    .toList();
            assertThat(positions).isSorted().doesNotHaveDuplicates();
        }
        assertThat(publisher.published).hasSize(producers * each);
    }

    /** The business row's lock makes the commits of one key a sequence; its number is the payload. */
    private String recordNext(Engine node, int key) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE counter SET n = n + 1 WHERE k = " + key);
            try (ResultSet row = statement.executeQuery("SELECT n FROM counter WHERE k = " + key)) {
                row.next();
                Channel channel = node.channel("orders");
                OutboxMetadata metadata = OutboxMetadata.none().withKey(String.valueOf(key));
                return node.recorder().record(channel, String.valueOf(row.getInt(1)), metadata);
            }
        }
    }

    @Test
    void idleRelayAsksOneQuestion() {
        engine.poll(); // the first one also looks for rows of other writers
        executions.clear();
        engine.poll();
        assertThat(executions).hasSize(1);
    }

    @Test
    void batchIsRemovedInOneStatement() throws Exception {
        record(50, "orders", i -> null);
        statements.clear();
        publisher.down = false;
        pollUntilPublished(50);
        assertThat(statements).filteredOn(sql -> sql.contains("DELETE ")).hasSize(1);
    }

    @Test
    void relayMayBeForSomeChannelsOnly() throws Exception {
        record(1, "orders", i -> null);
        record(1, "bills", i -> null);
        publisher.down = false;
        engine = engine(Map.of("oncebox.relay.channels", "bills, letters"));
        pollUntilPublished(1);
        assertThat(publisher.published).extracting(OutboxEvent::channel).containsExactly("bills");
    }

    // ---- refusals

    @Test
    void refusedEventHoldsUpItsKeyAndNobodyElse() throws Exception {
        List<String> ids = record(6, "orders", i -> i % 2 == 0 ? "bad" : "good");
        publisher.refuses = event -> event.id().equals(ids.get(0));
        publisher.down = false;
        engine = engine(QUICK_RETRY);
        pollUntilPublished(3);
        assertThat(publisher.published).extracting(OutboxEvent::key).containsOnly("good");
        assertThat(text("SELECT lasterror FROM oncebox_outbox WHERE id = '" + ids.get(0) + "'"))
                .contains("the broker refuses " + ids.get(0));

        String late = JTA.inTransaction(
                () -> record("orders", "x", OutboxMetadata.none().withKey("bad")));
        engine.poll();
        publisher.refuses = event -> false;
        pollUntilPublished(7);
        assertThat(publisher.ids().subList(3, 7)).containsExactly(ids.get(0), ids.get(2), ids.get(4), late);
        assertThat(rows("oncebox_outbox")).isZero();
        assertThat(number("SELECT COUNT(*) FROM oncebox_lane WHERE held = TRUE"))
                .as("lanes still held")
                .isZero();
    }

    @Test
    void eventIsParkedAfterItsAttemptsAndItsKeyWaitsUntilItIsRequeued() throws Exception {
        List<String> ids = record(3, "orders", i -> "bad");
        park(ids, Map.of());
        assertThat(publisher.published).isEmpty();
        EventSummary parked = engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 10)
                .events()
                .get(0);
        assertThat(parked.attempts()).isEqualTo(3);
        assertThat(parked.channel()).isEqualTo("orders");
        assertThat(parked.key()).isEqualTo("bad");
        assertThat(parked.error()).contains("the broker refuses " + ids.get(0));

        publisher.refuses = event -> false;
        assertThat(engine.outboxAdmin().requeue(EventFilter.all().withId("another"), "me"))
                .isZero();
        assertThat(engine.outboxAdmin().requeue(EventFilter.all().withKey("bad").withQueue("orders"), "me"))
                .isEqualTo(1);
        pollUntilPublished(3);
        assertThat(publisher.ids()).isEqualTo(ids);
    }

    @Test
    void discardedEventLetsItsKeyGoOn() throws Exception {
        List<String> ids = record(3, "orders", i -> "bad");
        park(ids, Map.of());
        EventFilter filter = EventFilter.all()
                .withType("orders")
                .withTimes(Instant.now().minusSeconds(3600), Instant.now().plusSeconds(3600));
        assertThat(engine.outboxAdmin().discard(filter, "me")).isEqualTo(1);
        pollUntilPublished(2);
        assertThat(publisher.ids()).isEqualTo(ids.subList(1, 3));
    }

    @Test
    void keyOfAParkedEventGoesOnIfConfiguredSo() throws Exception {
        List<String> ids = record(3, "orders", i -> "bad");
        park(ids, Map.of("oncebox.relay.on-failure", "skip"));
        pollUntilPublished(2);
        assertThat(publisher.ids()).isEqualTo(ids.subList(1, 3));
    }

    @Test
    void outageCostsNoAttempts() throws Exception {
        record(5, "orders", i -> "one");
        engine = engine(QUICK_RETRY);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        while (System.nanoTime() < end) {
            engine.poll();
            Thread.sleep(20);
        }
        assertThat(number("SELECT SUM(attempts) FROM oncebox_outbox")).isZero();
        assertThat(number("SELECT COUNT(*) FROM oncebox_outbox WHERE state = 'PENDING'"))
                .isEqualTo(5);
        publisher.down = false;
        pollUntilPublished(5);
    }

    @Test
    void destinationThatTakesNothingIsLeftAloneAndOthersGoOn() throws Exception {
        record(40, "lost", i -> null);
        record(40, "orders", i -> null);
        publisher.refuses = event -> event.channel().equals("lost");
        publisher.down = false;
        engine = engine(Map.of("oncebox.relay.batch-size", "20"));
        pollUntilPublished(40);
        assertThat(publisher.published).extracting(OutboxEvent::channel).containsOnly("orders");
        assertThat(number("SELECT SUM(attempts) FROM oncebox_outbox"))
                .as("attempts of 40 events")
                .isBetween(3, 39);
        publisher.refuses = event -> false;
        pollUntilPublished(80);
    }

    @Test
    void rowOfAnotherWriterThatCannotBePublishedIsParked() throws Exception {
        List<String> ids = record(3, "orders", i -> "same");
        sql("UPDATE oncebox_outbox SET headers = '{broken' WHERE id = '" + ids.get(1) + "'");
        publisher.down = false;
        engine = engine(Map.of("oncebox.relay.on-failure", "skip"));
        pollUntilPublished(2);
        assertThat(publisher.ids()).containsExactly(ids.get(0), ids.get(2));
        assertThat(engine.outboxAdmin()
                        .find(EventFilter.all().withId(ids.get(1)).parked(), null, 1)
                        .events())
                .singleElement()
                .extracting(EventSummary::error, as(InstanceOfAssertFactories.STRING))
                .contains("OBX-0055", "headers");
    }

    @Test
    void keyOfSuchARowWaits() throws Exception {
        List<String> ids = record(3, "orders", i -> "same");
        sql("UPDATE oncebox_outbox SET headers = '{broken' WHERE id = '" + ids.get(1) + "'");
        publisher.down = false;
        engine = engine(Map.of());
        pollUntilPublished(1);
        engine.poll();
        assertThat(publisher.ids()).containsExactly(ids.get(0));
        sql("UPDATE oncebox_outbox SET headers = '{}' WHERE id = '" + ids.get(1) + "'");
        engine.outboxAdmin().requeue(EventFilter.all(), "me");
        pollUntilPublished(3);
        assertThat(publisher.ids()).isEqualTo(ids);
    }

    /** What another writer may leave in a row, and what is said of it. A database with a check for it refuses it itself. */
    private static final Map<String, String> GARBAGE = Map.ofEntries(
            Map.entry("state = 'pending'", "its state is 'pending'"),
            Map.entry("state = ''", "its state is ''"),
            Map.entry("state = 'NEW'", "its state is 'NEW'"),
            Map.entry("state = 'ZOMBIE'", "its state is 'ZOMBIE'"),
            Map.entry("state = 'DELAYED', availableat = NULL", "availableat is null"),
            Map.entry("state = 'RETRYING', availableat = NULL", "availableat is null"),
            Map.entry("slot = -1", "its slot is -1"),
            Map.entry("slot = -2147483648", "its slot is -2147483648"),
            Map.entry("slot = 32768", "its slot is 32768"),
            Map.entry("slot = 2147483647", "its slot is 2147483647"),
            Map.entry("headers = ''", "headers"),
            Map.entry("headers = '[1]'", "headers"),
            Map.entry("headers = REPEAT('[', 5000)", "headers"),
            Map.entry("headers = REPEAT('{\"a\":', 100000)", "headers"),
            Map.entry("destination = 'test:%zz'", "%zz"),
            Map.entry("destination = 'pigeon:orders'", "pigeon:orders"),
            Map.entry("destination = '', attempts = -1000000000", "OBX-"),
            Map.entry("destination = 'pigeon:', attempts = 2147483647", "pigeon:"));

    @Test
    void whateverAnotherWriterLeavesIsParkedWithItsCauseAndHoldsUpNobody() throws Exception {
        Map<String, String> causes = new HashMap<>();
        for (Map.Entry<String, String> garbage : GARBAGE.entrySet()) {
            String id = record(2, "orders", i -> garbage.getKey()).get(0);
            if (letsIn(garbage.getKey(), id)) {
                causes.put(id, garbage.getValue());
            }
        }
        publisher.down = false;
        engine = engine(parkingSoon("skip"));
        pollUntilPublished(2 * GARBAGE.size() - causes.size());
        Map<String, String> errors = new HashMap<>();
        pollUntil(() -> {
            engine.outboxAdmin()
                    .find(EventFilter.all().parked(), null, 100)
                    .events()
                    .forEach(event -> errors.put(event.id(), event.error()));
            return errors.size() == causes.size();
        });
        assertThat(errors).containsOnlyKeys(causes.keySet());
        causes.forEach((id, cause) -> assertThat(errors.get(id)).contains(cause));
    }

    @Test
    void parkedRowOfAnotherWriterHoldsItsKeyAndIsPublishedWhenItIsRequeued() throws Exception {
        List<String> ids = new ArrayList<>();
        for (String garbage :
                List.of("state = 'new'", "slot = -77", "slot = 99999", "state = 'RETRYING', availableat = NULL")) {
            List<String> ofKey = record(3, "orders", i -> garbage);
            if (letsIn(garbage, ofKey.get(0))) {
                ids.addAll(ofKey);
            } else {
                sql("DELETE FROM oncebox_outbox WHERE aggregateid = '" + garbage.replace("'", "''") + "'");
            }
        }
        int keys = ids.size() / 3;
        publisher.down = false;
        engine = engine(parkingSoon("block-key"));
        pollUntil(() -> engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 100)
                        .events()
                        .size()
                == keys);
        engine.poll();
        assertThat(publisher.published).isEmpty();

        assertThat(engine.outboxAdmin().requeue(EventFilter.all(), "me")).isEqualTo(keys);
        pollUntilPublished(3 * keys);
        for (int key = 0; key < keys; key++) {
            List<String> ofKey = ids.subList(3 * key, 3 * key + 3);
            assertThat(publisher.ids().stream().filter(ofKey::contains)).containsExactlyElementsOf(ofKey);
        }
    }

    /** The slot that the row says is in another lane than its key's, which another relay has. */
    @Test
    void rowWithTheWrongSlotIsParkedWhenTheLaneOfItsKeyIsFree() throws Exception {
        List<String> ids = record(2, "orders", i -> "one");
        int lane = OutboxEvent.slot("one", null) % 64;
        assumeTrue(letsIn("slot = " + -((lane + 1) % 64 + 64), ids.get(0)), "the database has a check");
        publisher.down = false;
        engine = engine(Map.of());
        JTA.inTransaction(() -> {
            sql("SELECT lane FROM oncebox_lane WHERE lane = " + lane + " FOR UPDATE");
            assertThat(threads.submit(engine::poll)).succeedsWithin(Duration.ofSeconds(30));
            return null;
        });
        assertThat(text("SELECT state FROM oncebox_outbox WHERE id = '" + ids.get(0) + "'"))
                .isEqualTo("PENDING");
        pollUntil(() -> !engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 1)
                .events()
                .isEmpty());
        engine.poll();
        assertThat(publisher.published).isEmpty();
    }

    /** MySQL and MariaDB let it in where the session of the writer is lenient. */
    @Test
    void rowWithATimeThatIsNoneHoldsUpNobody() throws Exception {
        assumeTrue(dialect().ddl().matches(".*/(mysql|mariadb)\\.sql"), "the database has no such times");
        List<String> ids = record(2, "orders", i -> null);
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode = ''");
            statement.execute("UPDATE oncebox_outbox SET availableat = '0000-00-00' WHERE id = '" + ids.get(0) + "'");
            statement.execute("SET SESSION sql_mode = DEFAULT");
        }
        publisher.down = false;
        engine = engine(Map.of());
        pollUntil(() -> publisher.ids().size()
                        + engine.outboxAdmin()
                                .find(EventFilter.all().parked(), null, 10)
                                .events()
                                .size()
                == 2);
        assertThat(publisher.ids()).contains(ids.get(1));
    }

    private static Map<String, String> parkingSoon(String onFailure) {
        Map<String, String> configuration = new HashMap<>(QUICK_RETRY);
        configuration.put("oncebox.relay.max-attempts", "2");
        configuration.put("oncebox.relay.on-failure", onFailure);
        return configuration;
    }

    /** Changes a row, if no check of the database refuses it. */
    private boolean letsIn(String assignment, String id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate("UPDATE oncebox_outbox SET " + assignment + " WHERE id = '" + id + "'") == 1;
        } catch (SQLException e) {
            assertThat(assignment).as(e.getMessage()).matches("(state|slot) = [^,]+");
            assertThat(e.getMessage()).matches("(?is).*(check|constraint).*");
            return false;
        }
    }

    @Test
    void eventIsParkedWhateverTheBrokerSaysOfIt() throws Exception {
        Exception one = new IllegalStateException("\0 \ud83d " + "x".repeat(1900) + "\ud83d\ude00".repeat(100));
        Exception other = new IllegalStateException("of the other", one);
        one.initCause(other);
        record(1, "orders", i -> "bad");
        publisher.refuses = event -> event.key().equals("bad");
        publisher.refusal = one;
        publisher.down = false;
        engine = engine(parkingSoon("block-key"));
        pollUntil(() -> !engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 1)
                .events()
                .isEmpty());
        assertThat(engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 1)
                        .events()
                        .get(0)
                        .error())
                .contains("xxx");
    }

    @Test
    void delayedEventOfAKeyThatWaitsWaitsToo() throws Exception {
        List<String> ids = record(1, "orders", i -> "bad");
        publisher.refuses = event -> event.id().equals(ids.get(0));
        publisher.down = false;
        engine = engine(QUICK_RETRY);
        engine.poll();
        String delayed = JTA.inTransaction(() -> record(
                "orders",
                "x",
                OutboxMetadata.none().withKey("bad").withDeliverAt(Instant.now().plusMillis(200))));
        Thread.sleep(500);
        engine.poll();
        assertThat(publisher.published).isEmpty();
        publisher.refuses = event -> false;
        pollUntilPublished(2);
        assertThat(publisher.ids()).containsExactly(ids.get(0), delayed);
    }

    /** Polls until the first of these events is parked, after three attempts. */
    private void park(List<String> ids, Map<String, String> configuration) throws InterruptedException {
        Map<String, String> all = new HashMap<>(QUICK_RETRY);
        all.put("oncebox.relay.max-attempts", "3");
        all.putAll(configuration);
        publisher.refuses = event -> event.id().equals(ids.get(0));
        publisher.down = false;
        engine = engine(all);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events()
                        .isEmpty()
                && System.nanoTime() < deadline) {
            engine.poll();
            Thread.sleep(10);
        }
        assertThat(engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events())
                .extracting(EventSummary::id)
                .containsExactly(ids.get(0));
    }

    // ---- the number of lanes, the archive, backpressure

    @Test
    void numberOfLanesMayChangeWhileEventsWait() throws Exception {
        List<String> ids = record(30, "orders", i -> "key-" + i % 5);
        for (int lanes : List.of(7, 100, 1)) {
            changeLanes(lanes);
            ids.addAll(record(5, "orders", i -> "key-" + i % 5));
        }
        publisher.down = false;
        engine = engine(Map.of(), threads);
        pollUntilPublished(45);
        for (int k = 0; k < 5; k++) {
            int key = k;
            List<String> ofKey = IntStream.range(0, 45)
                    .filter(i -> i % 5 == key)
                    .mapToObj(ids::get)
                    .toList();
            assertThat(publisher.published.stream().filter(event -> event.key().equals("key-" + key)))
                    .extracting(OutboxEvent::id)
                    .containsExactlyElementsOf(ofKey);
        }
    }

    /** As docs/ordering.md says it. */
    private void changeLanes(int lanes) throws Exception {
        JTA.inTransaction(() -> {
            sql("SELECT lane FROM oncebox_lane ORDER BY lane FOR UPDATE");
            sql("DELETE FROM oncebox_lane WHERE lane >= " + lanes);
            int before = rows("oncebox_lane");
            for (int lane = before; lane < lanes; lane++) {
                sql("INSERT INTO oncebox_lane (lane, lanes) VALUES (" + lane + ", 0)");
            }
            sql("UPDATE oncebox_lane SET lanes = " + lanes + ", held = TRUE");
            return null;
        });
    }

    @Test
    void publishedEventsAreKeptForTheirRetention() throws Exception {
        engine = engine(Map.of("oncebox.outbox.retention", "PT1H"));
        List<String> ids = record(3, "orders", i -> "one");
        publisher.down = false;
        pollUntilPublished(3);
        assertThat(rows("oncebox_outbox")).isZero();
        assertThat(rows("oncebox_outbox_sent")).isEqualTo(3);

        sql("UPDATE oncebox_outbox_sent SET sentat = '2020-01-01 00:00:00' WHERE id <> '" + ids.get(2) + "'");
        engine = engine(Map.of("oncebox.outbox.retention", "PT1H"));
        engine.poll();
        assertThat(text("SELECT id FROM oncebox_outbox_sent")).isEqualTo(ids.get(2));
        assertThat(rows("oncebox_outbox_sent")).isEqualTo(1);
    }

    @Test
    void withTooManyWaitingNewEventsAreRefused() throws Exception {
        engine = engine(Map.of("oncebox.outbox.max-pending", "10"));
        record(10, "orders", i -> null);
        engine.poll();
        assertThatThrownBy(() -> record(1, "orders", i -> null)).hasStackTraceContaining("OBX-0056");
        publisher.down = false;
        pollUntilPublished(10);
        engine.poll();
        record(1, "orders", i -> null);
        publisher.down = false;
        pollUntilPublished(11);
    }

    @Test
    void tablesOfVersionOneAreUpgradedWithTheEventsInThem() throws Exception {
        Dialect dialect = dialect();
        assumeTrue(dialect.upgrade().isPresent(), "there was no version 1 for " + dialect.product());
        for (String table : List.of("outbox", "outbox_sent", "lane", "inbox_result", "inbox", "schema")) {
            sql("DROP TABLE oncebox_" + table);
        }
        Path versionOne = Path.of("test", "resources", "version-1")
                .resolve(Path.of(dialect.ddl()).getFileName());
        for (String statement : Files.readString(versionOne).split(";")) {
            if (!statement.isBlank()) {
                sql(statement);
            }
        }
        for (int i = 0; i < 5; i++) {
            writeVersionOne("old-" + i, "one");
        }
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0003")
                .hasMessageContaining("-1-to-2.sql");

        engine = engine(Map.of("oncebox.schema", "create"));
        JTA.inTransaction(
                () -> record("orders", "x", OutboxMetadata.none().withKey("one").withId("new")));
        pollUntilPublished(6);
        assertThat(publisher.ids()).containsExactly("old-0", "old-1", "old-2", "old-3", "old-4", "new");
        engine(Map.of());
    }

    private Dialect dialect() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            DatabaseMetaData database = connection.getMetaData();
            return Dialect.of(database.getDatabaseProductName(), database.getDatabaseProductVersion())
                    .orElseThrow();
        }
    }

    private void writeVersionOne(String id, String key) throws SQLException {
        String insert = "INSERT INTO oncebox_outbox (id, aggregatetype, aggregateid, type, payload, contenttype,"
                + " destination, lane) VALUES (?, 'orders', ?, 'orders', ?, 'text/plain', 'test:orders', ?)";
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setString(1, id);
            statement.setString(2, key);
            statement.setBytes(3, new byte[] {'x'});
            statement.setInt(4, Math.floorMod(key.hashCode(), 64));
            statement.executeUpdate();
        }
    }

    // ---- the self-check

    @Test
    void selfCheckAcceptsADatasourceThatJoinsTheTransaction() {
        engine(Map.of(), threads).selfCheck(List.of(caller()));
        assertThat(rows("oncebox_outbox")).as("probes left behind").isZero();
    }

    @Test
    void selfCheckRefusesADatasourceThatCommitsByItself() {
        try (AgroalDataSource loose = withoutTransactions(pool)) {
            Engine wrong = engine(Map.of(), threads, loose);
            assertThatThrownBy(() -> wrong.selfCheck(List.of(caller())))
                    .hasMessageStartingWith("OBX-0010")
                    .hasMessageContaining("test transaction");
        }
        assertThat(rows("oncebox_outbox")).as("probes left behind").isZero();
    }

    private static TransactionStyle caller() {
        return new TransactionStyle() {
            @Override
            public String kind() {
                return "test transaction";
            }

            @Override
            public boolean rollsBackQuietly() {
                return true;
            }

            @Override
            public void inTransaction(Runnable work) throws Exception {
                JTA.inTransaction(() -> {
                    work.run();
                    return null;
                });
            }
        };
    }

    private static AgroalDataSource withoutTransactions(AgroalDataSource pool) {
        var factory = pool.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
        try {
            return AgroalDataSource.from(
                    new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(loose -> loose.maxSize(5)
                            .connectionFactoryConfiguration(f -> f.jdbcUrl(factory.jdbcUrl())
                                    .principal(factory.principal())
                                    .credential(factory.credentials().iterator().next()))));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- the inbox

    @Test
    void messageIsHandledOnceByEachHandler() throws Exception {
        assertThat(handle("billing", "m1")).isTrue();
        assertThat(handle("billing", "m1")).isFalse();
        assertThat(handle("shipping", "m1")).isTrue();
        assertThat(handle("billing", "m2")).isTrue();
    }

    @Test
    void failureOfTheHandlerFailsTheDeliveryAndUndoesClaimAndEffects() throws Exception {
        assertThatThrownBy(() -> deliver("billing", "m1", () -> {
                    business(1);
                    throw new IllegalStateException("handler fails");
                }))
                .hasMessage("handler fails");
        assertThat(rows("business")).isZero();
        assertThat(handle("billing", "m1")).isTrue();
    }

    @Test
    void handlerThatMarksItsTransactionFailsTheDelivery() throws Exception {
        assertThatThrownBy(() -> deliver("billing", "m1", () -> {
                    business(1);
                    JTA.manager.setRollbackOnly();
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(rows("business")).isZero();
        assertThat(handle("billing", "m1")).isTrue();
    }

    @Test
    void effectsSurviveADeliveryThatFailsAfterThem() throws Exception {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    engine.inbox().once("billing", "onMessage", new Object[] {"m1"}, () -> {
                        business(1);
                        return null;
                    });
                    throw new IllegalStateException("the acknowledgement is lost");
                }))
                .hasMessage("the acknowledgement is lost");
        assertThat(rows("business")).isEqualTo(1);
        assertThat(handle("billing", "m1")).as("the redelivery").isFalse();
    }

    @Test
    void longIdentityIsNeverCut() throws Exception {
        String prefix = "x".repeat(300);
        assertThat(handle("billing", prefix + "a")).isTrue();
        assertThat(handle("billing", prefix + "b")).isTrue();
        assertThat(handle("billing", prefix + "a")).isFalse();
    }

    @Test
    void identitiesThatDifferALittleAreDifferentMessages() throws Exception {
        for (String id : List.of(
                "m1",
                "M1",
                "m1 ",
                "m\u00fc",
                "mu",
                "mue",
                "m\ud83d\ude00",
                "m\ud83d\ude01",
                "m?",
                "m\ud83d",
                "m\ud83e",
                "m\0",
                "")) {
            assertThat(handle("billing", id)).as("'" + id + "'").isTrue();
            assertThat(handle("billing", id)).as("'" + id + "' again").isFalse();
        }
        assertThat(handle("Billing", "m1")).isTrue();
    }

    @Test
    void concurrentDeliveryWaitsAndSeesTheCommit() throws Exception {
        assertThat(secondDeliveryWhileTheFirst(true)).isFalse();
    }

    @Test
    void concurrentDeliveryWaitsAndSeesTheRollback() throws Exception {
        assertThat(secondDeliveryWhileTheFirst(false)).isTrue();
    }

    @Test
    void ofManyConcurrentDeliveriesOneRunsAfterARollback() throws Exception {
        for (int round = 0; round < 10; round++) {
            String id = "m" + round;
            CountDownLatch claimed = new CountDownLatch(1);
            Future<Boolean> first = threads.submit(() -> deliver("billing", id, () -> {
                claimed.countDown();
                Thread.sleep(100);
                throw new IllegalStateException("rolled back on purpose");
            }));
            claimed.await();
            List<Callable<Boolean>> others = Collections.nCopies(5, () -> handle("billing", id));
            List<Boolean> ran = new ArrayList<>();
            for (Future<Boolean> other : threads.invokeAll(others)) {
                ran.add(other.get(20, TimeUnit.SECONDS));
            }
            assertThat(first).failsWithin(Duration.ofSeconds(20));
            assertThat(ran).containsOnlyOnce(true);
        }
    }

    private boolean secondDeliveryWhileTheFirst(boolean commits) throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Future<?> first = threads.submit(() -> deliver("billing", "m1", () -> {
            claimed.countDown();
            second.await();
            Thread.sleep(300);
            if (!commits) {
                throw new IllegalStateException("rolled back on purpose");
            }
        }));
        claimed.await();
        Future<Boolean> waiting = threads.submit(() -> {
            second.countDown();
            return handle("billing", "m1");
        });
        try {
            first.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e).hasRootCauseMessage("rolled back on purpose");
        }
        return waiting.get(20, TimeUnit.SECONDS);
    }

    @Test
    void sameMessagesInManySessionsHaveOneEffectEach() throws Exception {
        int messages = 200;
        AtomicInteger effects = new AtomicInteger();
        List<Future<?>> sessions = new ArrayList<>();
        for (int s = 0; s < 8; s++) {
            sessions.add(threads.submit(() -> {
                for (int m = 0; m < messages; m++) {
                    if (handle("billing", "m" + m)) {
                        effects.incrementAndGet();
                    }
                }
                return null;
            }));
        }
        for (Future<?> session : sessions) {
            session.get(60, TimeUnit.SECONDS);
        }
        assertThat(effects).hasValue(messages);
        assertThat(rows("oncebox_inbox")).isEqualTo(messages);
    }

    @Test
    void deliveryNeedsATransaction() {
        assertThatThrownBy(() -> engine.inbox().once("billing", "onMessage", new Object[] {"m1"}, () -> null))
                .hasMessageStartingWith("OBX-0061");
    }

    // ---- the tables

    @Test
    void missingTableIsNamedWithTheFileThatMakesIt() {
        sql("DROP TABLE oncebox_lane");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0002")
                .hasMessageContaining("oncebox_lane")
                .hasMessageContaining("META-INF/oncebox/");
    }

    @Test
    void outdatedTableIsNamed() {
        sql("ALTER TABLE oncebox_outbox DROP COLUMN lasterror");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0003")
                .hasMessageContaining("oncebox_outbox");
    }

    @Test
    void lanesWithAGapAreRefused() {
        sql("DELETE FROM oncebox_lane WHERE lane = 5");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0003")
                .hasMessageContaining("oncebox_lane");
    }

    @Test
    void schemaThatDoesNotExistIsNoOutage() {
        assertThatThrownBy(() -> engine(Map.of("oncebox.table-schema", "nowhere")))
                .hasMessageStartingWith("OBX-0002");
    }

    @Test
    void halfCreatedTablesAreCompleted() {
        sql("DROP TABLE oncebox_schema");
        sql("DROP TABLE oncebox_lane");
        engine(Map.of("oncebox.schema", "create"));
        assertThat(rows("oncebox_lane")).isEqualTo(64);
    }

    @Test
    void severalThatCreateTheTablesAtTheSameTimeAllStart() throws Exception {
        for (int round = 0; round < 5; round++) {
            Map<String, String> configuration =
                    Map.of("oncebox.schema", "create", "oncebox.table-prefix", "race" + round + "_");
            List<Callable<Engine>> starts = Collections.nCopies(4, () -> engine(configuration));

            for (Future<Engine> started : threads.invokeAll(starts)) {
                assertThat(started).succeedsWithin(Duration.ofSeconds(20));
            }
            assertThat(rows("race" + round + "_lane")).isEqualTo(64);
        }
    }

    @Test
    void otherVersionOfTheTablesIsRefused() {
        sql("UPDATE oncebox_schema SET version = 0");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0003")
                .hasMessageContaining("version 0");
    }

    @Test
    void prefixedTablesLiveBesideOthers() throws Exception {
        engine = engine(Map.of("oncebox.schema", "create", "oncebox.table-prefix", "shop_"));
        publisher.down = true;
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        assertThat(rows("shop_outbox")).isEqualTo(1);
        assertThat(rows("oncebox_outbox")).isZero();
        assertThat(rows("shop_lane")).isEqualTo(64);
    }

    // ---- help

    /** Records events, a transaction each, while the broker is down. */
    private List<String> record(int count, String channel, IntFunction<String> key) throws Exception {
        publisher.down = true;
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String k = key.apply(i);
            OutboxMetadata metadata =
                    k == null ? OutboxMetadata.none() : OutboxMetadata.none().withKey(k);
            ids.add(JTA.inTransaction(() -> record(channel, "x", metadata)));
        }
        return ids;
    }

    private String record(String channel, Object payload, OutboxMetadata metadata) {
        return engine.recorder().record(engine.channel(channel), payload, metadata);
    }

    /** Whether the handler ran. */
    private boolean handle(String handler, String id) throws Exception {
        return deliver(handler, id, () -> {});
    }

    /** Delivers a message in a transaction of its own, as a container does; says whether the handler ran. */
    private boolean deliver(String handler, String id, Work work) throws Exception {
        AtomicBoolean ran = new AtomicBoolean();
        JTA.inTransaction(() -> engine.inbox().once(handler, "onMessage", new Object[] {id}, () -> {
            ran.set(true);
            work.run();
            return null;
        }));
        return ran.get();
    }

    /** What a handler does. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private void pollUntil(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
            engine.poll();
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).as("what was waited for").isTrue();
    }

    private void pollUntilPublished(int count) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (publisher.published.size() < count && System.nanoTime() < deadline) {
            engine.poll();
            Thread.sleep(10);
        }
        assertThat(publisher.published).hasSize(count);
    }

    private void business(int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO business VALUES (" + id + ")");
        }
    }

    private void sql(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private int rows(String table) {
        return number(RowCount.of(table));
    }

    private int number(String sql) {
        return Integer.parseInt(text(sql));
    }

    private String text(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Synchronization before(Runnable work) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                work.run();
            }

            @Override
            public void afterCompletion(int status) {
                // only the phase before matters
            }
        };
    }
}
