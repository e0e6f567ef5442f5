// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Alert;
import io.onceward.api.Alert.Kind;
import io.onceward.api.EventFilter;
import io.onceward.api.InboxAdmin;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A bean that observes alerts is told once of what an operator should know, and delays nothing. */
@AnyMessaging
@SameInFamily
@ExtendWith(ArquillianExtension.class)
public class AlertScenario {

    @EJB
    Tables tables;

    @EJB
    Desk desk;

    @Inject
    InboxAdmin admin;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "alerts",
                        Angry.class,
                        Await.class,
                        Departments.class,
                        Desk.class,
                        Operator.class,
                        Tables.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.node=the-node",
                "mp.messaging.outgoing.alert_stock.connector=onceward",
                "mp.messaging.incoming.alert_stock.connector=onceward",
                "mp.messaging.outgoing.alert_prices.connector=onceward",
                "mp.messaging.incoming.alert_prices.connector=onceward",
                "mp.messaging.incoming.alert_prices.retry-delay=PT0.1S",
                "mp.messaging.incoming.alert_prices.retry-max-delay=PT0.2S",
                "mp.messaging.outgoing.alert_labels.connector=onceward",
                "mp.messaging.incoming.alert_labels.connector=onceward");
    }

    /** Records orders, and returns them. */
    private List<String> order(String channel, String prefix, int count) {
        List<String> orders = IntStream.range(0, count)
                .mapToObj(i -> prefix + UUID.randomUUID())
                .toList();
        orders.forEach(order -> desk.order(channel, order));
        return orders;
    }

    private void awaitDone(List<String> orders) {
        Await.until("all are done", () -> orders.stream().allMatch(order -> tables.committed("done " + order) == 1));
    }

    @Test
    void parkedMessageIsToldOnce() {
        String bad = order("alert_stock", "bad-", 1).get(0);
        Await.until("the operator is told", () -> !Operator.about("alert-stock").isEmpty());
        order("alert_stock", "bad-", 1);
        Await.until("another one is parked", () -> parked("alert-stock") == 2);
        awaitDone(order("alert_stock", "good-", 10));
        assertThat(Operator.about("alert-stock")).singleElement().satisfies(alert -> {
            assertThat(alert.kind()).isEqualTo(Kind.PARKED);
            assertThat(alert.side()).isEqualTo("inbox");
            assertThat(alert.count()).isOne();
            assertThat(alert.text()).contains("nobody knows " + bad);
            assertThat(alert.node()).isEqualTo("the-node");
        });
    }

    @Test
    void openedBreakerIsToldOnceAndThatItIsClosed() {
        Departments.isClosed = true;
        List<String> orders = order("alert_prices", "order-", 12);
        Await.until(
                "the operator is told", () -> !Operator.about("alert-prices").isEmpty());
        orders.forEach(order -> assertThat(tables.committed("done " + order)).isZero());
        Departments.isClosed = false;
        awaitDone(orders);
        Await.until(
                "the operator is told of the end",
                () -> Operator.about("alert-prices").size() > 1);
        awaitDone(order("alert_prices", "order-", 1));
        List<Alert> told = Operator.about("alert-prices");
        assertThat(told).hasSize(2).allMatch(alert -> alert.kind() == Kind.BREAKER_OPEN);
        assertThat(told).extracting(Alert::isOver).containsExactly(false, true);
        assertThat(told.get(0).text()).contains("Handler 'alert-prices' is unavailable", "the department is closed");
        assertThat(parked("alert-prices")).isZero();
    }

    @Test
    void observerThatBlocksDelaysNoMessage() {
        try {
            order("alert_labels", "bad-", 1);
            Await.until(
                    "the observer blocks", () -> !Operator.about(Operator.SLOW).isEmpty());
            awaitDone(order("alert_labels", "good-", 50));
            order("alert_labels", "bad-", 1);
            Await.until("another one is parked", () -> parked(Operator.SLOW) == 2);
            assertThat(Operator.about(Operator.SLOW)).hasSize(1);
            assertThat(Operator.GATE.getCount()).as("the observer still blocks").isOne();
        } finally {
            Operator.GATE.countDown();
        }
    }

    private long parked(String handler) {
        return admin.find(EventFilter.all().withQueue(handler).parked(), null, 10)
                .events()
                .size();
    }
}
