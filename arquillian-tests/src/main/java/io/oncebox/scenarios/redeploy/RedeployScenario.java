// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.redeploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.scenarios.Deployments;
import io.oncebox.scenarios.fixture.Door;
import io.oncebox.scenarios.fixture.Fixtures;
import io.oncebox.scenarios.fixture.Http;
import io.oncebox.scenarios.fixture.Rows;
import io.oncebox.scenarios.fixture.ServerUnderTest;
import io.oncebox.scenarios.shop.Shop;
import io.oncebox.scenarios.support.Await;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An application goes and comes again while the server runs: no event is lost, and no class loader stays behind. */
class RedeployScenario {

    private static final int ORDERS = 20;
    private static final int CYCLES = 20;

    /** Caches of the JDK keep the last application that used them, and threads of the server the one that began them. */
    private static final int BOUNDED = 3;

    /** Longer than the relay's longest rest. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final Door BROKER = new Door(Fixtures.current().artemisPort());

    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() {
        Rows.execute("CREATE TABLE plain_order (id TEXT NOT NULL)");
        Rows.execute("CREATE TABLE plain_effect (id TEXT NOT NULL)");
        BROKER.open();
        server = ServerUnderTest.current()
                .start(
                        BROKER.port(),
                        Fixtures.current().postgresPort(),
                        Deployments.withoutOncebox("watch", Watch.class, Trace.class));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        BROKER.close();
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

    @Test
    void classLoadersOfPastDeploymentsAreCollected() {
        long left = classLoadersLeft(shop("leak"), "leak_effect", 2);

        if (left > BOUNDED) {
            long withoutOncebox = classLoadersLeft(plain(), "plain_effect", 1);
            assertThat(left)
                    .as("the server by itself keeps %d of %d", withoutOncebox, CYCLES)
                    .isLessThanOrEqualTo(withoutOncebox + BOUNDED);
        }
    }

    private static WebArchive plain() {
        return Deployments.withoutOncebox(
                "plain", PlainOrders.class, PlainBilling.class, PlainFront.class, Trace.class);
    }

    private static WebArchive shop(String name) {
        return Shop.application(name, "oncebox.schema=create", "oncebox.table-prefix=" + name + "_")
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

    /** How many class loaders stay of an application that is deployed, used and undeployed many times. */
    private static long classLoadersLeft(WebArchive application, String effects, int effectsOfOneCall) {
        String name = application.getName().replace(".war", "");
        ask("loaders?forget=1");
        for (int i = 1; i <= CYCLES; i++) {
            server.deploy(application);
            assertThat(Http.get(server.address(name).resolve("place?name=" + i + "&count=1")))
                    .isEqualTo("200 placed");
            int expected = i * effectsOfOneCall;
            Await.until("effects of deployment " + i, () -> Rows.count(effects) >= expected);
            server.undeploy(name);
        }
        String left = ask("loaders");
        assertThat(left).as("a trace of each deployment").startsWith(CYCLES + " ");
        return Long.parseLong(left.substring(left.indexOf(' ') + 1));
    }

    private static String ask(String what) {
        String answer = Http.get(server.address("watch").resolve(what));
        assertThat(answer).startsWith("200 ");
        return answer.substring(4);
    }
}
