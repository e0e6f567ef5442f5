// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxAdmin;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Durable observers run once after the commit of the transaction that fires the event, each in its own transaction. */
@AnyMessaging
@SameInFamily
@ExtendWith(ArquillianExtension.class)
public class DurableObserverScenario {

    @EJB
    Tables tables;

    @EJB
    Shop shop;

    @Inject
    InboxAdmin admin;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "durable",
                        Accounting.class,
                        Await.class,
                        Billing.class,
                        Billing.Billed.class,
                        Placed.class,
                        Shop.class,
                        Tables.class,
                        Tally.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "mp.messaging.outgoing.local_orders.connector=onceward",
                "mp.messaging.incoming.local-billing.connector=onceward",
                "mp.messaging.incoming.local-billing.max-attempts=2",
                "mp.messaging.incoming.local-billing.retry-delay=PT0.1S");
    }

    @BeforeEach
    void forgetWhatWas() {
        Billing.CALLS.clear();
        Billing.refuses = "nothing";
    }

    /** Among them a static one, one in an enterprise bean, and a private one of an event that another durable observer fires. */
    @Test
    void eachObserverRunsAfterTheCommit() {
        String id = UUID.randomUUID().toString();
        shop.place(id, null);
        assertThat(tables.committed("seen " + id)).isOne();
        for (String effect : List.of("billed ", "thanked ", "counted ", "booked ")) {
            Await.until(effect, () -> tables.committed(effect + id) == 1);
        }
        assertThat(Billing.CALLS).containsExactly(id);
    }

    @Test
    void observersOfARolledBackTransactionNeverRun() {
        String failed = UUID.randomUUID().toString();
        assertThatThrownBy(() -> shop.placeAndFail(failed)).hasStackTraceContaining("no " + failed);
        String marked = UUID.randomUUID().toString();
        assertThatThrownBy(() -> shop.placeAfterTheMarkForRollback(marked)).hasStackTraceContaining("OWD-0041");
        String last = UUID.randomUUID().toString();
        shop.place(last, null);
        Await.until("a later event", () -> tables.committed("billed " + last) == 1);
        assertThat(Billing.CALLS).containsExactly(last);
        assertThat(tables.committed("seen " + failed)).isZero();
    }

    @Test
    void eventWithoutATransactionIsRefused() {
        String id = UUID.randomUUID().toString();
        assertThatThrownBy(() -> shop.placeWithoutTransaction(id)).hasStackTraceContaining("OWD-0348");
        assertThat(Billing.CALLS).isEmpty();
    }

    @Test
    void eventsOfAKeyKeepTheirOrder() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            ids.add(UUID.randomUUID().toString());
            shop.place(ids.get(i), "one-customer");
        }
        Await.until("all", () -> Billing.CALLS.size() >= ids.size());
        assertThat(Billing.CALLS).containsExactlyElementsOf(ids);
    }

    @Test
    void observerThatFailsIsParkedUntilItIsRequeued() {
        String id = "bad-" + UUID.randomUUID();
        Billing.refuses = "bad";
        shop.place(id, null);
        Await.until("it is parked", () -> !parked().isEmpty());
        assertThat(Billing.CALLS).containsExactly(id, id);
        assertThat(tables.committed("billed " + id)).isZero();
        assertThat(parked().get(0).error()).contains("no money for it");
        Await.until("the others", () -> tables.committed("booked " + id) == 1);

        Billing.refuses = "nothing";
        assertThat(admin.requeue(EventFilter.all().withQueue("observer:" + Billing.NAME), "the test"))
                .isOne();
        Await.until("its effects", () -> tables.committed("thanked " + id) == 1);
    }

    private List<EventSummary> parked() {
        return admin.find(
                        EventFilter.all().withQueue("observer:" + Billing.NAME).parked(), null, 10)
                .events();
    }
}
