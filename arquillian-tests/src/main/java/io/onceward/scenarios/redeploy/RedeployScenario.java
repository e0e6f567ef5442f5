// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.redeploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.shop.Shop;
import io.onceward.scenarios.support.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An application goes and comes again while the server runs: no event is lost, and no class loader stays behind. */
@OutsideBroker
@OnlyInFull
class RedeployScenario {

    private static final int ORDERS = 20;
    private static final int CYCLES = 20;

    /** Caches of the JDK keep the last application that used them, and threads and connections of a server that of their last request. */
    private static final int BOUNDED = 3;

    /** The number of rounds. If a round leaves more than expected, a further round shows whether each round does. */
    private static final int ROUNDS = 4;

    /** Threads of the server may still work on the last undeployment. */
    private static final Duration TO_LET_GO = Duration.ofSeconds(10);

    /** Longer than the longest time that a circuit breaker stays open. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Door BROKER = new Door(Fixtures.current().artemisPort());

    private static final String PENDING = "SELECT id || ' ' || state || ' ' || attempts FROM leak_outbox";

    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() {
        BROKER.open();
        server = ServerUnderTest.current()
                .start(
                        BROKER.port(),
                        Fixtures.current().postgresPort(),
                        Deployments.withoutOnceward("watch", Watch.class, Trace.class));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        BROKER.close();
    }

    @BeforeEach
    void emptyQueue() {
        Shop.emptyQueue();
    }

    @Test
    void eventsThatArePendingDuringARedeploymentArriveAfterIt() {
        server.deploy(shop("pending"));
        Shop.place(server, "pending", "before", ORDERS);
        awaitEffects("pending", "before");
        BROKER.shut();
        Shop.place(server, "pending", "during", ORDERS);
        assertThat(Rows.count("pending_outbox")).isEqualTo(2 * ORDERS);

        server.undeploy("pending");
        server.deploy(shop("pending"));
        assertThat(Rows.count("pending_outbox")).isEqualTo(2 * ORDERS);
        Shop.place(server, "pending", "after", ORDERS);
        BROKER.open();

        awaitEffects("pending", "before", "during", "after");
        server.undeploy("pending");
    }

    /** A server keeps some for its own reasons, one more now and then, but not more in each round. */
    @Test
    void classLoadersOfPastDeploymentsAreCollected() throws InterruptedException {
        ask("loaders?forget=1");
        List<Long> left = new ArrayList<>(List.of(0L));
        do {
            int round = left.size();
            left.add(classLoadersLeft((round - 1) * CYCLES + 1, round * CYCLES, left.get(round - 1) + BOUNDED));
        } while (growth(left) > BOUNDED && left.size() <= ROUNDS);
        assertThat(growth(left))
                .as("those of the last round of %d deployments, in all after each %s", CYCLES, left)
                .isLessThanOrEqualTo(BOUNDED);
    }

    private static long growth(List<Long> left) {
        return left.get(left.size() - 1) - left.get(left.size() - 2);
    }

    private static WebArchive shop(String name) {
        return Shop.application(name, "onceward.schema=create", "onceward.table-prefix=" + name + "_")
                .addClass(Trace.class);
    }

    /** Waits until they are there, and a little longer for what would come too often. */
    private static void awaitEffects(String application, String... names) {
        List<String> orders = Stream.of(names)
                .flatMap(name -> Shop.orders(name, ORDERS).stream())
                .toList();
        Await.until(
                PATIENCE,
                () -> orders.size() + " effects instead of " + Rows.count(application + "_effect"),
                () -> Rows.count(application + "_effect") >= orders.size() && Rows.count(application + "_outbox") == 0);
        assertThat(Rows.of("SELECT id FROM " + application + "_effect")).containsExactlyInAnyOrderElementsOf(orders);
    }

    /**
     * Returns the number of class loaders that stay after an application was deployed, used and undeployed many times. More than the expected ones
     * get some time to go.
     */
    private static long classLoadersLeft(int first, int last, long bound) throws InterruptedException {
        WebArchive application = shop("leak");
        for (int i = first; i <= last; i++) {
            server.deploy(application);
            try {
                Shop.place(server, "leak", Integer.toString(i), 1);
                int expected = 2 * i;
                Await.until(
                        () -> expected + " effects instead of " + Rows.count("leak_effect") + ", outbox: "
                                + Rows.of(PENDING),
                        () -> Rows.count("leak_effect") >= expected);
            } finally {
                server.undeploy("leak"); // it receives from the same queue as the other application
            }
        }
        long deadline = System.nanoTime() + TO_LET_GO.toNanos();
        long left = classLoadersLeft(last);
        while (left > bound && System.nanoTime() - deadline < 0) {
            Thread.sleep(500);
            left = classLoadersLeft(last);
        }
        return left;
    }

    private static long classLoadersLeft(int deployments) {
        String left = ask("loaders");
        assertThat(left).as("a trace of each deployment").startsWith(deployments + " ");
        return Long.parseLong(left.substring(left.indexOf(' ') + 1));
    }

    private static String ask(String what) {
        String answer = Http.get(server.address("watch").resolve(what));
        assertThat(answer).startsWith("200 ");
        return answer.substring(4);
    }
}
