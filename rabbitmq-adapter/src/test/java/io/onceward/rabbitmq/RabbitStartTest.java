// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.MemoryDatabase;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The start of an application in a plain JVM. {@link RabbitContractTest} has its work. */
class RabbitStartTest {

    @Test
    void wrongSettingsAreRefused() {
        try (MemoryDatabase database = new MemoryDatabase()) {
            assertThatThrownBy(() -> builder(database, Map.of("onceward.rabbitmq.address", "x"))
                            .start())
                    .hasMessageStartingWith("OWD-0006")
                    .hasMessageContaining("Did you mean onceward.rabbitmq.addresses?");
            assertThatThrownBy(() -> builder(database, Map.of("mp.messaging.outgoing.orders.destination", "rabbitmq:x"))
                            .start())
                    .hasMessageStartingWith("OWD-0254")
                    .hasMessageContaining("mp.messaging.outgoing.orders.destination=x");
            assertThatThrownBy(() -> builder(database, Map.of("onceward.rabbitmq.addresses", ""))
                            .start())
                    .hasMessageStartingWith("OWD-0253");
        }
    }

    @Test
    void channelsOfOneQueueAreRefused() {
        try (MemoryDatabase database = new MemoryDatabase()) {
            OncewardBuilder both = builder(
                            database,
                            Map.of(
                                    "onceward.rabbitmq.addresses", "127.0.0.1:1",
                                    "mp.messaging.incoming.arrivals.destination", "rabbitmq:queue:arrivals",
                                    "mp.messaging.incoming.arrivals.batch-size", "7",
                                    "mp.messaging.incoming.returns.destination", "rabbitmq:queue:arrivals"))
                    .handle("arrivals", "billing", String.class, (payload, received) -> {})
                    .handle("returns", "shipping", String.class, (payload, received) -> {});
            assertThatThrownBy(both::start)
                    .hasMessageStartingWith("OWD-0103")
                    .hasMessageContaining("'arrivals' and 'returns'");
        }
    }

    private static OncewardBuilder builder(MemoryDatabase database, Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema", "create", "mp.messaging.outgoing.orders.destination", "rabbitmq:queue:orders"));
        configuration.putAll(more);
        return Onceward.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(configuration);
    }
}
