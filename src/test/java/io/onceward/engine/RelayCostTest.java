// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Asked;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.inbox.MessageHandler;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a relay asks of the database while it is idle, and during an outage. */
class RelayCostTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration NEVER = Duration.ofDays(1);

    /** The queues of the idle node: the outbox has one channel, and the inbox one handler. */
    private static final int QUEUES = 2;

    /** The looks of an idle node that are watched. */
    private static final int LOOKS = 20;

    /** How often a node renews its lease. */
    private static final Duration RENEWAL = Duration.ofSeconds(3);

    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Nodes nodes = new Nodes(JTA, publisher);
    private final Asked asked = new Asked();
    private final LogLines log = new LogLines();
    private AgroalDataSource pool;
    private Engine producer;

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
        pool = pool(20, Duration.ofSeconds(30), server.createDatabase());
        producer =
                nodes.open(Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"), Runnable::run, pool);
    }

    private static AgroalDataSource pool(int size, Duration patience, String url) {
        return JTA.pool(
                url,
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED,
                settings -> settings.maxSize(size).acquisitionTimeout(patience));
    }

    @AfterEach
    void close() {
        log.close();
        pool.close();
    }

    @Test
    void idleNodeLooksOnceIntoEachQueueForAPollAndRunsNothingElseButItsRenewals() throws Exception {
        try (Polled node = new Polled(nodes, Map.of(), asked.watch(pool), NEVER, List.of(new IdleHandler()))) {
            AtomicInteger polls = new AtomicInteger();
            Runnable poll = () -> {
                polls.incrementAndGet();
                node.engine().poll();
            };
            record(producer, 1);
            Await.until("an event", () -> publisher.published().size() == 1, poll);
            Await.until("an empty outbox", () -> rows() == 0, poll);
            Await.until("an idle relay", this::isIdle, poll);
            asked.forget();
            polls.set(0);
            long began = System.nanoTime();
            for (int looks = 1; looks <= LOOKS; looks++) {
                int enough = looks;
                Await.until("a look", () -> looks() >= enough, poll);
            }
            List<String> statements = asked.statements();
            int connections = asked.connections();
            int most = QUEUES * (polls.get() + 1); // a poll of before may still be under way
            int renewals = (int) Duration.ofNanos(System.nanoTime() - began).dividedBy(RENEWAL) + 1;
            assertThat(statements.stream().filter(RelayCostTest::isLook)).hasSizeBetween(LOOKS, most);
            assertThat(statements.stream().filter(sql -> !isLook(sql)))
                    .as("statements of a renewal")
                    .hasSizeLessThanOrEqualTo(4 * renewals);
            assertThat(connections).isLessThanOrEqualTo(most + renewals);
        }
    }

    /** A handler whose queue the node looks into as well. */
    private static final class IdleHandler implements MessageHandler {

        @Override
        public String name() {
            return "idle";
        }

        @Override
        public String channel() {
            return "idle";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            throw new UnsupportedOperationException();
        }
    }

    private long looks() {
        return asked.statements().stream().filter(RelayCostTest::isLook).count();
    }

    private static boolean isLook(String sql) {
        return sql.startsWith("SELECT q.name");
    }

    /** Returns whether the last five statements, which are of more than one poll, are all looks; a cycle has other statements. */
    private boolean isIdle() {
        List<String> statements = asked.statements();
        int count = statements.size();
        return count > 4 && statements.subList(count - 5, count).stream().allMatch(RelayCostTest::isLook);
    }

    @Test
    void relayWithoutAFreeConnectionNeitherLosesNorSpins() throws Exception {
        String url = pool.getConfiguration()
                .connectionPoolConfiguration()
                .connectionFactoryConfiguration()
                .jdbcUrl();
        try (AgroalDataSource small = pool(4, PATIENCE, url);
                Polled node = new Polled(nodes, Map.of(), asked.watch(small), NEVER)) {
            Runnable poll = node.engine()::poll;
            record(node.engine(), 1);
            Await.until("an event that warms up", () -> publisher.published().size() == 1);
            Await.until("an idle relay", () -> rows() == 0, poll);
            log.forget();
            List<Connection> taken = takeAll(small, 4);
            setPatience(small, Duration.ofMillis(200));
            record(producer, 10);
            asked.forget();
            for (int i = 0; i < 10; i++) {
                poll.run();
                assertThatThrownBy(() -> record(node.engine(), 1))
                        .as("an event that can't be written")
                        .isInstanceOf(OncewardException.class)
                        .hasMessageStartingWith("OWD-0051");
            }

            assertThat(asked.statements()).isEmpty();
            assertThat(asked.connections())
                    .as("tries to record, and of the relay")
                    .isLessThan(20);
            Await.until("a line of the outage", () -> !log.all().isEmpty(), poll);
            assertThat(log.all())
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("OWD-1010").contains("java.sql.SQLException"));
            assertThat(publisher.published()).hasSize(1);

            setPatience(small, PATIENCE);
            for (Connection connection : taken) {
                connection.close();
            }
            Await.until("what others had recorded", () -> publisher.published().size() == 11, poll);
            Await.until("an empty outbox", () -> rows() == 0, poll);
            Await.until("a line of its end", () -> log.all().size() > 1, poll);
            assertThat(log.all()).hasSize(2).last().asString().startsWith("OWD-1011");
            record(node.engine(), 1);
            Await.until("another one", () -> publisher.published().size() == 12);
        }
    }

    private static void setPatience(AgroalDataSource pool, Duration patience) {
        pool.getConfiguration().connectionPoolConfiguration().setAcquisitionTimeout(patience);
    }

    private static List<Connection> takeAll(AgroalDataSource pool, int size) throws SQLException {
        List<Connection> taken = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            taken.add(pool.getConnection());
        }
        return taken;
    }

    private static void record(Engine engine, int count) throws Exception {
        JTA.inTransaction(() -> {
            for (int i = 0; i < count; i++) {
                engine.recording("orders").record("x", OutboxMetadata.none());
            }
            return null;
        });
    }

    private int rows() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM onceward_outbox")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
