// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The queries of the example on its own H2, with the settings of its datasource. */
class TalliesTest {

    private static final int ORDERS = 20_000;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private Connection database;
    private Statement statement;

    @BeforeEach
    void open() throws Exception {
        database = DriverManager.getConnection("jdbc:h2:mem:" + settings());
        statement = database.createStatement();
        run(resource("/META-INF/orders.sql"));
        run(resource("/META-INF/onceward/h2.sql"));
    }

    @AfterEach
    void close() throws SQLException {
        statement.execute("SHUTDOWN");
    }

    /** Returns the settings in the URL of the example's datasource. */
    private static String settings() throws Exception {
        String boot =
                Files.readString(Path.of("launcher/src/main/resources/io/onceward/examples/launcher/preboot.asadmin"));
        String start = "jdbc:h2:file:./data/orders";
        return boot.substring(boot.indexOf(start) + start.length()).strip();
    }

    private static String resource(String name) throws Exception {
        try (InputStream content = Tallies.class.getResourceAsStream(name)) {
            return new String(content.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void run(String script) throws SQLException {
        for (String command :
                Stream.of(script.split(";")).filter(each -> !each.isBlank()).toList()) {
            statement.execute(command);
        }
    }

    @Test
    void twentyThousandOrdersAreCountedInASecondOfProcessorTime() throws SQLException {
        String numbers = " FROM SYSTEM_RANGE(1, " + ORDERS + ")";
        statement.execute("INSERT INTO orders SELECT x, 'book', 19.90" + numbers);
        statement.execute("INSERT INTO invoices SELECT x, x, 19.90, 'event'" + numbers + " WHERE x > 5");
        statement.execute("INSERT INTO invoices SELECT -x, x, 19.90, 'event'" + numbers + " WHERE x IN (7, 9)");
        statement.execute("INSERT INTO parcels SELECT x, x" + numbers + " WHERE x > 10");

        ThreadMXBean threads = ManagementFactory.getThreadMXBean(); // H2 runs the query on this thread
        long start = threads.getCurrentThreadCpuTime();
        try (ResultSet tally = statement.executeQuery(Tallies.COUNTS)) {
            tally.next();
            assertThat(tally.getLong(1)).isEqualTo(ORDERS);
            assertThat(tally.getLong(2)).isEqualTo(ORDERS - 5);
            assertThat(tally.getLong(3)).isEqualTo(2);
            assertThat(tally.getLong(4)).isEqualTo(ORDERS - 10);
            assertThat(tally.getLong(5)).isZero();
        }
        assertThat(Duration.ofNanos(threads.getCurrentThreadCpuTime() - start)).isLessThan(SECOND);
    }

    @Test
    @Timeout(30)
    void queryWhoseRequestHasTimedOutEnds() {
        assertThatThrownBy(() ->
                        statement.executeQuery("SELECT COUNT(*) FROM SYSTEM_RANGE(1, 1000000000000) WHERE RAND() < 0"))
                .isInstanceOf(SQLTimeoutException.class);
    }
}
