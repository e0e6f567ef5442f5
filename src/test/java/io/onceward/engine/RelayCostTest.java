// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The cost of a relay that is idle, and of one during an outage. */
class RelayCostTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(500);

    /** The bound for the processor time of an idle node, as a part of a core. */
    private static final double SHARE = 0.005;

    /** Most windows of time until one is below the bound. */
    private static final int WINDOWS = 3;

    /** The looks before the measurement: the compiler of the JVM has then seen the code. */
    private static final int WARM_UP = 1000;

    /** The statements of about ten seconds. */
    private static final int STATEMENTS = 50;

    /** How often a node renews its lease. */
    private static final Duration RENEWAL = Duration.ofSeconds(3);

    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final RecordingPublisher publisher = new RecordingPublisher();
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
    void idleNodeRunsFewerThanTenStatementsASecondAndUsesHardlyAnyProcessorTime() throws Exception {
        try (Polled node =
                new Polled(nodes, Map.of(), asked.watch(pool), DEFAULT_INTERVAL, List.of(new IdleHandler()))) {
            record(producer, 1);
            Await.until("an event that warms up", () -> publisher.published.size() == 1);
            Await.until("an empty outbox", () -> rows() == 0);
            for (int i = 0; i < WARM_UP; i++) {
                int before = asked.statements().size();
                node.engine().poll();
                Await.until("a look", () -> asked.statements().size() > before);
            }
            asked.forget();
            Await.until("an idle relay after the last look of the warm-up", this::isIdle);
            double share = shareOfACore(node);
            for (int i = 1; i < WINDOWS && share >= SHARE; i++) {
                share = Math.min(share, shareOfACore(node));
            }
            assertThat(share).as("share of a core").isLessThan(SHARE);
        }
    }

    /**
     * Returns the processor time of the node's threads, as a part of the time of some ten seconds, and checks the statements of this
     * time. Other work of the machine makes the same statements more expensive, and never cheaper.
     */
    private double shareOfACore(Polled node) throws Exception {
        asked.forget();
        Await.until("looks of a poll, so that none of an earlier one is under way", () -> looks() >= 2);
        long began = System.nanoTime();
        asked.forget();
        Duration before = node.processorTime();

        Await.until("statements of the relay", () -> asked.statements().size() >= STATEMENTS);

        List<String> statements = asked.statements();
        int connections = asked.connections();
        Duration used = node.processorTime().minus(before);
        Duration watched = Duration.ofNanos(System.nanoTime() - began);
        int most = (int) watched.dividedBy(DEFAULT_INTERVAL) + 1;
        int renewals = (int) watched.dividedBy(RENEWAL) + 1;
        assertThat(statements.stream().filter(RelayCostTest::isLook))
                .as("looks in %s", watched)
                .hasSizeBetween(1, 2 * most);
        assertThat(statements.stream().filter(sql -> !isLook(sql)))
                .as("statements of a renewal in %s", watched)
                .hasSizeLessThanOrEqualTo(4 * renewals);
        assertThat(connections).as("connections asked for in %s", watched).isLessThanOrEqualTo(2 * most + renewals);
        assertThat(statements.size() * 1000L / watched.toMillis())
                .as("statements a second in %s", watched)
                .isLessThan(10);
        System.out.printf("An idle node used %d ms of processor time in %d ms%n", used.toMillis(), watched.toMillis());
        return (double) used.toNanos() / watched.toNanos();
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
                Polled node = new Polled(nodes, Map.of(), asked.watch(small), DEFAULT_INTERVAL)) {
            record(node.engine(), 1);
            Await.until("an event that warms up", () -> publisher.published.size() == 1);
            Await.until("an idle relay", () -> rows() == 0);
            log.forget();
            List<Connection> taken = takeAll(small, 4);
            setPatience(small, Duration.ofMillis(200));
            record(producer, 10);
            long began = System.nanoTime();
            asked.forget();
            Duration before = node.processorTime();
            while (System.nanoTime() - began < Duration.ofSeconds(2).toNanos()) {
                assertThatThrownBy(() -> record(node.engine(), 1))
                        .as("an event that can't be written")
                        .isInstanceOf(jakarta.transaction.RollbackException.class)
                        .hasStackTraceContaining("OWD-0051");
            }

            assertThat(asked.statements()).isEmpty();
            assertThat(asked.connections())
                    .as("tries to record, and of the relay")
                    .isLessThan(20);
            assertThat(node.processorTime().minus(before)).isLessThan(Duration.ofMillis(200));
            Await.until("a line of the outage", () -> !log.all().isEmpty());
            assertThat(log.all())
                    .singleElement()
                    .satisfies(line -> assertThat(line).startsWith("OWD-1010").contains("java.sql.SQLException"));
            assertThat(publisher.published).hasSize(1);

            setPatience(small, PATIENCE);
            for (Connection connection : taken) {
                connection.close();
            }
            Await.until("what others had recorded", () -> publisher.published.size() == 11);
            Await.until("an empty outbox", () -> rows() == 0);
            Await.until("a line of its end", () -> log.all().size() > 1);
            assertThat(log.all()).hasSize(2).last().asString().startsWith("OWD-1011");
            record(node.engine(), 1);
            Await.until("another one", () -> publisher.published.size() == 12);
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
