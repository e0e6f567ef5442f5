// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
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
import org.junit.jupiter.api.Test;

/**
 * A server that is killed loses no committed event and runs no effect twice. Orders and the receiver's effects are rows
 * without any constraint that could hide a duplicate.
 */
@SameInFamily
class CrashScenario {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int ORDERS_DURING_OUTAGE = 200;

    /** The number of effects after which the load is at its height. */
    private static final int EFFECTS_UNDER_LOAD = 500;

    @BeforeEach
    void createTables() throws SQLException {
        execute("CREATE TABLE IF NOT EXISTS crash_order (id TEXT NOT NULL)");
        execute("CREATE TABLE IF NOT EXISTS crash_effect (id TEXT NOT NULL)");
    }

    @Test
    void committedEventsSurviveAKillDuringAnOutageOfTheBrokerAndOneUnderLoad() throws Exception {
        try (Door broker = new Door(Fixtures.current().artemisPort())) {
            broker.open();
            long placedDuringOutage = 0;
            if (!ServerUnderTest.current().hasBrokerInside()) { // there is no outage of a broker in the same process
                killDuringOutage(broker);
                placedDuringOutage = ORDERS_DURING_OUTAGE;
            }
            try (ServerUnderTest.Run server = start(broker)) {
                awaitEffects();
                verifyEachOrderHasOneEffect();
                assertThat(count("crash_order")).isEqualTo(placedDuringOutage);

                killUnderLoad(server);
            }
            awaitLastCommits();
            long placed = count("crash_order");
            assertThat(placed).isGreaterThan(placedDuringOutage);
            try (ServerUnderTest.Run server = start(broker)) {
                awaitEffects();
                verifyEachOrderHasOneEffect();
                assertThat(count("crash_order")).isEqualTo(placed);
                assertThat(server.log()).doesNotContain("OWD-1003");
            }
        }
    }

    private static void killDuringOutage(Door broker) throws SQLException {
        try (ServerUnderTest.Run server = start(broker)) {
            broker.shut();
            String answer = Http.whenStarted(
                    () -> Http.get(server.address("crash").resolve("place?count=" + ORDERS_DURING_OUTAGE)));
            assertThat(answer).isEqualTo("200 placed");
            assertThat(count("crash_outbox")).as("waiting for the broker").isEqualTo(ORDERS_DURING_OUTAGE);
            server.kill();
        }
        broker.open();
    }

    private static ServerUnderTest.Run start(Door broker) {
        WebArchive application = Deployments.configured(
                Deployments.application("crash", Orders.class, Front.class, Receiver.class),
                "onceward.datasource=jdbc/postgresql",
                "onceward.schema=create",
                "onceward.table-prefix=crash_");
        return ServerUnderTest.current().start(broker.port(), Fixtures.current().postgresPort(), application);
    }

    private static void killUnderLoad(ServerUnderTest.Run server) throws InterruptedException {
        int effects = Rows.count("crash_effect");
        Thread load = new Thread(() -> {
            try {
                Http.whenStarted(() -> Http.get(server.address("crash").resolve("place?count=1000000")));
            } catch (RuntimeException e) {
                assertThat(e).as("the server was killed").isNotNull();
            }
        });
        load.start();
        Await.until(
                PATIENCE, () -> "effects under load", () -> Rows.count("crash_effect") >= effects + EFFECTS_UNDER_LOAD);
        server.kill();
        load.join();
    }

    /** Waits until the database has ended the transactions from before the kill. */
    private static void awaitLastCommits() {
        Await.until(
                PATIENCE,
                () -> "an idle database",
                () -> Rows.count(
                                "pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
                                        + " AND state <> 'idle' AND pid <> pg_backend_pid()")
                        == 0);
    }

    private static void awaitEffects() throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() < deadline
                && (count("crash_outbox") > 0 || count("crash_effect") < count("crash_order"))) {
            Thread.sleep(200);
        }
        Thread.sleep(1000); // for what would come too often
    }

    private static void verifyEachOrderHasOneEffect() throws SQLException {
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

    private static long count(String rows) throws SQLException {
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
