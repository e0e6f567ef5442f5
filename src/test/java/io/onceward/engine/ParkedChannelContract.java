// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.LogLines;
import io.onceward.inbox.MessageHandler;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
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

    private final Compensation compensation = new Compensation();

    /** Inserts a row for each parked message that it gets. */
    private final class Compensation implements MessageHandler {

        private final Queue<InboxMetadata> got = new ConcurrentLinkedQueue<>();
        private final Queue<String> tried = new ConcurrentLinkedQueue<>();
        private volatile boolean fails;

        @Override
        public String name() {
            return "compensation";
        }

        @Override
        public String channel() {
            return "parked_orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            String body = new String(payload, StandardCharsets.UTF_8);
            return () -> {
                effect("compensation", body);
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

    @Test
    void channelWithoutAHandlerIsRefused() {
        assertRefused(INCOMING, "no handler");
        assertRefused(Map.of("mp.messaging.incoming.orders.parked-channel", "orders"), "has a parked-channel itself");
    }

    private void assertRefused(Map<String, String> configuration, String why) {
        assertThatThrownBy(() -> compensating(configuration, new MessageHandler[0]))
                .isInstanceOf(OncewardException.class)
                .hasMessageContaining("OWD-1229")
                .hasMessageContaining("mp.messaging.incoming.orders.parked-channel")
                .hasMessageContaining(why);
    }
}
