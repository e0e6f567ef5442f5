// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.LogLines;
import io.onceward.spi.OutboxEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Attempts, backoff and parking of events that the broker refuses, on every database. */
abstract class RefusalContract extends OutboxFixture {

    @Test
    void eventsThatAreTooManyToBeUnblockedAtOnceFollowWithoutAPoll() throws Exception {
        engine = reopen(Map.of("onceward.relay.enabled", "false"));
        int many = 10_050;
        JTA.inTransaction(() -> {
            for (int i = 0; i < many; i++) {
                record("orders", "x", OutboxMetadata.none().withKey("one"));
            }
            return null;
        });
        sql("UPDATE onceward_outbox SET state = 'BLOCKED'");
        sql("UPDATE onceward_lane SET held = TRUE");
        engine = reopen(Map.of());
        engine.poll();
        assertThat(publisher.published()).hasSize(many);
    }

    @Test
    void refusedEventHoldsUpOnlyItsKey() throws Exception {
        List<String> ids = record(6, "orders", i -> i % 2 == 0 ? "bad" : "good");
        publisher.refuse(event -> event.id().equals(ids.get(0)));
        publisher.setDown(false);
        engine = reopen(QUICK_RETRY);
        pollUntilPublished(3);
        assertThat(publisher.published()).extracting(OutboxEvent::key).containsOnly("good");
        assertThat(text("SELECT lasterror FROM onceward_outbox WHERE id = '" + ids.get(0) + "'"))
                .contains("the broker refuses " + ids.get(0));

        String late = JTA.inTransaction(
                () -> record("orders", "x", OutboxMetadata.none().withKey("bad")));
        engine.poll();
        publisher.refuse(event -> false);
        pollUntilPublished(7);
        assertThat(publisher.ids().subList(3, 7)).containsExactly(ids.get(0), ids.get(2), ids.get(4), late);
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(number("SELECT COUNT(*) FROM onceward_lane WHERE held = TRUE"))
                .as("lanes still held")
                .isZero();
    }

    /** The node has removed the earlier event, and has died before it made the later one pending. */
    @Test
    void blockedEventIsPublishedIfNoEarlierOneIsLeft() throws Exception {
        List<String> ids = record(2, "orders", i -> "bad");
        publisher.refuse(event -> event.id().equals(ids.get(0)));
        publisher.setDown(false);
        engine = reopen(Map.of());
        pollUntil(() -> number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'BLOCKED'") == 1);
        engine.stop(Duration.ofSeconds(5));
        sql("DELETE FROM onceward_outbox WHERE state = 'RETRYING'");
        engine = reopen(Map.of());
        pollUntilPublished(1);
        assertThat(publisher.ids()).containsExactly(ids.get(1));
    }

    @Test
    void eventIsParkedAfterItsAttemptsAndItsKeyWaitsUntilItIsRequeued() throws Exception {
        List<String> ids = record(3, "orders", i -> "bad");
        park(ids, Map.of());
        assertThat(publisher.published()).isEmpty();
        EventSummary parked = engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 10)
                .events()
                .get(0);
        assertThat(parked.attempts()).isEqualTo(3);
        assertThat(parked.channel()).isEqualTo("orders");
        assertThat(parked.key()).isEqualTo("bad");
        assertThat(parked.error()).contains("the broker refuses " + ids.get(0));

        publisher.refuse(event -> false);
        assertThat(engine.outboxAdmin().requeue(EventFilter.all().withId("another"), "me"))
                .isZero();
        assertThat(engine.outboxAdmin().requeue(EventFilter.all().withKey("bad").withQueue("orders"), "me"))
                .isEqualTo(1);
        pollUntilPublished(3);
        assertThat(publisher.ids()).isEqualTo(ids);
    }

    @Test
    void discardingAnEventReleasesItsKey() throws Exception {
        List<String> ids = record(3, "orders", i -> "bad");
        park(ids, Map.of());
        EventFilter filter = EventFilter.all()
                .withType("orders")
                .withTimes(Instant.now().minusSeconds(3600), Instant.now().plusSeconds(3600));
        assertThat(engine.outboxAdmin().discard(filter, "me")).isEqualTo(1);
        pollUntilPublished(2);
        assertThat(publisher.ids()).isEqualTo(ids.subList(1, 3));
    }

