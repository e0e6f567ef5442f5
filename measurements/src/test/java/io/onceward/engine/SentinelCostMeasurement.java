// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.MySqlServer;
import io.onceward.fixture.Sql;
import io.onceward.measure.Figures;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The cost of the sentinel on InnoDB: processor time of this process and of the server for a transaction with one business row, with the
 * sentinel's statements and without them, in turns. {@code -Dsentinel.transactions=1000} measures for a shorter time.
 */
class SentinelCostMeasurement {

    private static final int TRANSACTIONS = Integer.getInteger("sentinel.transactions", 5_000);
    private static final int ROUNDS = Integer.getInteger("sentinel.rounds", 15);

    /** The goal for the median of the ratios. */
    private static final double GOAL = 1.03;

    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private static final Jta JTA = new Jta();

    /** The number of the next message and business row. */
    private int next;

    @ParameterizedTest
    @CsvSource({"MariaDB, recording", "MariaDB, inbox", "MySQL, recording", "MySQL, inbox"})
    void sentinelCostsLittleProcessorTime(String product, String side) throws Exception {
        try (DatabaseServer server =
                        product.equals("MySQL") ? MySqlServer.start("mysql") : MariaDbServer.start("mariadb");
                AgroalDataSource pool = JTA.pool(
                        server.createDatabase(),
                        server.user(),
                        server.password(),
                        TransactionIsolation.READ_COMMITTED)) {
            Sql.execute(pool::getConnection, "CREATE TABLE business (id INTEGER PRIMARY KEY)");
            Engine with = open(pool, true);
            Engine without = open(pool, false);
            List<Double> ratios = new ArrayList<>();
            List<Double> costs = new ArrayList<>();
            microsOf(without, pool, side);
            microsOf(with, pool, side);
            for (int round = 0; round < ROUNDS; round++) {
                double plain = microsOf(without, pool, side);
                double guarded = microsOf(with, pool, side);
                ratios.add(guarded / plain);
                costs.add(guarded - plain);
            }
            System.out.printf(
                    Locale.ROOT,
                    "Sentinel on %s, %s: ratio %s of processor time; %s µs a transaction; %d rounds of %d; goal %.2f%n",
                    product,
                    side,
                    Figures.spread(ratios),
                    Figures.spread(costs),
                    ROUNDS,
                    TRANSACTIONS,
                    GOAL);
            with.stop(Duration.ofSeconds(5));
            without.stop(Duration.ofSeconds(5));
            assertThat(Figures.median(ratios)).isLessThanOrEqualTo(GOAL);
        }
    }

    private static Engine open(DataSource pool, boolean guarded) {
        DataSource watched = wrap(DataSource.class, pool, guarded);
        return new Nodes(JTA, new MemoryPublisher())
                .open(Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"), Runnable::run, watched);
    }

    /** Wraps it and what it opens, in the same way with the sentinel and without, and leaves its statements out without it. */
    private static <T> T wrap(Class<T> type, T wrapped, boolean guarded) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            if (!guarded && args != null && args[0] instanceof String sql && sql.contains("SAVEPOINT onceward_")) {
                return false;
            }
            try {
                Object result = method.invoke(wrapped, args);
                if (method.getReturnType() == Connection.class) {
                    return wrap(Connection.class, (Connection) result, guarded);
                }
                return method.getReturnType() == Statement.class
                        ? wrap(Statement.class, (Statement) result, guarded)
                        : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }));
    }

    private double microsOf(Engine engine, DataSource pool, String side) throws Exception {
        Duration before = processorTime();
        for (int i = 0; i < TRANSACTIONS; i++) {
            if (side.equals("recording")) {
                JTA.inTransaction(() -> {
                    insert(pool);
                    return engine.recording("orders").record("an order", OutboxMetadata.none());
                });
            } else {
                engine.inbox().once("billing", "m" + next, () -> insert(pool));
            }
        }
        return processorTime().minus(before).toNanos() / 1e3 / TRANSACTIONS;
    }

    private Void insert(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO business VALUES (" + next++ + ")");
        }
        return null;
    }

    /** Of this process and of the server, which it has started. */
    private static Duration processorTime() {
        return ProcessHandle.current()
                .descendants()
                .map(process -> process.info().totalCpuDuration())
                .flatMap(Optional::stream)
                .reduce(Duration.ofNanos(PROCESS.getProcessCpuTime()), Duration::plus);
    }
}
