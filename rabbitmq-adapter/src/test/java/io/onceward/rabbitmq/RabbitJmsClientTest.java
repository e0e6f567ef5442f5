// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.jms.admin.RMQConnectionFactory;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** RabbitMQ's client for Jakarta Messaging, which loses messages. Onceward has an adapter for RabbitMQ instead. */
class RabbitJmsClientTest {

    @Test
    void isRefusedForPublishing() throws Exception {
        assertRefused("outgoing", builder -> builder);
    }

    @Test
    void isRefusedForReceiving() throws Exception {
        assertRefused(
                "incoming", builder -> builder.handle("orders", "billing", String.class, (order, received) -> {}));
    }

    private static void assertRefused(String direction, UnaryOperator<OncewardBuilder> handler) throws Exception {
        RMQConnectionFactory factory = new RMQConnectionFactory();
        factory.setPort(TestRabbit.shared().broker().port());
        try (MemoryDatabase database = new MemoryDatabase()) {
            OncewardBuilder builder = handler.apply(Onceward.builder())
                    .transactionManager(database.transactionManager())
                    .synchronizationRegistry(database.synchronizationRegistry())
                    .dataSource(database.pool())
                    .connectionFactory(factory)
                    .configuration(Map.of(
                            "onceward.schema",
                            "create",
                            "onceward.broker",
                            "jms",
                            "mp.messaging." + direction + ".orders.destination",
                            "queue:orders"));
            assertThatThrownBy(() -> builder.start().close())
                    .hasMessageStartingWith("OWD-0210")
                    .hasMessageContaining("RabbitMQ's client for Jakarta Messaging")
                    .hasMessageContaining("docs/rabbitmq.md");
        }
    }
}
