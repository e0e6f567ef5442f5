// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxAdmin;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Durable methods run once after the commit of the transaction that calls them. */
@AnyMessaging
@SameInFamily
@ExtendWith(ArquillianExtension.class)
public class DurableCallScenario {

    private static final String QUEUE = "call:" + Payments.NAME;

    @EJB
    Tables tables;

    @EJB
    Cashier cashier;

    @Inject
    InboxAdmin admin;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "durablecall",
                        Await.class,
                        Cashier.class,
                        Courier.class,
                        CourierBean.class,
                        Mailer.class,
                        Payments.class,
                        Placed.class,
                        Printer.class,
                        Printer.Paper.class,
                        Tables.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "mp.messaging.incoming.local-charge.connector=onceward",
                "mp.messaging.incoming.local-charge.max-attempts=2",
                "mp.messaging.incoming.local-charge.retry-delay=PT0.1S",
                "mp.messaging.incoming.local-transfer.connector=onceward",
                "mp.messaging.incoming.local-transfer.retry-delay=PT0.1S");
    }

    @BeforeEach
    void forgetWhatWas() {
        Payments.CALLS.clear();
        Payments.refuses = "nothing";
        Payments.gate.countDown();
    }

    @Test
    void methodsRunAfterTheCommitWithTheirArguments() throws InterruptedException {
        String id = UUID.randomUUID().toString();
        cashier.pay(id, 42);
        Await.until("the charge", () -> tables.committed("charged " + id + " 42") == 1);
        Await.until("the mail", () -> tables.committed("mailed " + id) == 1);
        assertThat(tables.committed("paid " + id)).isOne();
        assertThat(Payments.CALLS).containsExactly(id);
    }

    @Test
    void callsOfARolledBackTransactionNeverRun() throws InterruptedException {
        String failed = UUID.randomUUID().toString();
        assertThatThrownBy(() -> cashier.payAndFail(failed)).hasStackTraceContaining("no " + failed);
        String last = UUID.randomUUID().toString();
        cashier.pay(last, 1);
        Await.until("a later call", () -> tables.committed("charged " + last + " 1") == 1);
        assertThat(Payments.CALLS).containsExactly(last);
    }

    @Test
    void callWithoutATransactionIsRefused() {
        String id = UUID.randomUUID().toString();
        assertThatThrownBy(() -> cashier.payWithoutTransaction(id)).hasStackTraceContaining("OWD-0348");
        assertThat(Payments.CALLS).isEmpty();
    }

    @Test
    void callThatFailsIsParkedUntilItIsRequeued() throws InterruptedException {
        String id = "bad-" + UUID.randomUUID();
        Payments.refuses = "bad";
        cashier.pay(id, 7);
        Await.until("it is parked", () -> !parked().isEmpty());
        assertThat(Payments.CALLS).containsExactly(id, id);
        assertThat(tables.committed("charged " + id + " 7")).isZero();
        assertThat(parked().get(0).error()).contains("no credit for it");

        Payments.refuses = "nothing";
        assertThat(admin.requeue(EventFilter.all().withQueue(QUEUE), "the test"))
                .isOne();
        Await.until("its effects", () -> tables.committed("charged " + id + " 7") == 1);
    }

    @Test
    void delayedCallsOfEachKindOfBeanRunWhenTheyAreDue() throws InterruptedException {
        String id = UUID.randomUUID().toString();
        Instant due = Instant.now().plusSeconds(1);
        cashier.sendIn(Duration.ofSeconds(1), id);
        assertThat(tables.committed("mailed " + id)).isZero();
        Await.until("the mail", () -> tables.committed("mailed " + id) == 1);
        assertThat(Instant.now()).isAfterOrEqualTo(due.minusMillis(200)); // the database has the clock
        Await.until("the delivery", () -> tables.committed("delivered " + id) == 1);
        Await.until("the print", () -> tables.committed("printed " + id + " on paper") == 1);
    }

    @Test
    void delayedCallIsSeenAndCancelledWithItsTransaction() throws InterruptedException {
        String id = UUID.randomUUID().toString();
        String call = cashier.payIn(Duration.ofDays(14), id, 3);
        assertThat(waiting()).singleElement().satisfies(event -> {
            assertThat(event.id()).isEqualTo(call);
            assertThat(event.key()).isEqualTo(id);
            assertThat(event.type()).isEqualTo("charge of " + id);
            assertThat(event.state()).isEqualTo(EventState.DELAYED);
        });
        assertThatThrownBy(() -> cashier.cancelAndFail(call)).hasStackTraceContaining("cancelled " + call);
        assertThatThrownBy(() -> cashier.cancelWithoutTransaction(call)).hasStackTraceContaining("OWD-0362");
        assertThat(waiting()).hasSize(1);
        assertThat(cashier.cancel(call)).isTrue();
        assertThat(waiting()).isEmpty();
        assertThat(cashier.cancel(call)).isFalse();
        assertThat(Payments.CALLS).isEmpty();
    }

    @Test
    void runningCallIsNotCancelled() throws InterruptedException {
        String id = UUID.randomUUID().toString();
        Payments.gate = new CountDownLatch(1);
        String call = cashier.payIn(Duration.ZERO, id, 4);
        Await.until("it runs", () -> Payments.CALLS.contains(id));
        assertThat(cashier.cancel(call)).isFalse();
        Payments.gate.countDown();
        Await.until("its effects", () -> tables.committed("charged " + id + " 4") == 1);
        assertThat(cashier.cancel(call)).isFalse();
    }

    @Test
    void callsOfAKeyKeepTheirOrderWhenOneFails() {
        String account = UUID.randomUUID().toString();
        cashier.transferTwice(account);
        Await.until("both calls", () -> Payments.CALLS.contains(account + 2));
        assertThat(Payments.CALLS).containsExactly(account + 1, account + 1, account + 2);
    }

    @Test
    void lambdaWithoutADurableCallRollsBack() {
        String id = UUID.randomUUID().toString();
        assertThatThrownBy(() -> cashier.recordNothing(id)).hasStackTraceContaining("OWD-0360");
        assertThat(tables.committed("paid " + id)).isZero();
        assertThat(tables.committed("nothing " + id)).isZero();
    }

    private List<EventSummary> waiting() {
        return admin.find(EventFilter.all().withQueue(QUEUE), null, 10).events();
    }

    private List<EventSummary> parked() {
        return admin.find(EventFilter.all().withQueue(QUEUE).parked(), null, 10).events();
    }
}
