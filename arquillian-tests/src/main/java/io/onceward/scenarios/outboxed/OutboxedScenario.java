// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.outboxed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.LogLines;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.ServerResources;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.enterprise.inject.spi.Extension;
import jakarta.inject.Inject;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import java.time.LocalDate;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Existing code that sends by Jakarta Messaging, with {@code @Outboxed} added: a CDI bean, an EJB and a message-driven bean. */
@ExtendWith(ArquillianExtension.class)
public class OutboxedScenario {

    static final String PLACED = "outboxed_placed";
    static final String BILLED = "outboxed_billed";
    static final String CLASSIC = "outboxed_classic";

    private static final long PATIENCE_MILLIS = 30_000;

    @Inject
    OrderBean bean;

    @Inject
    Untransacted untransacted;

    @EJB
    OrderEjb ejb;

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                        Deployments.withOutboxed(Deployments.application(
                                "outboxed",
                                Await.class,
                                Queues.class,
                                ConsumedMessage.class,
                                Tables.class,
                                Order.class,
                                Order.Kind.class,
                                OrderBean.class,
                                OrderEjb.class,
                                Billing.class,
                                Untransacted.class,
                                Refunds.class,
                                DeploymentLog.class,
                                LogLines.class)),
                        "onceward.schema=create",
                        "onceward.datasource=jdbc/postgresql",
                        "mp.messaging.outgoing.refund.destination=queue:refunds",
                        "onceward.object-classes=" + Order.class.getName())
                .addAsServiceProvider(Extension.class, DeploymentLog.class)
                .addAsWebInfResource(
                        EmptyAsset.INSTANCE, "beans.xml"); // with an extension, no bean is found without it
    }

    @Test
    void messageOfACommittedTransactionArrivesWithItsHeadersAndTypedProperties() {
        String id = UUID.randomUUID().toString();
        bean.place(id, false);

        ConsumedMessage message = queues.receive(PLACED);
        assertThat(message.text()).isEqualTo(id);
        assertThat(message.priority()).isEqualTo(7);
        assertThat(message.type()).isEqualTo("Placed");
        assertThat(message.correlationId()).isEqualTo("c-" + id);
        assertThat(message.key()).isEqualTo("customer-1");
        assertThat(message.properties()).containsEntry("pieces", 5).containsEntry("total", 1.5);
        assertThat(tables.committed(id)).isEqualTo(1);
    }

    @Test
    void messageOfARolledBackTransactionDoesNotArrive() {
        String id = UUID.randomUUID().toString();
        assertThatThrownBy(() -> bean.place(id, true)).hasStackTraceContaining("on purpose");

        Tables.awaitEmptyOutbox(tables);
        assertThat(queues.drain(PLACED)).isEmpty();
        assertThat(tables.committed(id)).isZero();
    }

    @Test
    void messageDrivenBeanReadsATypedPayloadAndSendsOn() {
        String id = UUID.randomUUID().toString();
        ejb.order("{\"id\":\"" + id + "\",\"kind\":\"URGENT\",\"due\":\"2026-02-03\"}");

        ConsumedMessage message = queues.receive(BILLED);
        assertThat(message.text()).isEqualTo(id + " due " + LocalDate.of(2026, 2, 3));
        assertThat(message.properties()).containsEntry("urgent", true);
    }

    @Test
    void objectOfAnAllowedClassArrivesAsJson() {
        String id = UUID.randomUUID().toString();
        ejb.order(new Order(id, Order.Kind.NORMAL, LocalDate.of(2026, 2, 3)));

        ConsumedMessage message = queues.receive(BILLED);
        assertThat(message.text()).isEqualTo(id + " due " + LocalDate.of(2026, 2, 3));
        assertThat(message.properties()).containsEntry("urgent", false);
    }

    @Test
    void classicApiRecordsAMap() throws Exception {
        ejb.classic(5);

        assertThatAMapArrives(5);
    }

    /** Not on a server that refuses to bind names for applications. */
    @Test
    @Tag("binds-name")
    void factoryThatIsLookedUpRecordsAMap() throws Exception {
        ejb.lookedUp(6);

        assertThatAMapArrives(6);
    }

    private void assertThatAMapArrives(int pieces) throws JMSException {
        Tables.awaitEmptyOutbox(tables);
        try (JMSContext context = ServerResources.connectionFactory().createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(CLASSIC))) {
            Message message = consumer.receive(PATIENCE_MILLIS);
            assertThat(message).isInstanceOf(MapMessage.class);
            assertThat(((MapMessage) message).getObject("pieces")).isEqualTo(pieces);
            assertThat(message.getStringProperty("kind")).isEqualTo("map");
        }
    }

    @Test
    void receivingIsRefusedWithAHint() {
        assertThatThrownBy(ejb::receive)
                .hasStackTraceContaining("OWD-0310")
                .hasStackTraceContaining("message-driven bean");
    }

    @Test
    void refusedMessageHasTheTransactionRolledBackEvenIfTheApplicationCatchesTheException() {
        String id = UUID.randomUUID().toString();
        try {
            ejb.sendObject(id);
        } catch (RuntimeException e) { // some servers report the rollback, others do not
            assertThat(e).hasStackTraceContaining("ollback");
        }

        Tables.awaitEmptyOutbox(tables);
        assertThat(queues.drain(PLACED)).isEmpty();
        assertThat(tables.committed(id)).isZero();
    }

    @Test
    void callerWithoutATransactionIsRefused() {
        assertThatThrownBy(() -> untransacted.submit("lost")).hasStackTraceContaining("OWD-0040");
    }

    @Test
    void callWithinABeanIsNamedAtTheDeployment() {
        assertThat(DeploymentLog.warnings("OWD-1109")).singleElement().satisfies(warning -> assertThat(warning)
                .contains(Refunds.class.getName() + "#refund.", "this.refund(…)"));
    }

    @Test
    void channelOfAKeyThatIsMisspeltIsNamedAtTheDeployment() {
        assertThat(DeploymentLog.warnings("OWD-1110")).singleElement().satisfies(warning -> assertThat(warning)
                .contains("mp.messaging.outgoing.refund.*", "If mp.messaging.outgoing.refunds was meant"));
    }
}
