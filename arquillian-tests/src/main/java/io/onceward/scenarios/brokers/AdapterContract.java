// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.BrokerServer;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.redeploy.Trace;
import io.onceward.scenarios.redeploy.Watch;
import io.onceward.scenarios.support.Await;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An application with the one JAR, the JAR of an adapter, and the client library of the broker. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AdapterContract {

    private static final int CYCLES = Integer.getInteger("scenarios.redeployments", 20);

    /** Class loaders that a server keeps for its own reasons, as in the scenario of redeployments. */
    private static final int BOUNDED = 3;

    /** Longer than the longest time that a circuit breaker stays open. */
    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static final String WATCH = "watch";

    private final String application;
    private final String prefix;
    private BrokerServer broker;
    private ServerUnderTest.Run server;
    private Set<String> threadsBefore;

    /** @param name of the broker, for the names of the application and of its tables */
    AdapterContract(String name) {
        application = name + "-shop";
        prefix = name + "_shop_";
    }

    /** Starts the broker, and creates its destination for the orders. */
    abstract BrokerServer startBroker(Path folder) throws Exception;

    /** Returns the lines of the application's configuration that the broker needs. */
    abstract List<String> configuration(BrokerServer running);

    /** Adds the JAR of the adapter and all libraries that it brings. */
    abstract WebArchive withAdapter(WebArchive shop);

    /** Returns a part of the name of each thread that the client and the adapter start, in lower case. */
    abstract List<String> threads();

    /** Returns the texts of the events that have arrived, in their order. */
    abstract List<String> arrived();

    @BeforeAll
    void start() throws Exception {
        Fixtures.current(); // clears the directory of this run
        broker = startBroker(Files.createDirectories(Fixtures.directory().resolve(application)));
        server = ServerUnderTest.current()
                .start(Deployments.withoutOnceward(WATCH, Watch.class, Trace.class, ClientThreads.class));
        threadsBefore = allThreads();
        server.deploy(shop());
    }

    private WebArchive shop() {
        WebArchive shop = withAdapter(
                Deployments.application(application, AdapterShop.class, AdapterShop.Orders.class, Handled.class));
        List<String> lines = new ArrayList<>(List.of(
                "onceward.schema=create", "onceward.datasource=jdbc/postgresql", "onceward.table-prefix=" + prefix));
        lines.addAll(configuration(broker));
        return Deployments.configured(shop, lines.toArray(new String[0]));
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
        if (broker != null) {
            broker.close();
        }
    }

    BrokerServer broker() {
        return broker;
    }

    @Test
    void committedEventsArriveAndOthersDoNot() {
        ask("do=roll-back&text=never");
        ask("do=place&text=order-1");
        awaitArrived("order-1");
        awaitEmpty("outbox");
        assertThat(arrived()).containsOnlyOnce("order-1").doesNotContain("never");
    }

    @Test
    void eventsThatAreRecordedWhileTheBrokerIsDownArriveInOrderWhenItReturns() throws Exception {
        ask("do=record&text=before");
        awaitArrived("before");
        awaitEmpty("outbox");
        List<String> orders =
                IntStream.range(0, 10).mapToObj(number -> "during-" + number).toList();
        broker.kill();
        orders.forEach(order -> ask("do=record&text=" + order));
        assertThat(count("outbox")).isEqualTo(orders.size());
        broker.start();
        awaitArrived(orders.get(orders.size() - 1));
        awaitEmpty("outbox");
        assertThat(arrived().stream().filter(text -> text.startsWith("during-")))
                .containsExactlyElementsOf(orders);
    }

    @Test
    void redeploymentsLeaveNoThreadAndNoClassLoader() {
        watch("loaders?forget=1");
        for (int i = 0; i < CYCLES; i++) {
            String order = "cycle-" + i;
            server.deploy(shop().addClass(Trace.class));
            ask("do=place&text=" + order);
            awaitArrived(order);
            assertThat(newThreads()).isNotEmpty();
            server.undeploy(application);
            await(() -> "the end of the threads " + newThreads(), () -> {
                if (newThreads().isEmpty()) {
                    return true;
                }
                watch("loaders"); // with a garbage collection, which some clients need
                return false;
            });
        }
        await(() -> "the class loaders " + watch("loaders"), () -> leftLoaders() <= BOUNDED);
        server.deploy(shop());
    }

    private int leftLoaders() {
        String left = watch("loaders");
        assertThat(left).as("a trace of each deployment").startsWith(CYCLES + " ");
        return Integer.parseInt(left.substring(left.indexOf(' ') + 1));
    }

    private Set<String> newThreads() {
        return allThreads().stream()
                .filter(thread -> !threadsBefore.contains(thread))
                .collect(Collectors.toSet());
    }

    private Set<String> allThreads() {
        String query = Stream.concat(threads().stream(), Stream.of("onceward-"))
                .map(part -> "of=" + part)
                .collect(Collectors.joining("&"));
        return watch("threads?" + query.replace(" ", "%20"))
                .lines()
                .filter(line -> !line.isBlank())
                .collect(Collectors.toSet());
    }

    /** Has the application do something, and returns its answer. */
    List<String> ask(String query) {
        return get("shop?" + query);
    }

    /** Returns the lines of the answer of a servlet of the application. */
    List<String> get(String path) {
        String answer = Http.whenStarted(() -> Http.get(URI.create(server.address(application) + path)));
        assertThat(answer).startsWith("200 ");
        return answer.substring("200 ".length()).lines().toList();
    }

    private String watch(String what) {
        String answer = Http.get(URI.create(server.address(WATCH) + what));
        assertThat(answer).startsWith("200 ");
        return answer.substring("200 ".length());
    }

    void awaitArrived(String text) {
        await(() -> text + " in " + arrived() + ", outbox: " + count("outbox"), () -> arrived()
                .contains(text));
    }

    /** Waits until a table of Onceward is empty. */
    void awaitEmpty(String table) {
        await(() -> "an empty " + table, () -> count(table) == 0);
    }

    private int count(String table) {
        return Rows.count(prefix + table);
    }

    private static void await(Supplier<String> what, BooleanSupplier condition) {
        Await.until(PATIENCE, what, condition);
    }
}
