// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxAdmin;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.EngineOnly;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.Tables;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A handler gets several events in one transaction, and only one that fails is parked. */
@AnyMessaging
@EngineOnly
@ExtendWith(ArquillianExtension.class)
public class BatchHandlerScenario {

    @EJB
    Tables tables;

    @EJB
    Shop shop;

    @Inject
    InboxAdmin admin;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application("batches", Await.class, Packers.class, Placed.class, Shop.class, Tables.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "mp.messaging.outgoing.local_orders.connector=onceward",
                "mp.messaging.incoming.local_orders.connector=onceward",
                "mp.messaging.incoming.local_orders.handler-batch-size=50",
                "mp.messaging.incoming.local_orders.max-attempts=2",
                "mp.messaging.incoming.local_orders.retry-delay=PT0.1S");
    }

    @BeforeEach
    void forgetWhatWas() {
        Packers.CALLS.clear();
        Packers.refuses = "nothing";
    }

    /** Records events while the handler is paused, so that they are one batch. */
    private void order(List<String> ids, String customer) {
        admin.pause(Packers.HANDLER, "the test");
        ids.forEach(id -> shop.order(id, customer));
        Await.until("all wait", () -> waiting().size() == ids.size());
        admin.resume(Packers.HANDLER, "the test");
    }

    private static List<String> ids(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> UUID.randomUUID().toString())
                .toList();
    }

    @Test
    void eventsAreHandledInOneTransactionInTheOrderOfTheirKey() {
        List<String> ids = ids(20);
        order(ids, "one-customer");
        Await.until("their effects", () -> ids.stream().allMatch(id -> tables.committed("packed " + id) == 1));
        assertThat(Packers.CALLS.stream().flatMap(List::stream)).containsExactlyElementsOf(ids);
        assertThat(Packers.CALLS).as("the first batch after the start is small").hasSizeLessThan(10);
        Await.until("those of the other handler", () -> ids.stream()
                .allMatch(id -> tables.committed("announced " + id + " of one-customer") == 1));
        assertThat(tables.inbox(Packers.HANDLER)).isEmpty();
    }

    @Test
    void onlyTheEventThatFailsIsParked() {
        List<String> good = ids(9);
        String bad = "bad-" + UUID.randomUUID();
        Packers.refuses = "bad";
        List<String> all = IntStream.range(0, 10)
                .mapToObj(i -> i == 4 ? bad : good.get(i < 4 ? i : i - 1))
                .toList();
        order(all, null);
        Await.until("it is parked", () -> waiting().stream().anyMatch(event -> event.state() == EventState.PARKED));
        assertThat(good)
                .allSatisfy(id -> assertThat(tables.committed("packed " + id)).isOne());
        assertThat(tables.committed("packed " + bad)).isZero();
        assertThat(waiting()).singleElement().satisfies(parked -> {
            assertThat(parked.attempts()).isEqualTo(2);
            assertThat(parked.error()).contains("no space for " + bad);
        });

        Packers.refuses = "nothing";
        assertThat(admin.requeue(EventFilter.all().withQueue(Packers.HANDLER), "the test"))
                .isOne();
        Await.until("its effects", () -> tables.committed("packed " + bad) == 1);
        assertThat(waiting()).isEmpty();
    }

    private List<EventSummary> waiting() {
        return admin.find(EventFilter.all().withQueue(Packers.HANDLER), null, 100)
                .events();
    }
}
