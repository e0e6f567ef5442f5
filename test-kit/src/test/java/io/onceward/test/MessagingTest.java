// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSContext;
import jakarta.jms.MapMessage;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Code that sends and receives by Jakarta Messaging runs on a test outbox. */
class MessagingTest {

    private static final String PLACED = "{\"id\":\"42\",\"total\":10}";

    private final List<String> handled = new ArrayList<>();
    private TestOutbox outbox;
    private JMSContext jms;
    private Queue orders;

    @BeforeEach
    void start() {
        outbox = TestOutbox.builder()
                .configuration(Map.of("mp.messaging.outgoing.stock.key-property", "article"))
                .handle("orders", "billing", OrderPlaced.class, (order, metadata) -> handled.add(order.id()))
                .start();
        jms = outbox.outboxedConnectionFactory().createContext();
        orders = jms.createQueue("orders");
    }

    @AfterEach
    void stop() {
        outbox.close();
    }

    @Test
    void sentMessageIsRecordedWithItsMetadata() throws Exception {
        outbox.inTransaction(() -> jms.createProducer()
                .setProperty("JMSXGroupID", "customer-7")
                .setProperty("tenant", "acme")
                .setJMSType("Placed")
                .send(orders, PLACED));
        assertThat(outbox).recorded("orders").times(1).withKey("customer-7").withHeader("tenant", "acme");
        OrderPlaced order = assertThat(outbox).recorded("orders").payload(OrderPlaced.class);
        assertThat(order.total()).isEqualTo(10);
    }

    @Test
    void configuredPropertyIsTheKey() throws Exception {
        outbox.inTransaction(
                () -> jms.createProducer().setProperty("article", 5).send(jms.createQueue("stock"), "1 piece"));
        assertThat(outbox).recorded("stock").withKey("5");
    }

    @Test
    void messageOfARolledBackTransactionIsNotRecorded() {
        assertThatThrownBy(() -> outbox.inTransaction(() -> {
                    jms.createProducer().send(orders, PLACED);
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(outbox).recordedNothing("orders");
        assertThatThrownBy(() -> assertThat(outbox).recorded("orders").times(1)).hasMessageContaining("rolled back");
    }

    @Test
    void sentMessagesReachTheHandlersOfTheirChannelOnce() throws Exception {
        outbox.inTransaction(() -> jms.createProducer().send(orders, PLACED));
        outbox.deliver();
        outbox.redeliver();
        assertThat(handled).containsExactly("42");
    }

    @Test
    void delayedMessageWaitsForTheClock() throws Exception {
        outbox.clock().advance(Duration.ofDays(1));
        outbox.inTransaction(() -> jms.createProducer().setDeliveryDelay(60_000).send(orders, PLACED));
        outbox.deliver();
        assertThat(handled).isEmpty();
        outbox.clock().advance(Duration.ofMinutes(1));
        outbox.deliver();
        assertThat(handled).containsExactly("42");
    }

    @Test
    void classicApiAndMapsAreRecorded() throws Exception {
        MapMessage map = jms.createMapMessage();
        map.setInt("pieces", 5);
        outbox.inTransaction(() -> {
            try (var connection = outbox.outboxedConnectionFactory().createConnection();
                    var session = connection.createSession();
                    var producer = session.createProducer(session.createTopic("prices"))) {
                producer.send(map);
            }
        });
        assertThat(outbox).recorded("prices").times(1);
    }

    @Test
    void receivedMessageIsDecodedAndHandledOnce() throws Exception {
        TextMessage message = jms.createTextMessage(PLACED);
        message.setJMSMessageID("ID:m1");
        for (int delivery = 0; delivery < 2; delivery++) {
            outbox.once(
                    "billing",
                    message,
                    () -> handled.add(
                            outbox.inbox().payload(message, OrderPlaced.class).id()));
        }
        assertThat(handled).containsExactly("42");
    }
}
