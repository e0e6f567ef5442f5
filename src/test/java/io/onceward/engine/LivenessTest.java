// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Liveness tells whether the relay itself hangs: brokers, handlers and their connections may take as long as they like. */
class LivenessTest {

    private static final Jta JTA = new Jta();
    private static final Duration POLLS = Duration.ofMillis(50);
    private static final Map<String, String> CONFIGURATION =
            Map.of("onceward.schema", "create", "mp.messaging.outgoing.far-away.destination", "far");

    private static DatabaseServer server;

    private final Queue<String> published = new ConcurrentLinkedQueue<>();
    private final TroubledPublisher publisher = new TroubledPublisher(event -> published.add(event.id()));
    private final Nodes nodes = new Nodes(JTA, publisher);
    private final Handler handler = new Handler();
    private AgroalDataSource pool;
    private Polled node;

    @BeforeAll
    static void startServer() {
        server = PostgreSqlServer.newest();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() {
        pool = JTA.pool(server.createDatabase(), server.user(), server.password(), TransactionIsolation.READ_COMMITTED);
        node = new Polled(nodes, CONFIGURATION, pool, POLLS, List.of(handler));
        Sql.execute(pool::getConnection, "CREATE TABLE effect (id VARCHAR(50))");
    }

    @AfterEach
    void close() {
        publisher.hangs.countDown();
        handler.gate.countDown();
        node.close();
        pool.close();
    }

    @Test
    void publisherThatHangsLeavesTheRelayAlive() throws Exception {
        publisher.hangs = new CountDownLatch(1);
        record(node.engine(), "far-away");
        Await.until("a publisher that hangs", () -> publisher.hung.get() == 1);
        assertAliveWhileOthersWork();
        assertThat(publisher.hangs.getCount()).isEqualTo(1);
    }

    @Test
    void handlerThatHangsLeavesTheRelayAlive() throws Exception {
        handler.gate = new CountDownLatch(1);
        store();
        Await.until("a handler that hangs", () -> handler.calls.get() == 1);
        assertAliveWhileOthersWork();
        assertThat(handler.done.get()).isZero();
    }

    @Test
    void connectionOfAHandlerThatHangsLeavesTheRelayAlive() throws Exception {
        try (Connection other = lock("effect")) {
            store();
            Await.until("a statement that hangs", () -> handler.calls.get() == 1);
            assertAliveWhileOthersWork();
            assertThat(handler.done.get()).isZero();
            other.rollback();
        }
    }

    @Test
    void relayWhoseStatementHangsIsNotAlive() throws Exception {
        record(node.engine(), "orders");
        Await.until("a published event", () -> published.size() == 1);
        try (Connection other = lock("onceward_lane")) {
            record(node.engine(), "orders");
            Await.until("a relay that hangs", () -> inStep().toMillis() > 1000);
            assertThat(published).hasSize(1);
            other.rollback();
        }
        Await.until("the other event", () -> published.size() == 2);
        Await.until("an idle relay", () -> inStep().isZero());
    }

    @Test
    void relayWithoutAThreadIsNotAlive() throws Exception {
        Engine starved = nodes.open(Map.of(), work -> {}, pool);
        assertThat(starved.relayInStep()).isZero();
        starved.poll();
        Await.until("a relay without a thread", () -> starved.relayInStep().toMillis() > 200, starved::poll);
        starved.stop(Duration.ZERO);
    }

    private void assertAliveWhileOthersWork() throws Exception {
        int before = published.size();
        for (int i = 1; i <= 5; i++) {
            int expected = before + i;
            record(node.engine(), "orders");
            Await.until("a published event", () -> published.size() == expected);
            Thread.sleep(POLLS.toMillis());
        }
        Await.until("an idle relay", () -> inStep().isZero());
    }

    private Duration inStep() {
        return node.engine().relayInStep();
    }

    private Connection lock(String table) throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("LOCK TABLE " + table + " IN ACCESS EXCLUSIVE MODE");
        }
        return connection;
    }

    private static void record(Engine engine, String channel) throws Exception {
        JTA.inTransaction(() -> engine.recording(channel).record("x", OutboxMetadata.none()));
    }

    private void store() {
        node.engine().stored().receive("in", List.of(new Text("m1", null, "x")));
    }

    private final class Handler implements MessageHandler {

        private final AtomicInteger calls = new AtomicInteger();
        private final AtomicInteger done = new AtomicInteger();
        private volatile CountDownLatch gate = new CountDownLatch(0);

        @Override
        public String name() {
            return "handler";
        }

        @Override
        public String channel() {
            return "in";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> {
                calls.incrementAndGet();
                gate.await();
                Sql.execute(pool::getConnection, "INSERT INTO effect VALUES ('" + metadata.id() + "')");
                return done.incrementAndGet();
            };
        }
    }
}
