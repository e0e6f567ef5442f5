// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.stored;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Backlog;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxAdmin;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The path of a received message: it is stored and acknowledged, and each handler gets it in its own transaction. */
@ExtendWith(ArquillianExtension.class)
public class StoredInboxScenario {

    @EJB
    Queues queues;

    @EJB
    Tables tables;

    @Inject
    InboxAdmin admin;

    /** Longer than the polling interval. */
    private static final long PAUSE_IS_KNOWN = 1000;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "stored",
                        Accounting.class,
                        Await.class,
                        Order.class,
                        Queues.class,
                        ConsumedMessage.class,
                        Receiver.class,
                        Tables.class,
                        Warehouse.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "mp.messaging.outgoing.stored_invoices.connector=onceward",
                "mp.messaging.incoming.stored_manually.connector=onceward",
                "mp.messaging.incoming.stored_orders.connector=onceward",
                "mp.messaging.incoming.stored_orders.destination=queue:stored_orders",
                "mp.messaging.incoming.stored_orders.max-attempts=2",
                "mp.messaging.incoming.stored_orders.retry-delay=PT0.1S");
    }

    @BeforeEach
    void forgetWhatWas() {
        Warehouse.CALLS.clear();
        Warehouse.refuses = "nothing";
    }

    @Test
    void receivedMessageIsHandledByEachHandlerAndItsEventSent() {
        String id = UUID.randomUUID().toString();
        send(id, null);

        assertThat(queues.receive("stored_invoices").text()).isEqualTo("invoice for " + id + " of acme");
        Await.until("its effects", () -> tables.committed("packed " + id) == 1);
        assertThat(tables.committed("invoiced " + id)).isOne();
        assertThat(tables.inbox(Warehouse.HANDLER)).contains(id);
        assertThat(tables.inbox(Accounting.class.getName() + "#invoice")).contains(id);
        // What is stored is acknowledged after its own commit.
        Await.until("an empty queue", () -> queues.depth("stored_orders") == 0);
    }

    @Test
    void duplicateIsDropped() {
        String id = UUID.randomUUID().toString();
        send(id, "k");
        send(id, "k");
        String last = UUID.randomUUID().toString();
        send(last, "k");

        Await.until("what came behind", () -> tables.committed("packed " + last) == 1);
        assertThat(tables.committed("packed " + id)).isOne();
        assertThat(Warehouse.CALLS).containsExactly(id, last);
        queues.receive("stored_invoices");
        queues.receive("stored_invoices");
        assertThat(queues.drain("stored_invoices")).isEmpty();
    }

    @Test
    void messagesOfAKeyKeepTheirOrder() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            ids.add(UUID.randomUUID().toString());
            send(ids.get(i), "one-key");
        }

        Await.until("all", () -> Warehouse.CALLS.size() >= ids.size());
        assertThat(Warehouse.CALLS).containsExactlyElementsOf(ids);
        for (int i = 0; i < 30; i++) {
            queues.receive("stored_invoices");
        }
    }

    @Test
    void handlerThatFailsLeavesNothingAndIsParkedUntilItIsRequeued() {
        String id = "bad-" + UUID.randomUUID();
        Warehouse.refuses = "bad";
        send(id, null);

        assertThat(queues.receive("stored_invoices").text()).contains(id);
        Await.until("it is parked", () -> !find(id).isEmpty());
        assertThat(Warehouse.CALLS).containsExactly(id, id);
        assertThat(tables.committed("packed " + id)).isZero();
        EventSummary event = find(id).get(0);
        assertThat(event.destination()).isEqualTo(Warehouse.HANDLER);
        assertThat(event.error()).contains("no space for it");

        Warehouse.refuses = "nothing";
        assertThat(admin.requeue(EventFilter.all().withId(id).withQueue(Warehouse.HANDLER), "the test"))
                .isOne();
        Await.until("its effects", () -> tables.committed("packed " + id) == 1);
        assertThat(find(id)).isEmpty();
    }

    @Test
    void enterpriseBeanMayAskForMoreAttemptsThanCount() {
        String id = "unpaid-" + UUID.randomUUID();
        Accounting.UNPAID.set(4);
        send(id, null);

        assertThat(queues.receive("stored_invoices").text()).contains(id);
        assertThat(Accounting.UNPAID).hasNegativeValue();
        assertThat(tables.committed("invoiced " + id)).isOne();
        assertThat(find(id)).isEmpty();
    }

    @Test
    void failureOfAnEnterpriseBeanThatIsNeverRetriedParksItsMessage() {
        String id = "free-" + UUID.randomUUID();
        send(id, null);

        Await.until("it is parked", () -> !find(id).isEmpty());
        EventSummary event = find(id).get(0);
        assertThat(event.attempts()).isOne();
        assertThat(event.error()).contains("OWD-0101").contains("no invoice for a free order");
        assertThat(tables.committed("invoiced " + id)).isZero();
        assertThat(admin.discard(EventFilter.all().withId(id), "the test")).isOne();
    }

    @Test
    void pausedHandlerGetsItsMessagesWhenItIsResumed() throws InterruptedException {
        String id = "later-" + UUID.randomUUID();
        assertThat(admin.pause(Warehouse.HANDLER, "the test")).isTrue();
        try {
            Thread.sleep(PAUSE_IS_KNOWN);
            send(id, null);
            assertThat(queues.receive("stored_invoices").text()).contains(id);
            Await.until("it waits", () -> backlog().pending() == 1);
            Thread.sleep(PAUSE_IS_KNOWN);
            assertThat(Warehouse.CALLS).isEmpty();
            assertThat(backlog().isPaused()).isTrue();
        } finally {
            assertThat(admin.resume(Warehouse.HANDLER, "the test")).isTrue();
        }
        Await.until("its effects", () -> tables.committed("packed " + id) == 1);
    }

    private Backlog backlog() {
        return admin.backlog().stream()
                .filter(line -> line.queue().equals(Warehouse.HANDLER))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void undecodableMessageIsParkedAtOnce() {
        String id = UUID.randomUUID().toString();
        queues.send("stored_orders", "{\"quantity\": \"many\"}", Map.of("onceward_id", id));

        Await.until("it is parked for both", () -> find(id).size() == 2);
        assertThat(find(id)).allSatisfy(event -> {
            assertThat(event.attempts()).isOne();
            assertThat(event.error()).contains("OWD-0093");
        });
        assertThat(Warehouse.CALLS).isEmpty();
        assertThat(admin.discard(EventFilter.all().withId(id), "the test")).isEqualTo(2);
    }

    @Test
    void messageDrivenBeanOfTheApplicationStores() {
        String id = UUID.randomUUID().toString();
        queues.send("stored_manually", id, Map.of("onceward_id", id));
        queues.send("stored_manually", id, Map.of("onceward_id", id));

        Await.until("its effects", () -> tables.committed("noted " + id) == 1);
        Await.until("nothing is left", () -> queues.depth("stored_manually") == 0);
        assertThat(Warehouse.CALLS).containsExactly(id);
    }

    private List<EventSummary> find(String id) {
        return admin.find(EventFilter.all().withId(id).parked(), null, 10).events();
    }

    private void send(String id, String key) {
        Map<String, String> properties = key == null
                ? Map.of("onceward_id", id, "tenant", "acme")
                : Map.of("onceward_id", id, "tenant", "acme", "onceward_key", key);
        queues.send("stored_orders", "{\"id\": \"" + id + "\", \"quantity\": 2}", properties);
    }
}
