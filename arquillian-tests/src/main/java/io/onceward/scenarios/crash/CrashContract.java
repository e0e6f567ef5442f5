// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.ServerUnderTest;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;

/**
 * A server that is killed loses no committed event and runs no effect twice. Orders and the receiver's effects are rows
 * without any constraint that could hide a duplicate.
 */
abstract class CrashContract {

    static final Duration PATIENCE = Duration.ofSeconds(90);

    @BeforeEach
    void createTables() throws SQLException {
        execute("CREATE TABLE IF NOT EXISTS crash_order (id TEXT NOT NULL)");
        execute("CREATE TABLE IF NOT EXISTS crash_effect (id TEXT NOT NULL)");
    }

    static ServerUnderTest.Run start(Door broker) {
        return start(broker.port(), Fixtures.current().postgresPort());
    }

    static ServerUnderTest.Run start(int artemisPort, int postgresPort) {
        WebArchive application = Deployments.configured(
                Deployments.application("crash", Orders.class, Front.class, Receiver.class),
                "onceward.datasource=jdbc/postgresql",
                "onceward.schema=create",
                "onceward.table-prefix=crash_");
        return ServerUnderTest.current().start(artemisPort, postgresPort, application);
    }

    static void verifyEachOrderHasOneEffectAfterARestart(Door broker) throws Exception {
        long placed = count("crash_order");
        try (ServerUnderTest.Run server = start(broker)) {
            verifyEachOrderHasOneEffect();
            assertThat(count("crash_order")).isEqualTo(placed);
            assertThat(server.log()).doesNotContain("OWD-1003");
        }
    }

    private static void awaitEffects() throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline
                && (count("crash_outbox") > 0 || count("crash_effect") < count("crash_order"))) {
            Thread.sleep(200);
        }
        Thread.sleep(1000); // for what would come too often
    }

    static void verifyEachOrderHasOneEffect() throws Exception {
        awaitEffects();
        assertThat(count("crash_outbox")).as("still in the outbox").isZero();
        assertThat(count("(SELECT id FROM crash_order EXCEPT SELECT id FROM crash_effect) AS missing"))
                .as("orders without effect")
                .isZero();
        assertThat(count("(SELECT id FROM crash_effect EXCEPT SELECT id FROM crash_order) AS invented"))
                .as("effects without order")
                .isZero();
        assertThat(count("(SELECT id FROM crash_effect GROUP BY id HAVING count(*) > 1) AS twice"))
                .as("effects that are there twice")
                .isZero();
    }

    static long count(String rows) throws SQLException {
        try (Connection connection = Fixtures.current().connectToPostgres();
                Statement statement = connection.createStatement();
                ResultSet count = statement.executeQuery("SELECT count(*) FROM " + rows)) {
            count.next();
            return count.getLong(1);
        }
    }

    private static void execute(String sql) throws SQLException {
        try (Connection connection = Fixtures.current().connectToPostgres();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @WebServlet("/place")
    public static class Front extends HttpServlet {

        private static final long serialVersionUID = 1L;

        @Inject
        private transient Orders orders;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            try {
                int count = Integer.parseInt(request.getParameter("count"));
                for (int i = 0; i < count; i++) {
                    orders.place();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
            response.getWriter().print("placed");
        }
    }
}
