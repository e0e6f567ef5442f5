// SPDX-License-Identifier: Apache-2.0
package io.oncebox.rabbitmq;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.fixture.MemoryDatabase;
import io.oncebox.standalone.Oncebox;
import io.oncebox.standalone.OnceboxBuilder;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The start of an application in a plain JVM. {@link RabbitContractTest} has its work. */
class RabbitStartTest {

    @Test
    void wrongSettingsAreRefused() {
        try (MemoryDatabase database = new MemoryDatabase()) {
            assertThatThrownBy(() -> builder(database, Map.of("oncebox.rabbitmq.address", "x"))
                            .start())
                    .hasMessageStartingWith("OBX-0006")
                    .hasMessageContaining("Did you mean oncebox.rabbitmq.addresses?");
            assertThatThrownBy(() -> builder(database, Map.of("mp.messaging.outgoing.orders.destination", "rabbitmq:x"))
                            .start())
                    .hasMessageStartingWith("OBX-0254")
                    .hasMessageContaining("mp.messaging.outgoing.orders.destination=x");
            assertThatThrownBy(() -> builder(database, Map.of("oncebox.rabbitmq.addresses", ""))
                            .start())
                    .hasMessageStartingWith("OBX-0253");
        }
    }

    private static OnceboxBuilder builder(MemoryDatabase database, Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "oncebox.schema", "create", "mp.messaging.outgoing.orders.destination", "rabbitmq:queue:orders"));
        configuration.putAll(more);
        return Oncebox.builder()
                .transactionManager(database.transactionManager())
                .synchronizationRegistry(database.synchronizationRegistry())
                .dataSource(database.pool())
                .configuration(configuration);
    }
}
