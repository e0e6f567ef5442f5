// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import io.onceward.jdbc.DataSourceAccess;
import io.onceward.spi.OutboxEvent;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** After the stop, no task of the engine uses the database: the server has closed the beans that run its transactions. */
class EngineStopTest {

    private static final Jta JTA = new Jta();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ConcurrentLinkedQueue<String> statements = new ConcurrentLinkedQueue<>();
    private final CountDownLatch counting = new CountDownLatch(1);
    private final CountDownLatch counted = new CountDownLatch(1);
    private AgroalDataSource pool;

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
    }

    @AfterEach
    void close() {
        counted.countDown();
        threads.shutdownNow();
        pool.close();
    }

    private Engine engine(Map<String, String> configuration, Executor executor, DataSource dataSource) {
        return new Nodes(JTA, publisher).open(configuration, executor, dataSource);
    }

    private Engine engine() {
        DataSource observed = ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> {
                    String statement = SqlText.of(queries.get(0));
                    statements.add(statement);
                    if (statement.contains("AS waiting")) {
                        counting.countDown();
                        awaitCounted();
                    }
                })
                .build();
        return engine(Map.of("onceward.schema", "create", "onceward.outbox.max-pending", "100"), threads, observed);
    }

    private void awaitCounted() {
        await(counted);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void stopDoesNotWaitForADatabaseThatDoesNotAnswer() throws Exception {
        CountDownLatch answers = new CountDownLatch(1);
        AtomicBoolean hangs = new AtomicBoolean();
        DataSource hanging = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, values) -> {
                    if (hangs.get() && method.getName().equals("getConnection")) {
                        answers.await();
                    }
                    return method.invoke(pool, values);
                });
        Engine engine = engine(Map.of("onceward.schema", "create"), threads, hanging);
        for (String channel : List.of("orders", "bills", "letters")) {
            JTA.inTransaction(() -> engine.recording(channel).record("x", OutboxMetadata.none()));
        }
        Await.until(
                "published events",
                () -> publisher.published().size() == 3 && engine.relayInStep().isZero());
        assertThat(ownedLanes()).isEqualTo(3 * 64);
        hangs.set(true);
        try (LogLines log = new LogLines()) {
            assertThat(threads.submit(() -> engine.stop(Duration.ofSeconds(1)))).succeedsWithin(Duration.ofSeconds(3));
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1023: Lanes of this node"))
                    .hasSize(1);
        } finally {
            answers.countDown();
        }
        Await.until("lanes that are released when the database answers", () -> ownedLanes() == 0);
    }

    /** A channel that no annotation declares opens at its first event, and with it the datasource that only this channel uses. */
    @Test
    void neitherPollNorStopWaitsForADatasourceThatDoesNotOpen() throws Exception {
        CountDownLatch opening = new CountDownLatch(1);
        CountDownLatch answers = new CountDownLatch(1);
        DataSource hanging = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, values) -> {
                    if (method.getName().equals("getConnection")) {
                        opening.countDown();
                        answers.await();
                    }
                    return method.invoke(pool, values);
                });
        Engine engine = new Nodes(JTA, publisher)
                .open(
                        Map.of("onceward.schema", "create", "mp.messaging.outgoing.far.datasource", "jdbc/far"),
                        threads,
                        new TwoDataSources(pool, "jdbc/far", hanging),
                        List.of());
        Future<?> recording = threads.submit(
                () -> JTA.inTransaction(() -> engine.recording("far").record("x", OutboxMetadata.none())));
        opening.await();
        try {
            Future<?> poll = threads.submit(engine::poll);
            Future<?> stop = threads.submit(() -> engine.stop(Duration.ofSeconds(1)));
            assertAll(
                    () -> assertThat(poll).as("poll").succeedsWithin(Duration.ofSeconds(5)),
                    () -> assertThat(stop).as("stop").succeedsWithin(Duration.ofSeconds(5)));
        } finally {
            answers.countDown();
        }
        recording.get();
    }

    /** One datasource for one name, and another one for all other names. */
    private record TwoDataSources(DataSource usual, String name, DataSource named) implements DataSourceAccess {

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public Optional<DataSource> find(String wanted) {
            return Optional.of(wanted.equals(name) ? named : usual);
        }
    }

    private int ownedLanes() {
        return Integer.parseInt(
                Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_lane WHERE owner IS NOT NULL"));
    }

    @Test
    void lanesAreGivenUpAtOnceWhileAHandlerStillWorks() throws Exception {
        CountDownLatch handling = new CountDownLatch(1);
        CountDownLatch handled = new CountDownLatch(1);
        Engine engine = new Nodes(JTA, publisher)
                .open(Map.of("onceward.schema", "create"), threads, pool, List.of(new MessageHandler() {
                    @Override
                    public String name() {
                        return "billing";
                    }

                    @Override
                    public String channel() {
                        return "bills";
                    }

                    @Override
                    public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
                        return () -> {
                            handling.countDown();
                            await(handled);
                            return null;
                        };
                    }
                }));
        try {
            JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
            engine.stored().receive("bills", List.of(new Text("m1", "k", "x")));
            await(handling);
            Await.until(
                    "a published event",
                    () -> publisher.published().size() == 1
                            && engine.relayInStep().isZero());
            assertThat(ownedLanes()).isEqualTo(64);
            Future<?> stop = threads.submit(() -> engine.stop(PATIENCE));
            Await.until("lanes that are given up, or a stop", () -> ownedLanes() == 0 || stop.isDone());
            assertThat(stop.isDone()).isFalse();
            handled.countDown();
            stop.get();
        } finally {
            handled.countDown();
        }
    }

    @Test
    void relayThatOpensDuringTheStopDoesNotRun() throws Exception {
        AtomicInteger submitted = new AtomicInteger();
        Executor executor = task -> {
            submitted.incrementAndGet();
            threads.execute(task);
        };
        Engine engine = engine(Map.of("onceward.schema", "create"), executor, pool);
        CountDownLatch publishing = new CountDownLatch(1);
        CountDownLatch confirmed = new CountDownLatch(1);
        publisher.refuse(event -> {
            publishing.countDown();
            await(confirmed);
            return false;
        });
        try {
            JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
            await(publishing);
            Await.until("an idle coordinator", () -> engine.relayInStep().isZero());
            Future<?> stop = threads.submit(() -> engine.stop(PATIENCE));
            Await.until("a stop", () -> engine.relay().equals("stopped"));
            int before = submitted.get();
            JTA.inTransaction(() -> engine.recording("late").record("x", OutboxMetadata.none()));
            assertThat(submitted).as("tasks").hasValue(before);
            confirmed.countDown();
            stop.get();
        } finally {
            confirmed.countDown();
        }
        assertThat(ownedLanes()).isZero();
        assertThat(publisher.published()).extracting(OutboxEvent::channel).containsExactly("orders");
    }

    @Test
    void stopWaitsForTasksBesideTheRelay() throws Exception {
        Engine engine = engine();
        OutboxMetadata later = OutboxMetadata.none().withDeliverAt(Instant.now().plus(Duration.ofHours(1)));
        JTA.inTransaction(() -> engine.recording("orders").record("x", later)); // stays, so there is a queue to count
        engine.poll();
        await(counting);
        try (LogLines log = new LogLines()) {
            Future<?> stop = threads.submit(() -> engine.stop(PATIENCE));
            Await.until("relays that have stopped", () -> log.all().stream()
                    .anyMatch(line -> line.startsWith("OWD-1013: The relay of datasource")));
            assertThat(stop.isDone()).isFalse();
            counted.countDown();
            stop.get();
        }
        statements.clear();
        engine.poll();
        JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
        threads.shutdown();
        assertThat(threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(statements)
                .filteredOn(OutboxFixture.OF_A_SENTINEL.negate())
                .singleElement(STRING)
                .startsWith("INSERT INTO onceward_outbox ");
    }
}
