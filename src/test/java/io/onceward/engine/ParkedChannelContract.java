// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.LogLines;
import io.onceward.inbox.MessageHandler;
import io.onceward.queue.Slots;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** The handlers of parked messages and events, on every database. */
abstract class ParkedChannelContract extends StoredInboxFixture {

    private static final Map<String, String> INCOMING =
            Map.of("mp.messaging.incoming.orders.parked-channel", "parked_orders");

    private static final Map<String, String> OUTGOING = Map.of(
            "mp.messaging.outgoing.sales.parked-channel",
            "parked_orders",
            "onceward.relay.max-attempts",
            "1",
            "onceward.relay.retry-delay",
            "PT0.05S");

    private final Compensation compensation = new Compensation("compensation");

    /** Inserts a row for each parked message that it gets. */
    private final class Compensation implements MessageHandler {

        private final String name;
        private final Queue<InboxMetadata> got = new ConcurrentLinkedQueue<>();
        private final Queue<String> tried = new ConcurrentLinkedQueue<>();
        private volatile boolean fails;

        Compensation(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String channel() {
            return "parked_orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            String body = new String(payload, StandardCharsets.UTF_8);
            return () -> {
                effect(name, body);
                tried.add(body);
                if (fails) {
                    throw new IllegalStateException("not now");
                }
                got.add(metadata);
                return null;
            };
        }
    }

    private Engine compensating(Map<String, String> more) {
        return compensating(more, compensation);
    }

    private Engine compensating(Map<String, String> more, MessageHandler... compensations) {
        engine.stop(Duration.ZERO);
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.putAll(more);
        List<MessageHandler> handlers = new ArrayList<>(List.of(billing, shipping));
        handlers.addAll(List.of(compensations));
        engine = nodes.open(configuration, threads, pool, handlers);
        engines.add(engine);
        return engine;
    }

