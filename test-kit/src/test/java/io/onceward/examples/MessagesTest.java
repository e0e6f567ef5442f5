// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.test.OncewardTest;
import io.onceward.test.TestOutbox;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.Test;

@OncewardTest
class MessagesTest {

    @Test
    void orderIsSentAndRead(TestOutbox outbox) throws Exception {
        JMSContext jms = outbox.outboxedConnectionFactory().createContext(); // on a server: @Inject @Outboxed
        Queue orders = jms.createQueue("orders");
        String json = "{\"id\":\"42\",\"total\":10}";

        outbox.inTransaction(() ->
                jms.createProducer().setProperty("JMSXGroupID", "customer-7").send(orders, json));
        assertThat(outbox).recorded("orders").withKey("customer-7");

        TextMessage message = jms.createTextMessage(json); // for the method onMessage
        OrderPlaced order = outbox.inbox().payload(message, OrderPlaced.class);
        assertThat(order.id()).isEqualTo("42");
    }
}
