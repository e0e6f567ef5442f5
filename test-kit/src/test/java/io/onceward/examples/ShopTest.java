// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.test.OncewardTest;
import io.onceward.test.TestOutbox;
import jakarta.inject.Inject;
import jakarta.jms.Message;
import jakarta.persistence.EntityManager;
import java.io.IOException;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

@OncewardTest(
        value = {Shop.Orders.class, Shop.Billing.class},
        persistenceUnit = "shop")
class ShopTest {

    @Inject
    Shop.Orders orders;

    @Inject
    Shop.Billing billing;

    @Inject
    EntityManager em;

    @Test
    void orderAndEventCommitTogether(TestOutbox outbox) {
        orders.place(new NewOrder("42", BigDecimal.TEN));
        OrderPlaced event = assertThat(outbox).recorded("orders").payload(OrderPlaced.class);
        assertThat(event.id()).isEqualTo("42");
        assertThat(em.find(Order.class, "42")).isNotNull();
    }

    @Test
    void neitherRemainsAfterARollback(TestOutbox outbox) {
        assertThatThrownBy(() -> outbox.inTransaction(() -> {
                    orders.place(new NewOrder("42", BigDecimal.TEN));
                    throw new IOException("no network");
                }))
                .isInstanceOf(IOException.class);
        assertThat(outbox).recordedNothing();
        assertThat(em.find(Order.class, "42")).isNull();
    }

    @Test
    void duplicateIsNotBilledTwice(TestOutbox outbox) {
        Message message = outbox.message(
                "orders",
                new OrderPlaced("42", BigDecimal.TEN),
                OutboxMetadata.none().withId("event-1").withHeader("tenant", "acme"));
        billing.onMessage(message);
        billing.onMessage(message);
        assertThat(outbox).handler(Shop.Billing.class, "onMessage").handled(1).skipped(1);
    }
}
