// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cloudevents;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.InboxMetadata;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import io.onceward.scenarios.support.Queues;
import io.onceward.spi.Transactions;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Events in both modes of CloudEvents are recorded, published, and received by both inboxes. */
@ExtendWith(ArquillianExtension.class)
@SameInFamily
public class CloudEventsScenario {

    private static final String SOURCE = "https://example.com/shop";

    @EJB
    Queues queues;

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application(
                        "cloudevents",
                        Await.class,
                        Handler.class,
                        Listener.class,
                        Order.class,
                        Queues.class,
                        ConsumedMessage.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.envelope=cloudevents",
                "onceward.cloudevents.source=" + SOURCE,
                "mp.messaging.outgoing.to_listener.destination=queue:inbox_method",
                "mp.messaging.outgoing.to_listener.connector=onceward",
                "mp.messaging.outgoing.to_listener_json.destination=queue:inbox_method",
                "mp.messaging.outgoing.to_listener_json.envelope=cloudevents-json",
                "mp.messaging.outgoing.to_handler.destination=queue:stored_orders",
                "mp.messaging.outgoing.to_handler.connector=onceward",
                "mp.messaging.outgoing.to_handler_json.destination=queue:stored_orders",
                "mp.messaging.outgoing.to_handler_json.envelope=cloudevents-json",
                "mp.messaging.incoming.cloudevents_in.connector=onceward",
                "mp.messaging.incoming.cloudevents_in.destination=queue:stored_orders");
    }

    @BeforeEach
    void forgetWhatWas() {
        Listener.CALLS.clear();
        Handler.ORDERS.clear();
        Handler.METADATA.clear();
    }

    @Test
    void listenerGetsThePayloadAndTheAttributesAsProperties() throws Exception {
        record("to_listener", UUID.randomUUID().toString(), "hello");
        Await.until("the message", () -> !Listener.CALLS.isEmpty());
        assertThat(Listener.CALLS).containsExactly("hello " + SOURCE);
    }

    @Test
    void listenerGetsTheEventInJson() throws Exception {
        String id = UUID.randomUUID().toString();
        record("to_listener_json", id, "hello");
        Await.until("the message", () -> !Listener.CALLS.isEmpty());
        assertThat(Listener.CALLS.peek())
                .startsWith("{\"specversion\":\"1.0\",\"id\":\"" + id + "\",\"source\":\"" + SOURCE + "\"")
                .contains("\"data\":\"hello\"");
    }

    @Test
    void handlerGetsTheDataInBothModes() throws Exception {
        for (String channel : List.of("to_handler", "to_handler_json")) {
            forgetWhatWas();
            Order order = new Order(UUID.randomUUID().toString(), "Müller \uD83D\uDE00");
            record(channel, order.id(), order);
            Await.until("the event", () -> !Handler.ORDERS.isEmpty());
            assertThat(Handler.ORDERS).containsExactly(order);
            InboxMetadata metadata = Handler.METADATA.element();
            assertThat(metadata.id()).isEqualTo(order.id());
            assertThat(metadata.key()).isEqualTo(order.id());
            assertThat(metadata.contentType()).isEqualTo("application/json");
            assertThat(metadata.headers())
                    .containsEntry("tenant", "acme")
                    .containsEntry("cloudEvents_tenant", "acme")
                    .containsEntry("cloudEvents_source", SOURCE);
        }
    }

    @Test
    void eventsOfOthersInJsonAreKnownByTheirSourceAndId() {
        String id = UUID.randomUUID().toString();
        for (String source : List.of("/one", "/one", "/other")) {
            String event = "{\"specversion\":\"1.0\",\"id\":\"" + id + "\",\"source\":\"" + source
                    + "\",\"type\":\"t\",\"partitionkey\":\"k\",\"data\":{\"id\":\"" + source + "\"}}";
            Map<String, String> properties = Map.of("contentType", "application/cloudevents+json");
            queues.send("inbox_method", event, properties);
            queues.send("stored_orders", event, properties);
        }
        Await.until("the last one", () -> Handler.ORDERS.contains(new Order("/other", null)));
        Await.until("the last one inline", () -> Listener.CALLS.size() >= 2);
        Await.until("all", () -> queues.depth("inbox_method") == 0);
        assertThat(Handler.ORDERS).containsExactly(new Order("/one", null), new Order("/other", null));
        assertThat(Listener.CALLS).hasSize(2);
    }

    private void record(String channel, String id, Object payload) throws Exception {
        transactions.inNew(() ->
                outbox.record(channel, payload, OutboxMetadata.none().withId(id).withHeader("tenant", "acme")));
    }
}
