// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static io.onceward.test.OncewardAssertions.assertThat;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.test.TestOutbox;
import io.onceward.test.TestOutboxExtension;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrdersBeanTest {

    @RegisterExtension
    static final TestOutboxExtension ONCEWARD = TestOutboxExtension.of(TestOutbox::start);

    @ApplicationScoped
    static class Orders { // the bean under test
        @Inject
        Outbox outbox;

        void place(String id) {
            outbox.record(
                    "orders",
                    new OrderPlaced(id, BigDecimal.TEN),
                    OutboxMetadata.none().withKey(id));
        }
    }

    @ApplicationScoped
    static class Server { // the beans that the server has
        @jakarta.enterprise.inject.Produces
        Outbox outbox() {
            return ONCEWARD.outbox();
        }
    }

    @Test
    void orderIsRecorded(TestOutbox outbox) throws Exception {
        try (SeContainer container = SeContainerInitializer.newInstance()
                .disableDiscovery()
                .addBeanClasses(Orders.class, Server.class)
                .initialize()) {
            Orders orders = container.select(Orders.class).get();
            outbox.inTransaction(() -> orders.place("42"));
            assertThat(outbox).recorded("orders").withKey("42");
        }
    }
}
