// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.test.OncewardTest;
import io.onceward.test.Scenario;
import io.onceward.test.TestOutbox;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.persistence.PersistenceContext;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

@OncewardTest(
        value = Orders.class,
        entities = {Order.class, Invoice.class})
class OrdersTest {

    @Inject
    Orders orders;

    @PersistenceContext
    EntityManager em;

    @Test
    void placedOrderIsBilled(Scenario scenario) {
        scenario.stimulate(() -> orders.place(new NewOrder("42", BigDecimal.TEN)))
                .andWaitForHandler(Orders.class, "bill")
                .handled(1);
        assertThat(em.find(Invoice.class, "42").total()).isEqualByComparingTo("10");
    }

    @Test
    void failedBillIsRetried(TestOutbox outbox) {
        outbox.failNext(Orders.class, "bill", new IOException("no network"));
        orders.place(new NewOrder("42", BigDecimal.TEN));
        outbox.deliver();
        assertThat(outbox).handler(Orders.class, "bill").failed(1).pending(1);
        assertThat(em.find(Invoice.class, "42")).isNull();

        outbox.clock().advance(Duration.ofMinutes(1));
        outbox.deliver();
        assertThat(outbox).handler(Orders.class, "bill").handled(1);
        assertThat(em.find(Invoice.class, "42")).isNotNull();
    }
}
