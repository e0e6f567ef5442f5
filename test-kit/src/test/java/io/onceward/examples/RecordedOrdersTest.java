// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.test.OncewardTest;
import io.onceward.test.TestOutbox;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

@OncewardTest
class RecordedOrdersTest {

    @Test
    void orderIsRecorded(TestOutbox outbox) throws Exception {
        outbox.inTransaction(
                () -> { // the code under test
                    outbox.record(
                            "orders",
                            new OrderPlaced("42", BigDecimal.TEN),
                            OutboxMetadata.none().withKey("42"));
                });

        OrderPlaced order = assertThat(outbox).recorded("orders").withKey("42").payload(OrderPlaced.class);
        assertThat(order.total()).isEqualTo(BigDecimal.TEN);
    }
}
