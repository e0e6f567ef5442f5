// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;

/** A handler with a list gets several messages in one transaction, as on a server. */
@OncewardTest(BatchHandlersTest.Invoicing.class)
class BatchHandlersTest {

    @ApplicationScoped
    static class Invoicing {

        private final List<List<String>> calls = new ArrayList<>();

        @Incoming("orders")
        public void bill(List<OrderPlaced> orders) {
            calls.add(orders.stream().map(OrderPlaced::id).toList());
            if (orders.stream().anyMatch(order -> order.id().equals("bad"))) {
                throw new IllegalStateException("on purpose");
            }
        }

        List<List<String>> takeCalls() {
            List<List<String>> taken = List.copyOf(calls);
            calls.clear();
            return taken;
        }
    }

    @Inject
    private Invoicing invoicing;

    private void deliver(TestOutbox outbox, String... ids) {
        invoicing.takeCalls();
        for (String id : ids) {
            outbox.send("orders", new OrderPlaced(id, 7), OutboxMetadata.none().withKey("k"));
        }
        outbox.deliver();
    }

    @Test
    void messagesAreHandledTogether(TestOutbox outbox) {
        deliver(outbox, "1", "2", "3");
        assertThat(invoicing.takeCalls()).containsExactly(List.of("1", "2", "3"));
        assertThat(outbox).handler(Invoicing.class, "bill").handled(3).failed(0).pending(0);
        outbox.redeliver();
        assertThat(invoicing.takeCalls()).isEmpty();
        assertThat(outbox).handler(Invoicing.class, "bill").handled(3).skipped(3);
    }

    @Test
    void onlyTheMessageThatFailsHasAFailedAttempt(TestOutbox outbox) {
        deliver(outbox, "1", "2", "3", "bad");
        assertThat(invoicing.takeCalls())
                .containsExactly(
                        List.of("1", "2", "3", "bad"),
                        List.of("1", "2"),
                        List.of("3", "bad"),
                        List.of("3"),
                        List.of("bad"));
        assertThat(outbox).handler(Invoicing.class, "bill").handled(3).failed(1).pending(1);
    }

    @Test
    void plannedFailureIsThatOfTheFirstMessage(TestOutbox outbox) {
        outbox.failNext(Invoicing.class, "bill", new IOException("no network"));
        deliver(outbox, "1", "2", "3");
        assertThat(invoicing.takeCalls()).isEmpty(); // later messages of the key wait
        assertThat(outbox).handler(Invoicing.class, "bill").handled(0).failed(1).pending(3);
        outbox.clock().advance(Duration.ofMinutes(1));
        outbox.deliver();
        assertThat(outbox).handler(Invoicing.class, "bill").handled(3).failed(1).pending(0);
    }
}
