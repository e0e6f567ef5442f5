// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.redeploy;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.sales.Sales;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.support.Await;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/**
 * An application goes and comes again 20 times while its events wait and another application records further ones. Nothing is lost, doubled
 * or overtaken, no thread of Onceward stays behind, and class loaders do not accumulate.
 */
@AnyMessaging
@OnlyInFull
class LocalRedeployScenario {

    private static final int CYCLES = 20;

    private static final int SALES = 50;

    /** As for {@link RedeployScenario}: a server keeps some class loaders for its own reasons, but not more with each deployment. */
    private static final int BOUNDED = 3;

    private final Sales sales = new Sales("localredeploy_");

    @Test
    void redeploymentsLoseNothingAndLeaveNothingBehind() {
        sales.createTables();
        try (ServerUnderTest.Run server = ServerUnderTest.current()
                .start(
                        Deployments.withoutOnceward("watch", Threads.class, Watch.class, Trace.class),
                        sales.writer("writer"))) {
            assertThat(Sales.sell(server, "writer", 1)).isEqualTo("200 sold");
            WebArchive shop = sales.application("seller").addClass(Trace.class);
            ask(server, "loaders?forget=1");
            int before = threads(server);
            redeploy(server, shop, CYCLES / 2);
            int half = classLoaders(server, CYCLES / 2);
            System.out.println(figures(server, CYCLES / 2));
            redeploy(server, shop, CYCLES / 2);
            Await.until(
                    () -> "class loaders of past deployments: " + classLoaders(server, CYCLES),
                    () -> classLoaders(server, CYCLES) <= half + BOUNDED);
            Await.until(
                    () -> before + " threads of Onceward instead of " + threads(server),
                    () -> threads(server) <= before);
            System.out.println(figures(server, CYCLES));

            server.deploy(shop);
            sales.verify();
        }
    }

    /** Deploys and undeploys the application, each time while it works and the other one sells. */
    private void redeploy(ServerUnderTest.Run server, WebArchive shop, int cycles) {
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
            while (!enough.get()) {
                assertThat(Sales.sell(server, "writer", 1)).isEqualTo("200 sold");
            }
        });
        try {
            for (int i = 0; i < cycles; i++) {
                server.deploy(shop);
                int effects = sales.effects();
                assertThat(Sales.sell(server, "seller", SALES)).isEqualTo("200 sold");
                Await.until("a handler at work", () -> sales.effects() > effects);
                server.undeploy("seller");
                int waiting = sales.waiting();
                Await.until("further events that wait", () -> sales.waiting() > waiting);
            }
        } finally {
            enough.set(true);
        }
        writer.join();
    }

    private static String figures(ServerUnderTest.Run server, int deployments) {
        return deployments + " redeployments leave " + classLoaders(server, deployments) + " class loaders, "
                + ask(server, "threads");
    }

    private static int threads(ServerUnderTest.Run server) {
        return Integer.parseInt(ask(server, "threads").split(" ")[0]);
    }

    private static int classLoaders(ServerUnderTest.Run server, int deployments) {
        String left = ask(server, "loaders");
        assertThat(left).as("a trace of each deployment").startsWith(deployments + " ");
        return Integer.parseInt(left.split(" ")[1]);
    }

    private static String ask(ServerUnderTest.Run server, String what) {
        String answer = Http.get(server.address("watch").resolve(what));
        assertThat(answer).startsWith("200 ");
        return answer.substring(4);
    }
}
