// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static io.onceward.test.OncewardAssertions.assertThat;

import io.onceward.test.TestOutbox;
import io.onceward.test.TestOutboxExtension;
import jakarta.inject.Inject;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ShippingTest {

    @RegisterExtension
    static final TestOutboxExtension ONCEWARD = TestOutboxExtension.of(() -> TestOutbox.builder()
            .beans(Orders.class)
            .entities(Order.class, Invoice.class)
            .configuration(Map.of("mp.messaging.incoming." + Orders.class.getName() + "#bill.max-attempts", "1"))
            .start());

    @Inject
    Orders orders;

    @Test
    void lastFailureParksTheEvent(TestOutbox outbox) {
        outbox.failNext(Orders.class, "bill", new IOException("no network"));
        orders.place(new NewOrder("42", BigDecimal.TEN));
        outbox.deliver();
        assertThat(outbox).handler(Orders.class, "bill").parked(1);
    }
}
