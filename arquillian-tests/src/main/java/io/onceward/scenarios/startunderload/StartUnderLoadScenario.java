// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.startunderload;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Mailbox;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A server is killed while many messages wait, and starts again: message-driven beans get messages before Onceward has started, as
 * many at once as the datasource has connections. The messages cost no attempts of the broker.
 */
@OutsideBroker
@OnlyInFull
class StartUnderLoadScenario {

    static final String QUEUE = "start_under_load";

    static final int ORDERS = 1000;

    /** The most instances of the message-driven bean; each had one message when the server was killed. */
    private static final int INSTANCES = 32;

    private static final String DEAD_LETTERS = "DLQ";

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    @BeforeEach
    void createTables() {
        Rows.execute("CREATE TABLE IF NOT EXISTS startload_effect (id TEXT NOT NULL, deliveries INTEGER NOT NULL)");
        Rows.execute("DELETE FROM startload_effect");
        Mailbox.drain(DEAD_LETTERS);
    }

    @Test
    void aBacklogIsHandledAfterAKill() {
        killWithBacklog();
        try (ServerUnderTest.Run server = start(Fixtures.current().postgresPort(), false)) {
            awaitEffects(server);
        }
        verifyEffects();
    }

    @Test
    void aBacklogWaitsForADatabaseThatComesLate() {
        killWithBacklog();
        try (Door database = new Door(Fixtures.current().postgresPort());
                ServerUnderTest.Run server = start(database.port(), false)) {
            await("OWD-1002 in the log", () -> server.log().contains("OWD-1002"));
            await("deliveries", () -> Integer.parseInt(ask(server, "arrived").substring("200 ".length())) > 0);
            database.open();
            awaitEffects(server);
        }
        verifyEffects();
    }

    private static void killWithBacklog() {
        try (ServerUnderTest.Run server = start(Fixtures.current().postgresPort(), true)) {
            assertThat(Http.whenStarted(() -> ask(server, "place"))).isEqualTo("200 " + ORDERS);
            await("an empty outbox", () -> Rows.count("startload_outbox") == 0);
            assertThat(ask(server, "waiting")).isEqualTo("200 " + ORDERS);
            server.kill();
        }
        assertThat(Rows.count("startload_effect")).as("effects before the kill").isZero();
    }

    private static ServerUnderTest.Run start(int postgresPort, boolean hold) {
        WebArchive application = Deployments.configured(
                Deployments.application(
                        QUEUE,
                        Arriving.class,
                        ArrivingInterceptor.class,
                        ConsumedMessage.class,
                        Front.class,
                        Orders.class,
                        Queues.class,
                        Receiver.class),
                "onceward.datasource=jdbc/postgresql",
                "onceward.schema=create",
                "onceward.table-prefix=startload_",
                ArrivingInterceptor.HOLD + "=" + hold);
        return ServerUnderTest.current().start(Fixtures.current().artemisPort(), postgresPort, application);
    }

    private static void awaitEffects(ServerUnderTest.Run server) {
        Await.until(
                PATIENCE,
                () -> ORDERS + " effects and no message left; there are " + Rows.count("startload_effect") + " and "
                        + ask(server, "waiting"),
                () -> Rows.count("startload_effect") >= ORDERS
                        && ask(server, "waiting").equals("200 0"));
        assertThat(server.log()).doesNotContain("OWD-0050", "OWD-0051", "OWD-1003");
    }

    private static void verifyEffects() {
        assertThat(Rows.count("startload_effect")).as("effects").isEqualTo(ORDERS);
        assertThat(Rows.count("(SELECT DISTINCT id FROM startload_effect) AS handled"))
                .as("orders with an effect")
                .isEqualTo(ORDERS);
        assertThat(Mailbox.drain(DEAD_LETTERS)).as("dead letters").isEmpty();
        assertThat(Rows.count("startload_effect WHERE deliveries > 1"))
                .as("messages that were delivered again: those at the kill")
                .isLessThanOrEqualTo(INSTANCES);
        assertThat(Rows.count("startload_effect WHERE deliveries > 2"))
                .as("messages that the start has cost an attempt")
                .isZero();
    }

    private static String ask(ServerUnderTest.Run server, String path) {
        return Http.get(server.address(QUEUE).resolve(path));
    }

    private static void await(String what, BooleanSupplier condition) {
        Await.until(PATIENCE, () -> what, condition);
    }
}
