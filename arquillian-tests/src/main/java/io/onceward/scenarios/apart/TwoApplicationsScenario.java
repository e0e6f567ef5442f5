// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.apart;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Mailbox;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.shop.Front;
import io.onceward.scenarios.shop.Ledger;
import io.onceward.scenarios.shop.Orders;
import io.onceward.scenarios.shop.Shop;
import io.onceward.scenarios.support.Await;
import io.onceward.scenarios.support.ConsumedMessage;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Applications on one server, each with a JAR of its own in {@code WEB-INF/lib}. */
@OutsideBroker
@OnlyInFull
class TwoApplicationsScenario {

    private static final int ORDERS = 50;
    private static final int MANY_ORDERS = 300;
    private static final String POSTGRESQL = "onceward.datasource=jdbc/postgresql";

    private static ServerUnderTest.Run server;

    @BeforeAll
    static void start() {
        Shop.createTables("shared_");
        server = ServerUnderTest.current()
                .start(
                        application("on-postgresql", "apart_postgresql", POSTGRESQL, "onceward.table-prefix=apart_"),
                        application("on-h2", "apart-h2", "onceward.table-prefix=apart_"),
                        application(
                                "silent",
                                "apart_silent",
                                POSTGRESQL,
                                "onceward.table-prefix=silent_",
                                "onceward.relay.enabled=false"),
                        application("left", "apart_shared", POSTGRESQL, "onceward.table-prefix=shared_"),
                        application("right", "apart_shared", POSTGRESQL, "onceward.table-prefix=shared_"));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void eachApplicationHasItsOwnConfigurationAndTablesAndPublishesOnlyItsOwnEvents() {
        Shop.place(server, "silent", "silent", ORDERS);
        Shop.place(server, "on-postgresql", "first", ORDERS);
        Shop.place(server, "on-h2", "second", ORDERS);

        // First the queue that waits for unexpected messages: the other queues get the same time.
        assertThat(Mailbox.take("apart-h2", 2 * ORDERS))
                .extracting(ConsumedMessage::text)
                .containsExactlyInAnyOrderElementsOf(Shop.orders("second", ORDERS));
        Await.until("an empty outbox", () -> Rows.count("apart_outbox") == 0);
        assertThat(Mailbox.drain("apart_postgresql"))
                .extracting(ConsumedMessage::text)
                .containsExactlyInAnyOrderElementsOf(Shop.orders("first", ORDERS));
        assertThat(Rows.count("silent_outbox"))
                .as("no other application publishes them")
                .isEqualTo(2 * ORDERS);
        assertThat(Mailbox.drain("apart_silent")).isEmpty();
    }

    @Test
    void relaysThatShareTheirTablesPublishEachEventOnceAndKeepTheOrderOfEachKey() {
        List<String> names = List.of("a", "b", "c", "d");

        CompletableFuture.allOf(names.stream()
                        .map(name -> CompletableFuture.runAsync(() ->
                                Shop.place(server, names.indexOf(name) % 2 == 0 ? "left" : "right", name, MANY_ORDERS)))
                        .toArray(CompletableFuture[]::new))
                .join();

        List<ConsumedMessage> received = Mailbox.take("apart_shared", names.size() * 2 * MANY_ORDERS);
        for (String name : names) {
            for (String channel : List.of(Orders.RETURNED, Orders.RECORDED)) {
                assertThat(received)
                        .filteredOn(message -> message.key().equals(name)
                                && message.property("onceward_channel").equals(channel))
                        .extracting(ConsumedMessage::text)
                        .as("key %s on channel %s", name, channel)
                        .containsExactlyElementsOf(Shop.orders(name, MANY_ORDERS).stream()
                                .filter(order -> order.contains(channel.replace("shop", "")))
                                .toList());
            }
        }
        assertThat(received).hasSize(names.size() * 2 * MANY_ORDERS);
        // The relay deletes a row after the broker has confirmed it, when it may have been received already.
        Await.until("an empty outbox", () -> Rows.count("shared_outbox") == 0);
    }

    /** It does not receive, so that what is published is seen from outside. */
    private static WebArchive application(String name, String queue, String... configuration) {
        return Deployments.configured(
                Deployments.application(name, Ledger.class, Orders.class, Front.class),
                Stream.concat(
                                Stream.of(
                                        "onceward.schema=create",
                                        "mp.messaging.outgoing." + Orders.RETURNED + ".destination=queue:" + queue,
                                        "mp.messaging.outgoing." + Orders.RECORDED + ".destination=queue:" + queue),
                                Arrays.stream(configuration))
                        .toArray(String[]::new));
    }
}
