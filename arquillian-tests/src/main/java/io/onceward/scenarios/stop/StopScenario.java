// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.stop;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.ClusterServer;
import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.shop.Shop;
import io.onceward.scenarios.support.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The stop of an application or server in the middle of the relay's work. */
@OutsideBroker
@OnlyInFull
class StopScenario {

    private static final int ORDERS = 200;
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    /** The relay waits 10 seconds at most for its batch; a runner kills a server that takes 90. */
    private static final Duration BOUND = Duration.ofSeconds(25);

    /** The server knows before the database does. */
    private static final Duration BRIEF = Duration.ofSeconds(10);

    /** Each piece of data waits that long, so that the relay is busy for longer than a server takes to stop. */
    private static final Duration SLOW = Duration.ofMillis(100);

    private final Door broker = new Door(Fixtures.current().artemisPort());

    @BeforeEach
    void openTheDoor() {
        broker.open();
        Shop.emptyQueue();
    }

    @AfterEach
    void closeTheDoor() {
        broker.close();
    }

    /** The receiver is another application: an undeployment may well cut off deliveries, whatever receives them. */
    @Test
    void anUndeploymentWaitsForTheBatchAndLeavesTheRestInTheOutbox() {
        WebArchive orders = Shop.withoutBilling("undeployed", configuration("undeployed"));
        WebArchive receiver = Shop.application(
                "receiver",
                "onceward.schema=create",
                "onceward.table-prefix=undeployed_",
                "onceward.relay.enabled=false");
        try (ServerUnderTest.Run server = start(receiver)) {
            server.deploy(orders);
            letTheRelayWork(server, "undeployed");
            int logBefore = server.log().length();

            within(BOUND, () -> server.undeploy("undeployed"));

            Await.until(
                    "OWD-1013 in the log",
                    () -> server.log().substring(logBefore).contains("OWD-1013"));
            verifyNothingIsLeftBehind(server, "undeployed", logBefore);
            server.deploy(orders);
            awaitEffects("undeployed");
        }
    }

    /** The receiver comes with the next start: a stop may well cut off deliveries, whatever receives them. */
    @Test
    void aServerStopsInTimeAndLeavesTheRestInTheOutbox() {
        ServerUnderTest.Run server = start(Deployments.namingDatasource(
                Shop.withoutBilling("stopped", configuration("stopped")), "jdbc/postgresql"));
        int logBefore;
        try {
            letTheRelayWork(server, "stopped");
            logBefore = server.log().length();
        } finally {
            within(BOUND, server::close);
        }
        if (server instanceof ClusterServer.Node node) { // else it ends by the server's own command
            assertThat(node.process().wasKilled()).as("ended by force").isFalse();
        }

        verifyNothingIsLeftBehind(server, "stopped", logBefore);
        try (ServerUnderTest.Run again = start(application("stopped"))) {
            assertThat(again.deployed()).containsExactly("stopped");
            awaitEffects("stopped");
        }
    }

    private void letTheRelayWork(ServerUnderTest.Run server, String name) {
        broker.shut();
        Shop.place(server, name, name, ORDERS);
        assertThat(Rows.count(name + "_outbox")).isEqualTo(2 * ORDERS);
        broker.slowDown(SLOW);
        broker.open();
        Await.until(PATIENCE, () -> "a relay at work", () -> Rows.count(name + "_outbox") < 2 * ORDERS);
    }

    private static void within(Duration bound, Runnable work) {
        long start = System.nanoTime();
        work.run();
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(bound);
    }

    private static void verifyNothingIsLeftBehind(ServerUnderTest.Run server, String name, int logBefore) {
        assertThat(Rows.count(name + "_outbox")).as("left to do").isPositive();
        Await.until(
                BRIEF,
                () -> "no lock",
                () -> Rows.count("pg_locks JOIN pg_class ON relation = oid WHERE starts_with(relname, '" + name + "_')")
                        == 0);
        assertThat(Rows.count(name + "_lane WHERE owner IN (SELECT identity FROM " + name + "_node)"))
                .as("lanes of the stopped node")
                .isZero();
        List<String> lines = server.log().substring(logBefore).lines().toList();
        assertThat(lines.stream().filter(line -> line.contains("OWD-")))
                .as("the log of Onceward")
                .allMatch(line -> line.contains("OWD-1013") || line.contains("OWD-1011"));
        assertThat(ownTraces(lines)).as("stack traces").isEmpty();
    }

    /** Returns lines of stack traces in Onceward, but for those of a server that stops its resource adapter before the applications. */
    private static List<String> ownTraces(List<String> lines) {
        List<String> own = new ArrayList<>();
        String message = "";
        for (String line : lines) {
            if (!line.startsWith("\t") && !line.startsWith("Caused by: ")) {
                message = line;
            } else if (line.matches("\\s*at io\\.onceward\\.(?!scenarios).*") && !message.contains("J2CA0081E")) {
                own.add(line);
            }
        }
        return own;
    }

    private void awaitEffects(String name) {
        broker.slowDown(Duration.ZERO);
        Await.until(PATIENCE, () -> "an empty outbox", () -> Rows.count(name + "_outbox") == 0);
        Await.until(PATIENCE, () -> "all effects", () -> Rows.count(name + "_effect") >= 2 * ORDERS);
        assertThat(Rows.of("SELECT id FROM " + name + "_effect"))
                .containsExactlyInAnyOrderElementsOf(Shop.orders(name, ORDERS));
    }

    private ServerUnderTest.Run start(Archive<?>... applications) {
        return ServerUnderTest.current().start(broker.port(), Fixtures.current().postgresPort(), applications);
    }

    private static WebArchive application(String name) {
        return Shop.application(name, configuration(name));
    }

    private static String[] configuration(String name) {
        return new String[] {
            "onceward.schema=create", "onceward.table-prefix=" + name + "_", "onceward.relay.batch-size=2",
        };
    }
}
