// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Outbox;
import io.onceward.test.TestOutbox;
import io.onceward.test.TestOutboxExtension;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.math.BigDecimal;
import java.util.Map;
import org.eclipse.persistence.sessions.SessionCustomizer;
import org.eclipse.persistence.transaction.JTATransactionController;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class OrdersJpaTest {

    @RegisterExtension
    static final TestOutboxExtension ONCEWARD = TestOutboxExtension.of(TestOutbox::start);

    static EntityManagerFactory entities;

    static void place(NewOrder order, EntityManager em, Outbox outbox) { // the code under test
        em.persist(new Order(order));
        outbox.record("orders", new OrderPlaced(order.id(), order.total()));
    }

    public static class Joining implements SessionCustomizer { // EclipseLink joins the transactions of the test
        @Override
        public void customize(org.eclipse.persistence.sessions.Session session) {
            session.setExternalTransactionController(
                    new JTATransactionController(ONCEWARD.outbox().transactionManager()));
        }
    }

    @BeforeAll
    static void open() {
        entities = Persistence.createEntityManagerFactory(
                "shop", // the name in persistence.xml
                Map.of(
                        "jakarta.persistence.jtaDataSource", ONCEWARD.outbox().dataSource(),
                        "jakarta.persistence.schema-generation.database.action", "drop-and-create",
                        "eclipselink.session.customizer", Joining.class.getName()));
    }

    @AfterAll
    static void close() {
        entities.close();
    }

    @Test
    void rowAndEventCommitTogether(TestOutbox outbox) throws Exception {
        outbox.inTransaction(() -> {
            EntityManager em = entities.createEntityManager(); // in the transaction, which it joins
            place(new NewOrder("42", BigDecimal.TEN), em, outbox);
        });
        assertThat(outbox).recorded("orders").times(1);
        assertThat(entities.createEntityManager().find(Order.class, "42")).isNotNull();
    }

    @Test
    void neitherRemainsAfterAFailure(TestOutbox outbox) {
        assertThatThrownBy(() -> outbox.inTransaction(() -> {
                    EntityManager em = entities.createEntityManager();
                    place(new NewOrder("43", BigDecimal.TEN), em, outbox);
                    em.flush();
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(outbox).recordedNothing();
        assertThat(entities.createEntityManager().find(Order.class, "43")).isNull();
    }
}
