// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.engine.TextMessages.Text;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Handlers run on several threads and nodes, and keys keep their order, on every database. */
abstract class HandlerConcurrencyContract extends StoredInboxFixture {

    @Test
    void slowHandlerHoldsUpNoOther() throws Exception {
        Engine node = node(Map.of(), threads, billing, shipping);
        billing.waits = true;
        node.stored().receive("orders", List.of(new Text("m1", "k", "one"), new Text("m2", "k", "two")));
        until(() -> shipping.handled.size() == 2, node::poll);
        assertThat(billing.handled).isEmpty();
        billing.gate.countDown();
        until(() -> billing.handled.size() == 2, node::poll);
    }

    @Test
    void largeMessagesOfAKeyWhoseFirstOneTakesLongHoldUpNoOtherKey() throws Exception {
        engine.stop(Duration.ZERO);
        Engine node = node(Map.of("mp.messaging.incoming.orders.concurrency", "2"), threads, billing);
        billing.failure = body -> {
            awaitGate(body.startsWith("first"));
            return null;
        };
        List<Text> large = IntStream.range(0, 14)
                .mapToObj(i -> new Text("m" + i, "a", (i == 0 ? "first " : "next ") + "x".repeat(600 << 10)))
                .toList();
        node.stored().receive("orders", large);
        node.stored().receive("orders", List.of(new Text("b", "b", "other")));
        until(() -> billing.handled.contains("other"), node::poll);
        assertThat(billing.handled).hasSize(1);
        billing.gate.countDown();
        until(() -> billing.handled.size() == 15, node::poll);
        assertThat(billing.handled.get(1)).startsWith("first");
    }

    private void awaitGate(boolean waits) {
        try {
            if (waits) {
                billing.gate.await();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void handlerHasAsManyMessagesAtATimeAsConfigured() throws Exception {
        engine.stop(Duration.ZERO);
        Engine node = node(Map.of("mp.messaging.incoming.orders.concurrency", "3"), threads, billing);
        billing.further = () -> {
            Thread.sleep(2);
            return null;
        };
        billing.waits = true;
        node.stored()
                .receive("orders", List.of(new Text("a", "a", "a"), new Text("b", "b", "b"), new Text("c", "c", "c")));
        until(() -> billing.at.get() == 3, node::poll);
        billing.gate.countDown();
        List<Text> many = IntStream.range(0, 600)
                .mapToObj(i -> new Text("m" + i, null, "b" + i))
                .toList();
        node.stored().receive("orders", many);
        until(() -> billing.handled.size() == 603, node::poll);
        assertThat(billing.most.get()).isEqualTo(3);
        assertThat(billing.handled).doesNotHaveDuplicates();
    }

    @Test
    void nodesShareTheMessagesAndKeepTheOrderOfKeys() throws Exception {
        engine.stop(Duration.ZERO);
        Recorder one = new Recorder("billing");
        Recorder two = new Recorder("billing");
        List<Engine> both = List.of(node(Map.of(), threads, one), node(Map.of(), threads, two));
        int messages = 400;
        for (int i = 0; i < messages; i += 20) {
            int from = i;
            both.get(i / 20 % 2)
                    .stored()
                    .receive(
                            "orders",
                            IntStream.range(from, from + 20)
                                    .mapToObj(n -> new Text("m" + n, "k" + n % 5, "b" + n))
                                    .toList());
        }
        until(() -> rows("onceward_inbox_message") == 0, () -> both.forEach(Engine::poll));
        List<String> effects = effects("billing");
        assertThat(effects).hasSize(messages).doesNotHaveDuplicates();
        assertThat(one.handled.size() + two.handled.size()).isEqualTo(messages);
        for (Recorder node : Arrays.asList(one, two)) {
            for (int key = 0; key < 5; key++) {
                int k = key;
                assertThat(node.handled.stream()
                                .map(body -> Integer.parseInt(body.substring(1)))
                                .filter(n -> n % 5 == k))
                        .isSorted();
            }
        }
    }

    @Test
    void applicationLeavesHandlersOfOthersAlone() throws Exception {
        engine.stop(Duration.ZERO);
        Engine first = node(Map.of(), Runnable::run, billing);
        Engine second = node(Map.of(), Runnable::run, shipping);
        billing.fails = "bad";
        first.stored().receive("orders", List.of(new Text("m1", "k", "bad")));
        second.stored().receive("orders", List.of(new Text("m1", "k", "bad")));
        second.poll();
        assertThat(shipping.handled).containsExactly("bad");
        assertThat(rows("onceward_inbox_message")).isEqualTo(1);
    }

    @Test
    void severalNodesThatCreateTheSameLanesAllStart() throws Exception {
        List<Future<Engine>> starts = IntStream.range(0, 4)
                .mapToObj(i -> threads.submit(
                        () -> nodes.open(QUICK, Runnable::run, pool, List.of(new Recorder("new handler")))))
                .toList();
        for (Future<Engine> start : starts) {
            start.get(30, TimeUnit.SECONDS).stop(Duration.ZERO);
        }
        assertThat(number("SELECT COUNT(*) FROM onceward_inbox_lane WHERE handler = 'new handler'"))
                .isEqualTo(64);
    }
}
