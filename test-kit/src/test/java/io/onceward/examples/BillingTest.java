// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static io.onceward.test.OncewardAssertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.test.TestOutbox;
import io.onceward.test.TestOutboxExtension;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BillingTest {

    @RegisterExtension
    static final TestOutboxExtension ONCEWARD = TestOutboxExtension.of(() -> TestOutbox.builder()
            .handle("orders", "billing", OrderPlaced.class, (order, metadata) -> bill(order))
            .start());

    static void bill(OrderPlaced order) { // the code under test
        ONCEWARD.outbox().record("invoices", "Order " + order.id() + ": " + order.total());
    }

    @Test
    void orderIsBilledOnce(TestOutbox outbox) throws Exception {
        outbox.inTransaction(() -> outbox.record("orders", new OrderPlaced("42", BigDecimal.TEN)));
        outbox.deliver();
        outbox.redeliver();
        assertThat(outbox).handler("billing").handled(1).skipped(1);
        assertThat(outbox).recorded("invoices").times(1).published();
    }

    @Test
    void failedBillingIsRetried(TestOutbox outbox) {
        outbox.send("orders", new OrderPlaced("42", BigDecimal.TEN), OutboxMetadata.none());
        outbox.failNext("billing", new IOException("no network"));
        outbox.deliver();
        assertThat(outbox).handler("billing").failed(1).pending(1);

        outbox.clock().advance(Duration.ofMinutes(1));
        outbox.deliver();
        assertThat(outbox).handler("billing").handled(1);
    }
}
