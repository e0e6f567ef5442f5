// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Asked;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import io.onceward.measure.Figures;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The processor time and the statements of a relay that is idle, and of one that gets no connection to its database. */
class RelayCostMeasurement {

    private static final Duration DEFAULT_INTERVAL = Duration.ofMillis(500);

    /** The goal for the processor time of an idle node, as a part of a core. */
    private static final double SHARE = 0.005;

    /** The goal for its statements a second. */
    private static final double STATEMENTS = 10;

    /** The bound for the processor time of a node without a connection, as a part of a core. */
    private static final double SHARE_WITHOUT_CONNECTION = 0.1;

    private static final int ROUNDS = Integer.getInteger("idle.rounds", 5);
    private static final Duration ROUND = Duration.ofSeconds(10);
    private static final Duration ROUND_WITHOUT_CONNECTION = Duration.ofSeconds(2);

    /** The looks before the measurement: the compiler of the JVM has then seen the code. */
    private static final int WARM_UP = 1000;

    private static final int CONNECTIONS = 4;

    private final Jta jta = new Jta();
    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Nodes nodes = new Nodes(jta, publisher);
    private final Asked asked = new Asked();
    private DatabaseServer server;
    private AgroalDataSource pool;

    @BeforeEach
    void open() {
        server = PostgreSqlServer.newest();
        pool = jta.pool(
                server.createDatabase(),
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED,
                settings -> settings.maxSize(CONNECTIONS).acquisitionTimeout(Duration.ofMillis(200)));
    }

    @AfterEach
    void close() {
        pool.close();
        server.close();
    }

    @Test
    void idleNodeRunsFewerThanTenStatementsASecondAndUsesHardlyAnyProcessorTime() throws Exception {
        try (Polled node = warm(List.of(new IdleHandler()))) {
            List<Double> shares = new ArrayList<>();
            List<Double> statements = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                asked.forget();
                shares.add(shareOfACore(node, ROUND));
                statements.add(asked.statements().size() / (double) ROUND.toSeconds());
            }
            System.out.printf(
                    Locale.ROOT,
                    "Idle node: %s of a core, %s statements a second in %d rounds of %d s; goals %.3f and %.0f%n",
                    Figures.spread(shares),
                    Figures.spread(statements),
                    ROUNDS,
                    ROUND.toSeconds(),
                    SHARE,
                    STATEMENTS);
            assertThat(Figures.median(shares)).as("share of a core").isLessThan(SHARE);
            assertThat(Figures.median(statements)).as("statements a second").isLessThan(STATEMENTS);
        }
    }

    @Test
    void relayWithoutAFreeConnectionUsesHardlyAnyProcessorTime() throws Exception {
        try (Polled node = warm(List.of())) {
            List<Connection> taken = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                taken.add(pool.getConnection());
            }
            List<Double> shares = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                shares.add(shareOfACore(node, ROUND_WITHOUT_CONNECTION));
            }
            for (Connection connection : taken) {
                connection.close();
            }
            System.out.printf(
                    Locale.ROOT,
                    "Relay without a connection: %s of a core in %d rounds of %d s; bound %.1f%n",
                    Figures.spread(shares),
                    ROUNDS,
                    ROUND_WITHOUT_CONNECTION.toSeconds(),
                    SHARE_WITHOUT_CONNECTION);
            assertThat(Figures.median(shares)).as("share of a core").isLessThan(SHARE_WITHOUT_CONNECTION);
        }
    }

    /** Returns a node that has published an event and looked often. */
    private Polled warm(List<MessageHandler> handlers) throws Exception {
        Polled node =
                new Polled(nodes, Map.of("onceward.schema", "create"), asked.watch(pool), DEFAULT_INTERVAL, handlers);
        jta.inTransaction(() -> node.engine().recording("orders").record("x", OutboxMetadata.none()));
        Await.until("an event", () -> publisher.published().size() == 1);
        Await.until("an empty outbox", () -> Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_outbox")
                .equals("0"));
        for (int i = 0; i < WARM_UP; i++) {
            int before = asked.statements().size();
            node.engine().poll();
            Await.until("a look", () -> asked.statements().size() > before);
        }
        return node;
    }

    /** Returns the processor time of the node's threads during a time, as a part of it. */
    private static double shareOfACore(Polled node, Duration time) throws InterruptedException {
        long began = System.nanoTime();
        Duration before = node.processorTime();
        Thread.sleep(time.toMillis());
        return node.processorTime().minus(before).toNanos() / (double) (System.nanoTime() - began);
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
}
