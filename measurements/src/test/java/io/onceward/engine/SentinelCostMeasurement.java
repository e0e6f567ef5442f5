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
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The cost of the sentinel on InnoDB: processor time of this process and of the server for a transaction with one business row. Four
 * variants take turns: without the sentinel's statements, with one and with two of the cheapest statements in their place, and with the
 * sentinel. The probe of one statement is the least that any check by a statement costs. {@code -Dsentinel.transactions=1000} measures for
 * a shorter time.
 */
class SentinelCostMeasurement {

    private static final int TRANSACTIONS = Integer.getInteger("sentinel.transactions", 5_000);
    private static final int ROUNDS = Integer.getInteger("sentinel.rounds", 15);

    /** The goal for the ratio to a transaction without a sentinel. One round trip alone costs more. */
    private static final double GOAL = 1.03;

    /** The bound: the sentinel has two statements, and costs less than two and a half of the cheapest. A third one would cost more. */
    private static final double MOST = 1.25;

    /** The statement that costs a server least: it reads and returns nothing. */
    private static final String CHEAPEST = "DO 0";

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
            Map<Variant, Engine> engines = new EnumMap<>(Variant.class);
            Map<Variant, List<Double>> micros = new EnumMap<>(Variant.class);
            for (Variant variant : Variant.values()) {
                engines.put(variant, open(pool, variant));
                micros.put(variant, new ArrayList<>());
                microsOf(engines.get(variant), pool, side);
            }
            for (int round = 0; round < ROUNDS; round++) {
                for (Variant variant : Variant.values()) {
                    micros.get(variant).add(microsOf(engines.get(variant), pool, side));
                }
            }
            for (Engine engine : engines.values()) {
                engine.stop(Duration.ofSeconds(5));
            }
            List<Double> plain = micros.get(Variant.NO_SENTINEL);
            System.out.printf(
                    Locale.ROOT,
                    "Sentinel on %s, %s: %s µs of processor time a transaction without it; %d rounds of %d; goal for the ratio: %.2f%n",
                    product,
                    side,
                    Figures.spread(plain),
                    ROUNDS,
                    TRANSACTIONS,
                    GOAL);
            for (Variant variant : List.of(Variant.ONE_STATEMENT, Variant.TWO_STATEMENTS, Variant.SENTINEL)) {
                System.out.printf(
                        Locale.ROOT,
                        "  %s: ratio %s; %s µs more%n",
                        variant.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        Figures.spread(each(micros.get(variant), plain, (more, less) -> more / less)),
                        Figures.spread(each(micros.get(variant), plain, (more, less) -> more - less)));
            }
            double ratio = Figures.median(each(micros.get(Variant.SENTINEL), plain, (more, less) -> more / less));
            double cost = Figures.median(each(micros.get(Variant.SENTINEL), plain, (more, less) -> more - less));
            double cheapest =
                    Figures.median(each(micros.get(Variant.TWO_STATEMENTS), plain, (more, less) -> more - less));
            if (ratio > GOAL) {
                assertThat(cost)
                        .as(
                                "µs of the sentinel, which misses the goal; two of the cheapest statements cost %.1f",
                                cheapest)
                        .isLessThanOrEqualTo(MOST * cheapest);
            }
        }
    }

    private static List<Double> each(List<Double> first, List<Double> second, DoubleBinaryOperator operator) {
        return IntStream.range(0, first.size())
                .mapToObj(round -> operator.applyAsDouble(first.get(round), second.get(round)))
                .toList();
    }

    /** What becomes of the two statements of a sentinel: {@code SAVEPOINT}, and {@code RELEASE SAVEPOINT} before the commit. */
    private enum Variant {
        NO_SENTINEL,
        ONE_STATEMENT,
        TWO_STATEMENTS,
        SENTINEL;

        /** Returns the statement to execute; {@code null} for none. */
        String statement(String sql) {
            if (!sql.contains("SAVEPOINT onceward_")) {
                return sql;
            }
            return switch (this) {
                case NO_SENTINEL -> null;
                case ONE_STATEMENT -> sql.startsWith("RELEASE") ? CHEAPEST : null;
                case TWO_STATEMENTS -> CHEAPEST;
                case SENTINEL -> sql;
            };
        }
    }

    private static Engine open(DataSource pool, Variant variant) {
        DataSource watched = wrap(DataSource.class, pool, variant);
        return new Nodes(JTA, new MemoryPublisher())
                .open(Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"), Runnable::run, watched);
    }

    /** Wraps it and what it opens, for each variant in the same way, and replaces the statements of the sentinel. */
    private static <T> T wrap(Class<T> type, T wrapped, Variant variant) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            Object[] arguments = args;
            if (method.getName().equals("execute") && args[0] instanceof String sql) {
                String statement = variant.statement(sql);
                if (statement == null) {
                    return false;
                }
                arguments = new Object[] {statement};
            }
            try {
                Object result = method.invoke(wrapped, arguments);
                if (method.getReturnType() == Connection.class) {
                    return wrap(Connection.class, (Connection) result, variant);
                }
                return method.getReturnType() == Statement.class
                        ? wrap(Statement.class, (Statement) result, variant)
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
