// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.LogLines;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("only-in-full")
class DeliveryLimitTest {

    private TestRabbit rabbit;
    private BrokerConnection connection;

    @BeforeEach
    void connect() throws Exception {
        rabbit = TestRabbit.shared();
        connection =
                RabbitChannels.connector(rabbit.broker().address(), Map.of()).open();
    }

    @AfterEach
    void disconnect() {
        if (connection != null) {
            connection.close();
        }
    }

    private String quorumQueue(Map<String, Object> more) {
        Map<String, Object> arguments = new HashMap<>(more);
        arguments.put("x-queue-type", "quorum");
        return rabbit.queue("q-" + UUID.randomUUID(), arguments);
    }

    @Test
    void versionsFrom4OnHaveALimit() {
        assertThat(DeliveryLimit.hasDefault("4.0.5")).isTrue();
        assertThat(DeliveryLimit.hasDefault("10.1")).isTrue();
        assertThat(DeliveryLimit.hasDefault("3.13.7")).isFalse();
        assertThat(DeliveryLimit.hasDefault("null")).isFalse();
    }

    @Test
    void limitOfAQuorumQueueIsThatOfTheBroker() {
        for (Map<String, Object> arguments :
                List.<Map<String, Object>>of(Map.of(), Map.of("x-single-active-consumer", true))) {
            String queue = quorumQueue(arguments);
            assertThat(DeliveryLimit.returns(connection, queue, true)).hasValue(20);
            assertThat(DeliveryLimit.returns(connection, queue, false)).isEmpty();
        }
    }

    @Test
    void limitOfAQuorumQueueIsItsOwn() {
        String queue = quorumQueue(Map.of("x-delivery-limit", 5L));
        assertThat(DeliveryLimit.returns(connection, queue, true)).hasValue(5);
        assertThat(DeliveryLimit.returns(connection, queue, false)).hasValue(5);
        String inOrder = quorumQueue(Map.of("x-delivery-limit", 0, "x-single-active-consumer", true));
        assertThat(DeliveryLimit.returns(connection, inOrder, true)).hasValue(0);
    }

    /** RabbitMQ 3 drops a message of such a queue at its first return. */
    @Test
    void negativeLimitIsNoneFromVersion4On() {
        String queue = quorumQueue(Map.of("x-delivery-limit", -1));
        assertThat(DeliveryLimit.returns(connection, queue, true)).isEmpty();
        assertThat(DeliveryLimit.returns(connection, queue, false)).hasValue(0);
    }

    @Test
    void queuesThatKeepTheirMessagesHaveNoLimitAndNoneIsCreated() {
        List<String> queues = List.of(
                quorumQueue(Map.of("x-dead-letter-exchange", "amq.fanout")),
                quorumQueue(Map.of("x-dead-letter-exchange", "amq.fanout", "x-delivery-limit", 5)),
                rabbit.queue("q-" + UUID.randomUUID(), Map.of()));
        String missing = "q-" + UUID.randomUUID();
        assertThat(queues).allSatisfy(queue -> assertThat(DeliveryLimit.returns(connection, queue, true))
                .isEmpty());
        for (int i = 0; i < 2; i++) {
            assertThat(DeliveryLimit.returns(connection, missing, true)).isEmpty();
        }
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void receiverWarnsOnceOfAQueueFromWhichTheBrokerDrops() throws Exception {
        String queue = quorumQueue(Map.of("x-delivery-limit", 7));
        try (LogLines log = new LogLines();
                RabbitSource source = new RabbitSource(
                        RabbitChannels.connector(rabbit.broker().address(), Map.of()))) {
            for (int i = 0; i < 2; i++) {
                source.receive("rabbitmq:queue:" + queue, 10, Duration.ofMillis(10), messages -> {});
            }
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1141") && line.contains(queue))
                    .singleElement()
                    .asString()
                    .contains("after 7 returns");
        }
    }
}