    @Test
    void onFailureSkipReleasesTheKeyOfAParkedEvent() throws Exception {
        List<String> ids = record(3, "orders", i -> "bad");
        park(ids, Map.of("onceward.relay.on-failure", "skip"));
        pollUntilPublished(2);
        assertThat(publisher.ids()).isEqualTo(ids.subList(1, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "bad, block-key, later events of its key wait",
        "bad, skip, no later event waits for this one",
        ", block-key, no later event waits for this one"
    })
    void logOfAParkedEventSaysWhichEventsWait(String key, String onFailure, String waiting) throws Exception {
        try (LogLines log = new LogLines()) {
            List<String> ids = record(1, "orders", i -> key);
            park(ids, Map.of("onceward.relay.on-failure", onFailure));
            assertThat(log.all())
                    .filteredOn(line -> line.contains("OWD-1018: Event " + ids.get(0)))
                    .singleElement()
                    .asString()
                    .contains("is parked after 3 attempts; " + waiting + ". ");
        }
    }

    @Test
    void outageCostsNoAttempts() throws Exception {
        record(5, "orders", i -> "one");
        AtomicInteger attempts = new AtomicInteger();
        publisher.duringPublish = attempts::incrementAndGet;
        engine = reopen(new Nodes(JTA, publisher).tryingSoon(), QUICK_RETRY, Runnable::run, pool);
        pollUntil(() -> attempts.get() > 3);
        assertThat(number("SELECT SUM(attempts) FROM onceward_outbox")).isZero();
        assertThat(number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PENDING'"))
                .isEqualTo(5);
        publisher.setDown(false);
        pollUntilPublished(5);
    }

    @Test
    void unavailableDestinationDoesNotHoldUpOthers() throws Exception {
        record(40, "lost", i -> null);
        record(40, "orders", i -> null);
        publisher.refuse(event -> event.channel().equals("lost"));
        publisher.setDown(false);
        engine = reopen(Map.of("onceward.relay.batch-size", "20"));
        pollUntilPublished(40);
        assertThat(publisher.published()).extracting(OutboxEvent::channel).containsOnly("orders");
        assertThat(number("SELECT SUM(attempts) FROM onceward_outbox"))
                .as("attempts of 40 events")
                .isBetween(3, 39);
        publisher.refuse(event -> false);
        pollUntilPublished(80);
    }

    @Test
    void eventIsParkedEvenIfTheBrokersErrorCannotBeStored() throws Exception {
        Exception one = new IllegalStateException("\0 \ud83d " + "x".repeat(1900) + "\ud83d\ude00".repeat(100));
        Exception other = new IllegalStateException("of the other", one);
        one.initCause(other);
        record(1, "orders", i -> "bad");
        publisher.refuse(event -> event.key().equals("bad"), one);
        publisher.setDown(false);
        engine = reopen(parkingSoon("block-key"));
        pollUntil(() -> !engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 1)
                .events()
                .isEmpty());
        assertThat(engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 1)
                        .events()
                        .get(0)
                        .error())
                .contains("xxx");
    }

    @Test
    void delayedEventWaitsForAnEarlierOneOfItsKey() throws Exception {
        List<String> ids = record(1, "orders", i -> "bad");
        publisher.refuse(event -> event.id().equals(ids.get(0)));
        publisher.setDown(false);
        engine = reopen(QUICK_RETRY);
        engine.poll();
        String delayed = JTA.inTransaction(() -> record(
                "orders",
                "x",
                OutboxMetadata.none().withKey("bad").withDeliverAt(Instant.now().plusMillis(200))));
        Thread.sleep(500);
        engine.poll();
        assertThat(publisher.published()).isEmpty();
        publisher.refuse(event -> false);
        pollUntilPublished(2);
        assertThat(publisher.ids()).containsExactly(ids.get(0), delayed);
    }

    /** Polls until the first of these events is parked, after three attempts. */
    private void park(List<String> ids, Map<String, String> configuration) throws InterruptedException {
        Map<String, String> all = new HashMap<>(QUICK_RETRY);
        all.put("onceward.relay.max-attempts", "3");
        all.putAll(configuration);
        publisher.refuse(event -> event.id().equals(ids.get(0)));
        publisher.setDown(false);
        engine = reopen(all);
        pollUntil(() -> !engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 10)
                .events()
                .isEmpty());
        assertThat(engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events())
                .extracting(EventSummary::id)
                .containsExactly(ids.get(0));
    }
}
