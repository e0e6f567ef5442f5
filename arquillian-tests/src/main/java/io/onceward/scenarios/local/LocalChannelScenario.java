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

/** A channel with both ends in the application: each handler gets the event after the commit, and no broker takes part. */
@AnyMessaging
@SameInFamily
@ExtendWith(ArquillianExtension.class)
public class LocalChannelScenario {

    @EJB
    Tables tables;

    @EJB
    Shop shop;

    @Inject
    InboxAdmin admin;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application("local", Await.class, Placed.class, Shop.class, Tables.class, Warehouse.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "mp.messaging.outgoing.local_orders.connector=onceward",
                "mp.messaging.incoming.local_orders.connector=onceward",
                "mp.messaging.incoming.local_orders.max-attempts=2",
                "mp.messaging.incoming.local_orders.retry-delay=PT0.1S");
    }

    @BeforeEach
    void forgetWhatWas() {
        Warehouse.CALLS.clear();
        Warehouse.refuses = "nothing";
    }

    @Test
    void eventReachesEachHandlerWithoutAClaim() {
        String id = UUID.randomUUID().toString();
        shop.order(id, null);
        Await.until("its effects", () -> tables.committed("packed " + id) == 1);
        Await.until("the other handler", () -> tables.committed("announced " + id) == 1);
        assertThat(tables.committed("ordered " + id)).isOne();
        assertThat(tables.outbox()).isEmpty();
        assertThat(tables.inbox(Warehouse.HANDLER)).isEmpty();
    }

    @Test
    void eventOfAFailedTransactionReachesNoHandler() {
        String id = UUID.randomUUID().toString();
        assertThatThrownBy(() -> shop.orderAndFail(id)).hasStackTraceContaining("no " + id);
        String last = UUID.randomUUID().toString();
        shop.order(last, null);
        Await.until("a later event", () -> tables.committed("packed " + last) == 1);
        assertThat(Warehouse.CALLS).containsExactly(last);
    }

    @Test
    void eventsOfAKeyKeepTheirOrder() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            ids.add(UUID.randomUUID().toString());
            shop.order(ids.get(i), "one-customer");
        }
        Await.until("all", () -> Warehouse.CALLS.size() >= ids.size());
        assertThat(Warehouse.CALLS).containsExactlyElementsOf(ids);
    }

    @Test
    void handlerThatFailsLeavesNothingAndIsParkedUntilItIsRequeued() {
        String id = "bad-" + UUID.randomUUID();
        Warehouse.refuses = "bad";
        shop.order(id, null);
        Await.until("it is parked", () -> !parked().isEmpty());
        assertThat(Warehouse.CALLS).containsExactly(id, id);
        assertThat(tables.committed("packed " + id)).isZero();
        assertThat(tables.committed("announced " + id)).isOne();
        assertThat(parked().get(0).error()).contains("no space for it");

        Warehouse.refuses = "nothing";
        assertThat(admin.requeue(EventFilter.all().withQueue(Warehouse.HANDLER), "the test"))
                .isOne();
        Await.until("its effects", () -> tables.committed("packed " + id) == 1);
        assertThat(parked()).isEmpty();
    }

    private List<EventSummary> parked() {
        return admin.find(EventFilter.all().withQueue(Warehouse.HANDLER).parked(), null, 10)
                .events();
    }
}
