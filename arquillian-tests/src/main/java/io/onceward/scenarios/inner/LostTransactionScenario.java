// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.inner;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * An inner transaction fails at its commit and its caller catches the failure. Either the server resumes the outer transaction,
 * which commits, or the outer transaction is lost and nothing of it counts: the message is delivered again.
 */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
public class LostTransactionScenario {

    private static final String DATASOURCE = "jdbc/postgresql";

    private static final String PERSISTENCE = """
            <persistence xmlns="https://jakarta.ee/xml/ns/persistence" version="3.0">
              <persistence-unit name="invoices" transaction-type="JTA">
                <jta-data-source>%s</jta-data-source>
                <class>%s</class>
                <properties>
                  <property name="jakarta.persistence.schema-generation.database.action" value="drop-and-create"/>
                </properties>
              </persistence-unit>
            </persistence>
            """;

    private final String order = UUID.randomUUID().toString();

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Inject
    Invoices invoices;

    @Inject
    Orders orders;

    @EJB
    EjbOrders ejb;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                        Deployments.application(
                                "lost",
                                Accounting.class,
                                Await.class,
                                ConsumedMessage.class,
                                EjbInvoices.class,
                                EjbOrders.class,
                                Invoice.class,
                                Invoices.class,
                                Orders.class,
                                Queues.class,
                                Receiver.class,
                                StoredReceiver.class,
                                Tables.class),
                        "onceward.schema=create",
                        "onceward.datasource=" + DATASOURCE,
                        "mp.messaging.outgoing.lost_own.connector=onceward",
                        "mp.messaging.outgoing.lost_own.transaction=own",
                        "mp.messaging.incoming.lost_stored.connector=onceward",
                        "mp.messaging.incoming.lost_stored.destination=queue:lost_stored",
                        "mp.messaging.incoming.lost_stored.retry-delay=PT0.1S")
                .addAsResource(
                        new StringAsset(PERSISTENCE.formatted(DATASOURCE, Invoice.class.getName())),
                        "META-INF/persistence.xml");
    }

    @BeforeEach
    void takeTheNumber() {
        if (queues != null) { // in the server, not in the test's own process
            invoices.take();
            queues.drain("DLQ");
            queues.drain(Orders.CHANNEL);
        }
    }

    @Test
    void messageIsProcessedOnceAlthoughTheBeanCatchesTheFailure() {
        send(Receiver.CATCHES);
        awaitProcessed(Receiver.QUEUE);
        assertThat(tables.inbox(Receiver.class.getName())).containsOnlyOnce(order);
        verifyResumedOrRepeated();
    }

    @Test
    void messageWhoseBeanThrowsTheFailureIsDeliveredAgain() {
        send(Receiver.STRICT);
        awaitProcessed(Receiver.QUEUE);
        assertThat(Accounting.CALLS).containsEntry(order, Accounting.SUCCEEDS);
        verifyResumedOrRepeated();
    }

    @Test
    void innerTransactionOfAnEjbLeavesTheOuterOneAlone() {
        send(Receiver.BY_EJB);
        awaitProcessed(Receiver.QUEUE);
        assertThat(Accounting.CALLS).containsEntry(order, 1);
        verifyResumedOrRepeated();
    }

    @Test
    void storedMessageIsProcessedOnce() {
        queues.send("lost_stored", order, Map.of("onceward_id", order));
        awaitProcessed("lost_stored");
        verifyResumedOrRepeated();
    }

    @Test
    void eventIsPublishedIfAndOnlyIfItsTransactionCommits() {
        for (Consumer<String> place : List.<Consumer<String>>of(orders::place, ejb::place)) {
            String placed = UUID.randomUUID().toString();
            boolean returned = returns(place, placed);
            assertThat(tables.committed(placed)).isEqualTo(returned ? 1 : 0);
            while (!returned) {
                returned = returns(place, placed);
            }
            assertThat(Accounting.CALLS.get(placed)).isIn(1, Accounting.SUCCEEDS);
            assertThat(tables.committed(placed)).isOne();
            Tables.awaitEmptyOutbox(tables);
            assertThat(queues.drain(Orders.CHANNEL))
                    .extracting(ConsumedMessage::text)
                    .containsExactly(placed);
            verifyNothingStaysOpen();
        }
    }

    @Test
    void callWhoseTransactionIsLostMayBeRepeated() {
        while (!returns(ejb::placeOnce, order)) {
            assertThat(tables.committed(order)).isZero();
        }
        assertThat(tables.committed(order)).isOne();
        assertThat(Accounting.CALLS.get(order)).isIn(1, Accounting.SUCCEEDS);
        verifyNothingStaysOpen();
    }

    @Test
    void transactionOfOncewardEndsAlsoIfItIsLost() {
        boolean placed = false;
        while (!placed) {
            assertThat(tables.committed(order)).isZero();
            try {
                orders.placeLater(order);
                placed = true;
            } catch (RuntimeException e) {
                assertThat(e).hasStackTraceContaining("OWD-");
            }
        }
        assertThat(tables.committed(order)).isOne();
        verifyNothingStaysOpen();
        Tables.awaitEmptyOutbox(tables);
        assertThat(queues.drain(Orders.OWN_CHANNEL))
                .extracting(ConsumedMessage::text)
                .containsExactly(order);
    }

    private void send(String manner) {
        queues.send(Receiver.QUEUE, order, Map.of("onceward_id", order, "manner", manner));
    }

    private void awaitProcessed(String queue) {
        Await.until("the effects", () -> tables.committed(order) > 0);
        Await.until("an empty queue", () -> queues.depth(queue) == 0);
    }

    /** Returns whether the call returns; it must otherwise fail with the error of a lost transaction. */
    private static boolean returns(Consumer<String> call, String order) {
        try {
            call.accept(order);
            return true;
        } catch (RuntimeException e) {
            assertThat(e).hasStackTraceContaining("OWD-0206").hasStackTraceContaining("Orders#place");
            return false;
        }
    }

    /** The outer transaction either was resumed and committed at the first call, or was lost until the invoice succeeded. */
    private void verifyResumedOrRepeated() {
        assertThat(Accounting.CALLS.get(order)).isIn(1, Accounting.SUCCEEDS);
        boolean repeated = Accounting.CALLS.get(order) == Accounting.SUCCEEDS;
        assertThat(invoices.exists(order)).isEqualTo(repeated);
        assertThat(tables.committed(order)).isOne();
        assertThat(queues.drain("DLQ")).isEmpty();
        verifyNothingStaysOpen();
    }

    /** A lost transaction would keep its locks in the database. */
    private void verifyNothingStaysOpen() {
        Await.until("the end of all transactions", () -> invoices.openTransactions() == 0);
    }
}
