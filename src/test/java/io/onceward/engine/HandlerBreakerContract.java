// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.queue.outage.Outages;
import java.net.ConnectException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The circuit breaker of a handler, on every database. */
abstract class HandlerBreakerContract extends StoredInboxFixture {

    private static final ConnectException NOT_THERE = new ConnectException("no connection to the warehouse");

    /** The most failures until the breaker is open, with four messages at a time. */
    private static final int BEFORE_PROBES = 8;

    /** More different messages than open the breaker. */
    private static final int MANY = 12;

    private Engine nodeTryingAfter(Duration first, Duration cap, int concurrency, String retryDelay) {
        engine.stop(Duration.ZERO);
        return node(
                nodes.tryingAfter(first, cap),
                Map.of(
                        "mp.messaging.incoming.orders.concurrency", String.valueOf(concurrency),
                        "mp.messaging.incoming.orders.retry-delay", retryDelay,
                        "mp.messaging.incoming.orders.retry-max-delay", retryDelay),
                threads,
                billing,
                shipping);
    }

    /** The pauses are a hundredth of the product's. With these, ten failed probes take two minutes. */
    @Test
    void outageParksNothingAndThenEachMessageIsHandledOnceInTheOrderOfItsKey() throws Exception {
        Engine node = nodeTryingAfter(Duration.ofMillis(5), Duration.ofMillis(300), 4, "PT0.5S");
        billing.failure = body -> NOT_THERE;
        node.stored()
                .receive(
                        "orders",
                        IntStream.range(0, 40)
                                .mapToObj(i -> new Text("m" + i, "k" + i % 8, "b" + i))
                                .toList());
        until(() -> billing.tried.size() >= BEFORE_PROBES + 10, node::poll);
        assertThat(Outages.names(node.outages().handlers())).containsExactly("billing");
        assertThat(find(node, EventFilter.all().parked())).isEmpty();
        assertThat(find(node, EventFilter.all().withQueue("billing")))
                .hasSize(40)
                .extracting(EventSummary::attempts)
                .allMatch(attempts -> attempts <= 1);
        billing.failure = body -> null;
        until(() -> rows("onceward_inbox_message") == 0, node::poll);
        assertThat(node.outages().handlers()).isEmpty();
        assertThat(effects("billing")).hasSize(40).doesNotHaveDuplicates();
        for (int key = 0; key < 8; key++) {
            int k = key;
            assertThat(billing.handled.stream()
                            .map(body -> Integer.parseInt(body.substring(1)))
                            .filter(n -> n % 8 == k))
                    .isSorted();
        }
    }

    @Test
    void halfOpenBreakerTriesExactlyOneMessage() throws Exception {
        Engine node = nodeTryingAfter(Duration.ofMillis(500), Duration.ofMinutes(5), 4, "PT0.5S");
        billing.failure = body -> NOT_THERE;
        storeMany(node, "b");
        until(() -> !node.outages().handlers().isEmpty(), node::poll);
        Await.until(() -> ((ThreadPoolExecutor) threads).getActiveCount() == 0);
        billing.failure = body -> null;
        billing.waits = true;
        int before = billing.tried.size();
        until(() -> billing.tried.size() > before, node::poll);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
        while (System.nanoTime() - end < 0) {
            node.poll();
            assertThat(billing.at).hasValue(1);
            assertThat(billing.tried).hasSize(before + 1);
            Thread.sleep(5);
        }
        billing.gate.countDown();
        until(() -> rows("onceward_inbox_message") == 0, node::poll);
        assertThat(effects("billing")).hasSize(MANY).doesNotHaveDuplicates();
    }

    @Test
    void poisonMessageIsParkedAndOpensNoBreaker() throws Exception {
        billing.fails = "bad";
        store("poison", null, "bad");
        pollUntil(() -> {
            assertThat(engine.outages().handlers()).isEmpty();
            return parked().size() == 1;
        });
        store("poison among others", null, "bad, too");
        AtomicInteger others = new AtomicInteger();
        pollUntil(() -> {
            store("m" + others.incrementAndGet(), null, "good");
            assertThat(engine.outages().handlers()).isEmpty();
            return parked().size() == 2;
        });
        assertThat(parked()).extracting(EventSummary::attempts).containsOnly(3);
    }

    @Test
    void poisonMessageDoesNotKeepTheBreakerOpenAfterAnOutage() throws Exception {
        Engine node = nodeTryingAfter(Duration.ofMillis(5), Duration.ofMillis(100), 1, "PT0.001S");
        billing.failure = body -> NOT_THERE;
        storeMany(node, "b");
        until(() -> new HashSet<>(List.copyOf(billing.tried)).size() == MANY, node::poll);
        billing.failure = body -> body.equals("b0") ? NOT_THERE : null;
        until(() -> billing.handled.size() == MANY - 1, node::poll);
    }

    @Test
    void failedProbesDoNotKeepANewMessageFromItsTurn() throws Exception {
        Engine node = nodeTryingAfter(Duration.ofMillis(5), Duration.ofMillis(100), 1, "PT0.001S");
        billing.fails = "bad";
        storeMany(node, "bad ");
        until(() -> billing.tried.size() > 2 * MANY, node::poll);
        node.stored().receive("orders", List.of(new Text("new", null, "good")));
        until(() -> billing.handled.contains("good"), node::poll);
    }

    @Test
    void otherHandlersGoOnAtOnce() {
        billing.failure = body -> NOT_THERE;
        storeMany(engine, "b");
        assertThat(Outages.names(engine.outages().handlers())).containsExactly("billing");
        assertThat(shipping.handled).hasSize(MANY);
        store("m", null, "another");
        assertThat(shipping.handled).contains("another");
        assertThat(billing.tried).doesNotContain("another");
    }

    private static void storeMany(Engine node, String body) {
        node.stored()
                .receive(
                        "orders",
                        IntStream.range(0, MANY)
                                .mapToObj(i -> new Text("m" + i, null, body + i))
                                .toList());
    }

    private static List<EventSummary> find(Engine node, EventFilter filter) {
        return node.inboxAdmin().find(filter, null, 100).events();
    }
}