    @Test
    void handlerGetsAParkedMessageOnceWithItsQueueAndReason() throws Exception {
        compensating(INCOMING);
        billing.fails = "bad";
        store("m1", "k", "bad order");
        pollUntil(() -> effects("compensation").size() == 1);
        store("m2", null, "good");
        pollUntil(() -> billing.handled.contains("good"));
        assertThat(effects("compensation")).containsExactly("bad order");
        assertThat(compensation.got).singleElement().satisfies(metadata -> {
            assertThat(metadata.id()).isEqualTo("m1");
            assertThat(metadata.channel()).isEqualTo("orders");
            assertThat(metadata.key()).isEqualTo("k");
            assertThat(metadata.headers()).containsEntry("onceward_parked_queue", "billing");
            assertThat(metadata.headers().get("onceward_parked_error")).contains("billing does not like bad order");
        });
        assertThat(parked())
                .as("the message waits for an operator")
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.id()).isEqualTo("m1");
                    assertThat(event.queue()).isEqualTo("billing");
                });
    }

    /** A broker may deliver a message twice, and nothing but a claim shows it. */
    @Test
    void messageThatWasStoredTwiceIsHandedOnOnce() throws Exception {
        Engine node = compensating(INCOMING);
        billing.fails = "bad";
        store("m1", null, "bad order");
        store("m1", null, "bad order");
        pollUntil(() -> parked().size() == 2 && rows("onceward_inbox_message") == 2);
        assertThat(effects("compensation")).containsExactly("bad order");
        node.inboxAdmin().discard(EventFilter.all(), "the test");
        store("m1", null, "bad order");
        pollUntil(() -> parked().size() == 1 && rows("onceward_inbox_message") == 1);
        assertThat(effects("compensation")).containsExactly("bad order");
    }

    @Test
    void messageThatTwoHandlersParkIsHandedOnForEach() throws Exception {
        compensating(INCOMING);
        billing.fails = "bad";
        shipping.fails = "bad";
        store("m1", "k", "bad order");
        pollUntil(() -> effects("compensation").size() == 2);
        assertThat(compensation.got)
                .extracting(metadata -> metadata.headers().get("onceward_parked_queue"))
                .containsExactlyInAnyOrder("billing", "shipping");
        assertThat(compensation.got).extracting(InboxMetadata::id).containsOnly("m1");
    }

    @Test
    void eventThatIsRequeuedAndParkedAgainIsHandedOnAgain() throws Exception {
        Engine node = compensating(OUTGOING);
        publisher.refuse(event -> true);
        JTA.inTransaction(() -> node.recording("sales").record("bad sale", OutboxMetadata.none()));
        pollUntil(() -> effects("compensation").size() == 1);
        node.outboxAdmin().requeue(EventFilter.all(), "the test");
        pollUntil(() -> effects("compensation").size() == 2);
        assertThat(effects("compensation")).containsExactly("bad sale", "bad sale");
    }

    @Test
    void channelThatParksNothingIsRefused() {
        Map<String, String> local = Map.of("mp.messaging.outgoing.orders.parked-channel", "parked_orders");
        assertThatThrownBy(() -> JTA.inTransaction(
                        () -> compensating(local).recording("orders").record("order", OutboxMetadata.none())))
                .hasMessageContaining("OWD-1229")
                .hasMessageContaining("mp.messaging.incoming.orders.parked-channel");
    }

    @Test
    void compensationThatFailsIsRetriedAndParkedOnceItself() throws Exception {
        compensating(INCOMING);
        billing.fails = "bad";
        compensation.fails = true;
        store("m1", null, "bad order");
        pollUntil(() -> !compensation.tried.isEmpty());
        assertThat(effects("compensation")).isEmpty();
        compensation.fails = false;
        pollUntil(() -> effects("compensation").size() == 1);
        assertThat(effects("compensation")).containsExactly("bad order");
        assertThat(parked()).hasSize(1);
    }

    /** The claim of a copy has the queue, too: that of a message with the same id is not its own. */
    @Test
    void copyWithTheIdOfAClaimedMessageIsHandledAfterItWasBlocked() throws Exception {
        Map<String, String> more = new HashMap<>(INCOMING);
        more.put("mp.messaging.incoming.parked_orders.retry-delay", "PT0.1S");
        more.put("mp.messaging.incoming.parked_orders.retry-max-delay", "PT0.2S");
        more.put("mp.messaging.incoming.parked_orders.max-attempts", "1000");
        Engine node = compensating(more);
        node.stored().store("parked_orders", new Text("m2", null, "direct"));
        pollUntil(() -> effects("compensation").size() == 1);
        compensation.fails = true;
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        pollUntil(() -> parked().size() == 1);
        node.inboxAdmin().discard(EventFilter.all(), "the test");
        store("m2", "k", "bad 2");
        pollUntil(() -> parked().size() == 1 && !waits(EventFilter.all().withStates(EventState.PENDING)));
        compensation.fails = false;
        pollUntil(() -> !waits(EventFilter.all()));
        assertThat(effects("compensation")).containsExactly("direct", "bad 1", "bad 2");
    }

    private boolean waits(EventFilter filter) {
        return !engine.inboxAdmin()
                .find(filter.withQueue("compensation"), null, 1)
                .events()
                .isEmpty();
    }

    @Test
    void handlerGetsAParkedEventOfTheOutbox() throws Exception {
        Engine node = compensating(OUTGOING);
        publisher.refuse(event -> true);
        OutboxMetadata metadataOfSale = OutboxMetadata.none().withKey("k").withHeader("tenant", "acme");
        String id = JTA.inTransaction(() -> node.recording("sales").record("bad sale", metadataOfSale));
        pollUntil(() -> effects("compensation").size() == 1);
        assertThat(effects("compensation")).containsExactly("bad sale");
        assertThat(compensation.got).singleElement().satisfies(metadata -> {
            assertThat(metadata.id()).isEqualTo(id);
            assertThat(metadata.key()).isEqualTo("k");
            assertThat(metadata.headers())
                    .containsEntry("tenant", "acme")
                    .containsEntry("onceward_parked_queue", "sales");
        });
        assertThat(node.outboxAdmin().find(EventFilter.all().parked(), null, 10).events())
                .hasSize(1);
    }

    @Test
    void eventIsParkedInTheTransactionThatHandsItOn() throws Exception {
        Engine node = compensating(OUTGOING);
        publisher.refuse(event -> true);
        sql("ALTER TABLE onceward_inbox_message ADD CONSTRAINT no_row CHECK (handler <> 'compensation')");
        try (LogLines log = new LogLines()) {
            JTA.inTransaction(() -> node.recording("sales").record("bad sale", OutboxMetadata.none()));
            pollUntil(() -> log.all().stream()
                    .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains("no_row")));
        }
        assertThat(node.outboxAdmin().find(EventFilter.all(), null, 10).events())
                .singleElement()
                .satisfies(event -> assertThat(event.state()).isNotEqualTo(EventState.PARKED));
        sql("ALTER TABLE onceward_inbox_message DROP CONSTRAINT no_row");
        pollUntil(() -> effects("compensation").size() == 1);
        assertThat(effects("compensation")).containsExactly("bad sale");
        assertThat(node.outboxAdmin().find(EventFilter.all().parked(), null, 10).events())
                .hasSize(1);
    }

    /** Other queues have the same database, and go on. */
    @Test
    void failureToHandOnNamesTheEventAndDelaysOnlyItsQueue() throws Exception {
        Engine node = compensating(OUTGOING);
        publisher.refuse(event -> event.channel().equals("sales"));
        sql("ALTER TABLE onceward_inbox_message ADD CONSTRAINT no_row CHECK (handler <> 'compensation')");
        try (LogLines log = new LogLines()) {
            String id = JTA.inTransaction(() -> node.recording("sales").record("bad sale", OutboxMetadata.none()));
            pollUntil(() -> log.all().stream().anyMatch(line -> line.contains("OWD-1231") && line.contains(id)));
            assertThat(node.outages().databases()).singleElement().satisfies(outage -> assertThat(outage.name())
                    .contains("lanes of channel sales"));
        }
        sql("ALTER TABLE onceward_inbox_message DROP CONSTRAINT no_row");
        pollUntil(() -> effects("compensation").size() == 1);
        pollUntil(() -> node.outages().databases().isEmpty());
    }

    // ---- locks of other sessions

    /** A gzip of it is shorter. */
    private static final String BAD_SALE = "bad sale".repeat(6);

    @Test
    void parkedEventWhoseRowWasLockedIsHandedOnWithItsPayload() throws Exception {
        assertHandedOnAfter(this::lockRow, Map.of(), compensation);
    }

    @Test
    void parkedEventWhoseLaneWasLockedIsHandedOnWithItsPayload() throws Exception {
        assertHandedOnAfter(
                () -> "onceward_lane WHERE channel = 'sales' AND lane = " + Slots.of("k", null) % 64,
                Map.of(),
                compensation);
    }

    @Test
    void parkedEventWhoseRowWasLockedIsHandedOnToTwoHandlers() throws Exception {
        assertHandedOnAfter(this::lockRow, Map.of(), compensation, new Compensation("second"));
    }

    @Test
    void parkedEventWhoseRowWasLockedIsHandedOnEncoded() throws Exception {
        assertHandedOnAfter(
                this::lockRow, Map.of("onceward.codecs", "gzip", "onceward.gzip.min-size", "1"), compensation);
    }

    private String lockRow() {
        String seq = text("SELECT seq FROM onceward_outbox WHERE aggregateid = 'k'");
        return "onceward_outbox WHERE aggregatetype = 'sales' AND state = 'PENDING' AND seq = " + seq;
    }

    /** Records an event that is refused for the last time while another session has locked rows. */
    private void assertHandedOnAfter(Supplier<String> locked, Map<String, String> more, Compensation... compensations)
            throws Exception {
        Map<String, String> configuration = new HashMap<>(OUTGOING);
        configuration.putAll(more);
        Engine node = compensating(configuration, compensations);
        sell(node, "first", null);
        pollUntil(() -> rows("onceward_outbox") == 0); // the node has lanes
        publisher.setDown(true);
        sell(node, BAD_SALE, "k");
        Queue<String> refused = new ConcurrentLinkedQueue<>();
        publisher.refuse(event -> "k".equals(event.key()) && refused.add(event.id()));
        try (Connection other = pool.getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT * FROM " + locked.get() + " FOR UPDATE");
            publisher.setDown(false);
            pollUntil(() -> !refused.isEmpty());
            sell(node, "while it is locked", null);
            pollUntil(() -> rows("onceward_outbox") == 1); // a cycle has met the lock
            other.rollback();
        }
        for (Compensation each : compensations) {
            pollUntil(() -> !effects(each.name()).isEmpty());
            assertThat(effects(each.name())).containsExactly(BAD_SALE);
        }
        assertThat(refused).as("attempts").hasSize(1);
        sell(node, "later", "another key");
        pollUntil(() -> rows("onceward_outbox") == 1);
        assertThat(node.outboxAdmin().find(EventFilter.all().parked(), null, 10).events())
                .hasSize(1);
    }

    private static void sell(Engine node, String sale, String key) throws Exception {
        JTA.inTransaction(
                () -> node.recording("sales").record(sale, OutboxMetadata.none().withKey(key)));
    }

    @Test
    void channelWithoutAHandlerIsRefused() {
        assertRefused(INCOMING, "no handler");
        assertRefused(Map.of("mp.messaging.incoming.orders.parked-channel", "orders"), "has a parked-channel itself");
    }

    // ---- several applications

    /** Opens an application with the same tables and these handlers. */
    private Engine application(Map<String, String> more, MessageHandler... handlers) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.putAll(more);
        Engine opened = nodes.open(configuration, threads, pool, List.of(handlers));
        engines.add(opened);
        return opened;
    }

    @Test
    void eachApplicationHandsOnToTheHandlerThatOneOfThemHas() throws Exception {
        engine.stop(Duration.ZERO);
        publisher.refuse(event -> true);
        Map<String, String> key = new HashMap<>(OUTGOING);
        key.put("mp.messaging.outgoing.sales.parked-channel", "local:compensation");
        Engine shop = application(key);
        JTA.inTransaction(() -> shop.recording("sales").record("parked by the shop", OutboxMetadata.none()));
        until(() -> rows("onceward_inbox_message") == 1, shop::poll);
        publisher.setDown(true);
        JTA.inTransaction(() -> shop.recording("sales").record("parked by refunds", OutboxMetadata.none()));
        shop.stop(Duration.ofSeconds(5));
        publisher.setDown(false);
        Engine refunds = application(key, compensation);
        until(() -> effects("compensation").size() == 2, refunds::poll);
        assertThat(effects("compensation")).containsExactlyInAnyOrder("parked by the shop", "parked by refunds");
        assertThat(compensation.got)
                .extracting(metadata -> metadata.headers().get("onceward_parked_queue"))
                .containsOnly("sales");
    }

    @Test
    void relayWhoseKeyLeadsToNoHandlerSaysSo() throws Exception {
        Engine shop = compensating(Map.of("onceward.relay.max-attempts", "1"));
        publisher.setDown(true);
        JTA.inTransaction(() -> shop.recording("sales").record("bad sale", OutboxMetadata.none()));
        shop.stop(Duration.ofSeconds(5));
        publisher.refuse(event -> true);
        publisher.setDown(false);
        try (LogLines log = new LogLines()) {
            Engine other = application(OUTGOING);
            until(
                    () -> !other.outboxAdmin()
                            .find(EventFilter.all().parked(), null, 10)
                            .events()
                            .isEmpty(),
                    other::poll);
            assertThat(log.all())
                    .filteredOn(text -> text.startsWith("OWD-1240"))
                    .singleElement()
                    .asString()
                    .contains("mp.messaging.outgoing.sales.parked-channel", "'parked_orders'", "local:");
        }
    }

    /** Two applications may name handlers of each other, and neither sees the other's configuration. */
    @Test
    void copyThatIsParkedItselfDoesNotGoRoundBetweenApplications() throws Exception {
        engine.stop(Duration.ZERO);
        engine = application(Map.of("mp.messaging.incoming.orders.parked-channel", "local:compensation"), billing);
        Engine refunds = application(
                Map.of(
                        "mp.messaging.incoming.parked_orders.parked-channel",
                        "local:billing",
                        "mp.messaging.incoming.parked_orders.max-attempts",
                        "1"),
                compensation);
        billing.fails = "bad";
        compensation.fails = true;
        store("m1", null, "bad order");
        until(() -> parked().size() >= 2, () -> {
            engine.poll();
            refunds.poll();
        });
        assertThat(parked()).extracting(EventSummary::queue).containsExactlyInAnyOrder("billing", "compensation");
        assertThat(rows("onceward_inbox_message")).isEqualTo(2);
    }

    @Test
    void handlerThatCannotGetParkedEventsIsRefused() {
        assertRefused(Map.of("mp.messaging.incoming.orders.parked-channel", "local:"), "no handler");
        assertRefused(
                Map.of("mp.messaging.incoming.orders.parked-channel", "local:billing"), "has a parked-channel itself");
        assertRefused(Map.of("mp.messaging.incoming.orders.parked-channel", "local:observer:billing"), "no handler");
    }

    private void assertRefused(Map<String, String> configuration, String why) {
        assertThatThrownBy(() -> compensating(configuration, new MessageHandler[0]))
                .isInstanceOf(OncewardException.class)
                .hasMessageContaining("OWD-1229")
                .hasMessageContaining("mp.messaging.incoming.orders.parked-channel")
                .hasMessageContaining(why);
    }
}
