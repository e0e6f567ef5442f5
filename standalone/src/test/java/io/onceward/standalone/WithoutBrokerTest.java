// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.Await;
import io.onceward.fixture.MemoryDatabase;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Local channels in a plain JVM that has no broker. */
class WithoutBrokerTest {

    private final MemoryDatabase database = new MemoryDatabase();
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private Onceward onceward;

    @AfterEach
    void close() {
        if (onceward != null) {
            onceward.close();
        }
        database.close();
    }

    private void start(Map<String, String> configuration) {
        onceward = Builders.on(database)
                .configuration(Map.of("onceward.schema", "create"))
                .configuration(configuration)
                .handle("orders", "billing", String.class, (order, metadata) -> handled.add(order))
                .start();
    }

    @Test
    void eventReachesTheHandler() throws Exception {
        start(Map.of());
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "42"));
        Await.until("it is handled", () -> handled.contains("42"));
    }

    @Test
    void localDestinationMayBeNamed() throws Exception {
        start(Map.of("mp.messaging.outgoing.orders.destinations", "local:"));
        MemoryDatabase.inTransaction(() -> onceward.outbox().record("orders", "42"));
        Await.until("it is handled", () -> handled.contains("42"));
    }

    @Test
    void otherChannelsNeedABroker() {
        start(Map.of());
        assertThatThrownBy(() ->
                        MemoryDatabase.inTransaction(() -> onceward.outbox().record("letters", "42")))
                .hasMessageStartingWith("OWD-0174");
        assertThat(handled).isEmpty();
    }

    @Test
    void localDestinationWithoutAHandlerIsRefused() {
        assertThatThrownBy(() -> start(Map.of("mp.messaging.outgoing.letters.destination", "local:")))
                .hasMessageStartingWith("OWD-0306");
    }
}
