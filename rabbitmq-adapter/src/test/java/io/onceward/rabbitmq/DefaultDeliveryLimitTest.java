// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.LogLines;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class DefaultDeliveryLimitTest {

    private static final Map<String, Object> QUORUM = Map.of("x-queue-type", "quorum");

    @Test
    void versionsFrom4OnHaveALimit() {
        assertThat(DefaultDeliveryLimit.isLimited("4.0.5")).isTrue();
        assertThat(DefaultDeliveryLimit.isLimited("10.1")).isTrue();
        assertThat(DefaultDeliveryLimit.isLimited("3.13.7")).isFalse();
        assertThat(DefaultDeliveryLimit.isLimited("null")).isFalse();
    }

    @Test
    void bareQuorumQueueIsFoundAndNoneIsCreated() throws Exception {
        TestRabbit rabbit = TestRabbit.shared();
        String bare = rabbit.queue();
        String inOrder = rabbit.queue(
                "q-" + UUID.randomUUID(), Map.of("x-queue-type", "quorum", "x-single-active-consumer", true));
        String withLetters = rabbit.queue(
                "q-" + UUID.randomUUID(), Map.of("x-queue-type", "quorum", "x-dead-letter-exchange", "amq.fanout"));
        String classic = rabbit.queue("q-" + UUID.randomUUID(), Map.of());
        String missing = "q-" + UUID.randomUUID();
        BrokerConnection connection =
                RabbitChannels.connector(rabbit.broker().address(), Map.of()).open();
        try {
            assertThat(DefaultDeliveryLimit.isBareQuorumQueue(connection, bare)).isTrue();
            assertThat(DefaultDeliveryLimit.isBareQuorumQueue(connection, inOrder))
                    .isTrue();
            assertThat(DefaultDeliveryLimit.isBareQuorumQueue(connection, withLetters))
                    .isFalse();
            assertThat(DefaultDeliveryLimit.isBareQuorumQueue(connection, classic))
                    .isFalse();
            for (int i = 0; i < 2; i++) {
                assertThat(DefaultDeliveryLimit.isBareQuorumQueue(connection, missing))
                        .isFalse();
            }
            assertThat(connection.isOpen()).isTrue();
        } finally {
            connection.close();
        }
    }

    /** Of RabbitMQ 3 there is nothing to warn of. */
    @Test
    void receiverWarnsOnceOfAQueueFromWhichTheBrokerDrops() throws Exception {
        TestRabbit rabbit = TestRabbit.shared();
        String queue = rabbit.queue("q-" + UUID.randomUUID(), QUORUM);
        boolean limited = rabbit.on(channel -> DefaultDeliveryLimit.isLimited(
                String.valueOf(channel.getConnection().getServerProperties().get("version"))));
        try (LogLines log = new LogLines();
                RabbitSource source = new RabbitSource(
                        RabbitChannels.connector(rabbit.broker().address(), Map.of()))) {
            for (int i = 0; i < 2; i++) {
                source.receive("rabbitmq:queue:" + queue, 10, Duration.ofMillis(10), messages -> {});
            }
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1141") && line.contains(queue))
                    .hasSize(limited ? 1 : 0);
        }
    }
}
