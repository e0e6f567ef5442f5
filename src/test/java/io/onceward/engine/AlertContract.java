// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Alert;
import io.onceward.api.Alert.Kind;
import io.onceward.api.EventFilter;
import io.onceward.engine.TextMessages.Text;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What listeners are told of the handlers of a node, on every database. */
abstract class AlertContract extends StoredInboxFixture {

    private final Queue<Alert> told = new ConcurrentLinkedQueue<>();

    private Engine telling(Map<String, String> more) {
        engine.stop(Duration.ZERO);
        engine = node(nodes.telling(told::add), more, threads, billing, shipping);
        return engine;
    }

    private List<Alert> told(Kind kind) {
        return told.stream().filter(alert -> alert.kind() == kind).toList();
    }

    @Test
    void parkedMessageIsToldOnceAfterItIsParked() throws Exception {
        Engine node = telling(Map.of());
        billing.fails = "bad";
        store("poison", null, "bad");
        pollUntil(() -> !told(Kind.PARKED).isEmpty());
        assertThat(parked()).hasSize(1);
        node.poll();
        store("sound", null, "good");
        pollUntil(() -> billing.handled.contains("good") && shipping.handled.contains("good"));
        assertThat(told).hasSize(1);
        Alert alert = told.peek();
        assertThat(alert.side()).isEqualTo("inbox");
        assertThat(alert.subject()).isEqualTo("billing");
        assertThat(alert.count()).isEqualTo(1);
        assertThat(alert.text()).contains("1 parked in handler 'billing'", "billing does not like bad");
        assertThat(alert.node()).isEqualTo(node.clusters().get(0).self());
    }

    @Test
    void malformedRowIsToldWhenItIsParked() throws Exception {
        Engine node = telling(Map.of());
        node.inboxAdmin().pause("billing", "the test");
        store("malformed", null, "never");
        sql("UPDATE onceward_inbox_message SET headers = '[]' WHERE id = 'malformed' AND handler = 'billing'");
        node.inboxAdmin().resume("billing", "the test");
        pollUntil(() -> !told(Kind.PARKED).isEmpty());
        assertThat(told(Kind.PARKED).get(0).text()).contains("OWD-0055");
    }

    @Test
    void openedAndClosedBreakerAreToldOnceEach() throws Exception {
        Engine node = telling(Map.of());
        billing.failure = body -> new ConnectException("no connection to the warehouse");
        node.stored()
                .receive(
                        "orders",
                        IntStream.range(0, 12)
                                .mapToObj(i -> new Text("m" + i, null, "b" + i))
                                .toList());
        pollUntil(() -> !told.isEmpty());
        int tried = billing.tried.size();
        pollUntil(() -> billing.tried.size() >= tried + 3);
        assertThat(told).hasSize(1);
        assertThat(told.peek().kind()).isEqualTo(Kind.BREAKER_OPEN);
        assertThat(told.peek().subject()).isEqualTo("billing");
        assertThat(told.peek().text()).contains("Handler 'billing' is unavailable", "no connection to the warehouse");
        billing.failure = body -> null;
        pollUntil(() -> told.size() > 1);
        pollUntil(() -> billing.handled.size() == 12);
        assertThat(told).hasSize(2).extracting(Alert::isOver).containsExactly(false, true);
        assertThat(parked()).isEmpty();
    }

    @Test
    void backlogIsToldAndWhenItIsOver() throws Exception {
        telling(Map.of("onceward.alerts.max-due", "2", "onceward.admin.refresh", "PT0.05S"));
        billing.waits = true;
        for (int i = 0; i < 5; i++) {
            store("m" + i, "one key", "good");
        }
        pollUntil(() ->
                told(Kind.BACKLOG).stream().anyMatch(alert -> alert.subject().equals("billing")));
        billing.gate.countDown();
        pollUntil(() ->
                told(Kind.BACKLOG).stream().anyMatch(alert -> alert.subject().equals("billing") && alert.isOver()));
    }

    @Test
    void listenerThatBlocksDelaysNoMessage() throws Exception {
        Semaphore gate = new Semaphore(0);
        engine.stop(Duration.ZERO);
        engine = node(
                nodes.telling(alert -> {
                    told.add(alert);
                    gate.acquireUninterruptibly();
                }),
                Map.of(),
                threads,
                billing,
                shipping);
        try {
            billing.fails = "bad";
            store("poison", null, "bad");
            pollUntil(() -> !told.isEmpty());
            for (int i = 0; i < 20; i++) {
                store("m" + i, null, "good " + i);
            }
            pollUntil(() -> billing.handled.size() == 20 && shipping.handled.size() == 21);
            store("poison, too", null, "bad again");
            pollUntil(() -> engine.inboxAdmin()
                            .find(EventFilter.all().parked(), null, 10)
                            .events()
                            .size()
                    == 2);
            assertThat(told).hasSize(1);
        } finally {
            gate.release(1000);
        }
    }
}
