// SPDX-License-Identifier: Apache-2.0
package io.oncebox.examples;

import static io.oncebox.test.OnceboxAssertions.assertThat;

import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.test.TestOutbox;
import io.oncebox.test.TestOutboxExtension;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrdersBeanTest {

    @RegisterExtension
    static final TestOutboxExtension ONCEBOX = TestOutboxExtension.of(TestOutbox::start);

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
            return ONCEBOX.outbox();
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
