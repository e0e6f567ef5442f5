// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.onceward.api.Backlog;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages are stored once and handled by each handler, on every database. */
@DialectContract
abstract class StoredInboxContract extends StoredInboxFixture {

    @Test
    void storedMessageIsHandledByEachHandlerAndRemoved() {
        store("m1", "k1", "hello");
        assertThat(billing.handled).containsExactly("hello");
        assertThat(shipping.handled).containsExactly("hello");
        assertThat(rows("onceward_inbox_message")).isZero();
        assertThat(rows("effect")).isEqualTo(2);
        assertThat(rows("onceward_inbox")).isEqualTo(2);
        assertThat(billing.metadata)
                .returns("m1", InboxMetadata::id)
                .returns("orders", InboxMetadata::channel)
                .returns("k1", InboxMetadata::key)
                .returns("orders", InboxMetadata::type)
                .returns("text/plain", InboxMetadata::contentType)
                .returns(Map.of("tenant", "acme"), InboxMetadata::headers);
    }

    /** The database has undone the claim, the removal of the message and what the handler did before. */
    @Test
    void messageWhoseHandlerSwallowedADeadlockIsHandledAgain() throws Exception {
        Deadlock deadlock = new Deadlock(JTA, pool, threads);
        deadlock.prepare();
        AtomicBoolean first = new AtomicBoolean(true);
        billing.further = () -> {
            if (first.getAndSet(false)) {
                deadlock.swallow();
                try {
                    effect("billing", "after the deadlock");
                } catch (SQLException e) {
                    // PostgreSQL refuses further statements
                }
            }
            return null;
        };
        store("m1", "k1", "hello");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(effects("billing")).containsExactly("hello");
        assertThat(billing.handled).containsExactly("hello", "hello");
        assertThat(shipping.handled).containsExactly("hello");
        assertThat(rows("onceward_inbox")).isEqualTo(2);
    }

    @Test
    void messageThatIsStoredAgainIsDropped() {
        store("m1", null, "hello");
        store("m1", null, "hello");
        assertThat(billing.handled).containsExactly("hello");
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    @Test
    void storingIsATransactionOfItsOwn() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    store("m1", null, "hello");
                    throw new IllegalStateException("the delivery fails");
                }))
                .hasMessage("the delivery fails");
        assertThat(billing.handled).containsExactly("hello");
    }

    @Test
    void refusedMessagesAreNotStored() {
        assertThatThrownBy(() -> engine.stored().store("unknown", new Text("m1", null, "x")))
                .hasMessageStartingWith("OWD-0090");
        assertThatThrownBy(() -> store(null, null, "x")).hasMessageStartingWith("OWD-0091");
        assertThatThrownBy(() -> store("m1", null, null))
                .hasMessageStartingWith("OWD-0091")
                .hasMessageContaining("no body");
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    @Test
    void longIdentityAndKeyAreNeverCut() {
        String much = "x".repeat(400);
        store(much + "1", much + "1", "one");
        store(much + "2", much + "2", "two");
        store(much + "2", much + "2", "two again");
        assertThat(billing.handled).containsExactly("one", "two");
    }

    @Test
    void identityThatDatabasesRefuseOrChangeIsStoredAsItsHash() {
        for (String odd : List.of("m\0", "m\ud83d", "m\ud83e", "m?")) {
            store(odd, odd, "of " + (int) odd.charAt(1));
            store(odd, odd, "again");
        }
        assertThat(billing.handled).containsExactly("of 0", "of 55357", "of 55358", "of 63");
    }

    @Test
    void manyMessagesAreOneBatch() {
        List<Text> many = IntStream.range(0, 1000)
                .mapToObj(i -> new Text("m" + i, "k" + i % 7, "b" + i))
                .toList();
        engine.stored().receive("orders", many);
        assertThat(billing.handled).hasSize(1000).doesNotHaveDuplicates();
        assertThat(shipping.handled).hasSize(1000).doesNotHaveDuplicates();
        for (int key = 0; key < 7; key++) {
            int k = key;
            assertThat(billing.handled.stream()
                            .map(body -> Integer.parseInt(body.substring(1)))
                            .filter(n -> n % 7 == k))
                    .isSorted();
        }
    }

    @Test
    void messageWhoseRowOutlivedItsEffectsIsDropped() throws Exception {
        store("m1", null, "one");
        sql("INSERT INTO onceward_inbox_message (id, aggregatetype, type, payload, contenttype, handler, slot)"
                + " VALUES ('m1', 'orders', 'orders', '', 'text/plain', 'billing', 1)");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.handled).containsExactly("one");
    }

    /** Behind a parked message the row could wait for longer than its claim is kept. */
    @Test
    void secondRowOfAHandledMessageWaitsBehindNoOther() throws Exception {
        billing.fails = "bad";
        Text handled = new Text("m1", "k", "good 1");
        Text parked = new Text("m2", "k", "bad 2");
        engine.stored().receive("orders", List.of(handled, parked, handled, parked));
        pollUntil(() -> parked().size() == 1);
        engine.poll();
        sql("DELETE FROM onceward_inbox");
        billing.fails = "nothing";
        engine.inboxAdmin().requeue(EventFilter.all(), "me");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.handled).containsExactly("good 1", "bad 2");
    }

    @Test
    void eventsOfAHandlerCommitWithItsEffects() throws Exception {
        billing.further = () -> engine.recording("invoices").record("invoice", OutboxMetadata.none());
        billing.fails = "bad";
        store("m1", null, "good");
        store("m1", null, "good");
        store("m2", null, "bad");
        assertThat(publisher.published()).hasSize(1);
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void pausedHandlerIsNotCalledButItsMessagesAreStored() throws Exception {
        assertThat(engine.inboxAdmin().pause("billing", "me")).isTrue();
        store("m1", "k", "one");
        store("m2", "k", "two");
        pollUntil(() -> effects("shipping").size() == 2);
        engine.poll();
        assertThat(effects("billing")).isEmpty();
        assertThat(engine.inboxAdmin().backlog())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .extracting(Backlog::queue, Backlog::pending, Backlog::isPaused)
                                .containsExactly("billing", 2L, true),
                        line -> assertThat(line)
                                .extracting(Backlog::queue, Backlog::pending, Backlog::isPaused)
                                .containsExactly("shipping", 0L, false));
        assertThat(engine.inboxAdmin()
                        .find(EventFilter.all().withQueue("billing"), null, 10)
                        .events())
                .extracting(EventSummary::id, EventSummary::handler)
                .containsExactly(tuple("m1", "billing"), tuple("m2", "billing"));

        assertThat(engine.inboxAdmin().resume("billing", "me")).isTrue();
        pollUntil(() -> effects("billing").size() == 2);
        assertThat(billing.handled).containsExactly("one", "two");
    }

    @Test
    void purgedMessageDoesNotReachItsHandler() throws Exception {
        engine.inboxAdmin().pause("billing", "me");
        store("m1", "k", "one");
        pollUntil(() -> effects("shipping").size() == 1);
        assertThat(engine.inboxAdmin().purge(EventFilter.all().withQueue("billing"), "me"))
                .isEqualTo(1);
        engine.inboxAdmin().resume("billing", "me");
        store("m2", "k", "two");
        pollUntil(() -> effects("billing").size() == 1);
        assertThat(billing.handled).containsExactly("two");
    }

    @Test
    void channelOfAnotherConnectorIsRefused() {
        assertThatThrownBy(() -> node(
                        Map.of("mp.messaging.incoming.orders.connector", "smallrye-kafka"), Runnable::run, billing))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0095");
    }
}
