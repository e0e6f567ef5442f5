// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.RetryLaterException;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.LogLines;
import io.onceward.inbox.FailureTypes;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Attempts, backoff and parking of stored messages whose handler fails, on every database. */
abstract class HandlerFailureContract extends StoredInboxFixture {

    @Test
    void failureOfOneHandlerUndoesItsEffectsAndNothingElse() throws Exception {
        engine.stop(Duration.ZERO);
        engine = node(Map.of("mp.messaging.incoming.orders.max-attempts", "1000"), Runnable::run, billing, shipping);
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        store("m2", "k", "good 2");
        store("m3", "other", "good 3");
        assertThat(shipping.handled).containsExactly("bad 1", "good 2", "good 3");
        assertThat(billing.handled).containsExactly("good 3");
        assertThat(effects("billing")).containsExactly("good 3");
        billing.fails = "nothing";
        pollUntil(() -> billing.handled.size() == 3);
        assertThat(billing.handled).containsExactly("good 3", "bad 1", "good 2");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
    }

    @Test
    void messageIsParkedAfterItsAttemptsAndItsKeyWaitsUntilItIsRequeued() throws Exception {
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        store("m2", "k", "good 2");
        pollUntil(() -> parked().size() == 1);
        EventSummary parked = parked().get(0);
        assertThat(parked.id()).isEqualTo("m1");
        assertThat(parked.channel()).isEqualTo("orders");
        assertThat(parked.destination()).isEqualTo("billing");
        assertThat(parked.attempts()).isEqualTo(3);
        assertThat(parked.error()).contains("billing does not like bad 1");
        engine.poll();
        assertThat(billing.handled).isEmpty();
        billing.fails = "nothing";
        assertThat(engine.inboxAdmin().requeue(EventFilter.all().withQueue("shipping"), "me"))
                .isZero();
        assertThat(engine.inboxAdmin().requeue(EventFilter.all().withQueue("billing"), "me"))
                .isEqualTo(1);
        pollUntil(() -> billing.handled.size() == 2);
        assertThat(billing.handled).containsExactly("bad 1", "good 2");
        assertThat(engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events())
                .isEmpty();
    }

    @Test
    void logNamesTheMessageAndItsHandler() throws Exception {
        try (LogLines log = new LogLines()) {
            billing.fails = "bad";
            store("m1", "k", "bad 1");
            pollUntil(() -> parked().size() == 1);
            assertThat(log.all())
                    .filteredOn(line -> line.contains("OWD-1017") || line.contains("OWD-1018"))
                    .hasSize(3)
                    .allSatisfy(line -> assertThat(line)
                            .contains(": Message m1 of channel 'orders' for handler 'billing' ")
                            .doesNotContain("event"));
        }
    }

    /** No lock of the relay is held while a handler runs. */
    @Test
    void handlerMayRequeueMessagesOfItsOwnQueue() throws Exception {
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        pollUntil(() -> parked().size() == 1);
        billing.fails = "nothing";
        billing.further = () -> engine.inboxAdmin().requeue(EventFilter.all().withQueue("billing"), "me");
        store("m2", "k2", "good 2");
        pollUntil(() -> billing.handled.size() == 2);
        assertThat(billing.handled).containsExactly("good 2", "bad 1");
        assertThat(effects("billing")).containsExactlyInAnyOrder("good 2", "bad 1");
    }

    @Test
    void discardingAMessageReleasesItsKey() throws Exception {
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        store("m2", "k", "good 2");
        pollUntil(() -> parked().size() == 1);
        assertThat(engine.inboxAdmin().discard(EventFilter.all().withId("m1"), "me"))
                .isEqualTo(1);
        pollUntil(() -> billing.handled.size() == 1);
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    @Test
    void onFailureSkipReleasesTheKeyOfAParkedMessage() throws Exception {
        Engine skipping = node(Map.of("mp.messaging.incoming.orders.on-failure", "skip"), Runnable::run, billing);
        engine.stop(Duration.ZERO);
        billing.fails = "bad";
        skipping.stored().receive("orders", List.of(new Text("m1", "k", "bad 1"), new Text("m2", "k", "good 2")));
        until(() -> billing.handled.size() == 1, skipping::poll);
        assertThat(skipping.inboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events())
                .hasSize(1);
    }

    @Test
    void undecodableMessageIsParkedAtOnce() {
        store("m1", null, "{broken");
        assertThat(parked()).hasSize(2).allSatisfy(parked -> {
            assertThat(parked.attempts()).isEqualTo(1);
            assertThat(parked.error()).contains("OWD-0093").contains("no JSON");
        });
        assertThat(rows("onceward_inbox")).isZero();
        store("m2", null, "sound");
        assertThat(billing.handled).containsExactly("sound");
    }

    @Test
    void manyPoisonMessagesAreParkedWhileOthersAreHandled() throws Exception {
        engine.stop(Duration.ZERO);
        engine = node(
                nodes.tryingAfter(Duration.ofMillis(5), Duration.ofMillis(100)),
                Map.of(),
                Runnable::run,
                billing,
                shipping);
        billing.fails = "bad";
        List<Text> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(new Text("m" + i, null, (i < 10 ? "bad " : "good ") + i));
        }
        engine.stored().receive("orders", messages);
        pollUntil(() -> billing.handled.size() == 10);
        AtomicInteger more = new AtomicInteger();
        until(() -> parked().size() == 10, () -> store("more" + more.incrementAndGet(), null, "good"));
        pollUntil(() -> rows("onceward_inbox_message") == 10);
    }

    // ---- failures that differ

    @Test
    void handlerMayAskForALaterAttemptAsOftenAsItNeeds() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        billing.failure = body -> body.equals("one") && attempts.incrementAndGet() <= 5
                ? new IllegalStateException(
                        "as a container wraps it", new RetryLaterException("not paid yet", Duration.ofMillis(20)))
                : null;
        store("m1", "k", "one");
        store("m2", "k", "two");
        EventSummary waiting = waiting("m1");
        assertThat(waiting.attempts()).isZero();
        assertThat(waiting.error()).contains("not paid yet");
        pollUntil(() -> billing.handled.size() == 2);
        assertThat(attempts).hasValue(6);
        assertThat(billing.handled).containsExactly("one", "two");
        assertThat(effects("billing")).containsExactly("one", "two");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
    }

    @Test
    void laterAttemptComesAfterTheDelayThatTheHandlerAsksFor() {
        billing.failure = body -> new RetryLaterException("not paid yet", Duration.ofHours(2));
        Instant before = Instant.now();
        store("m1", null, "one");
        EventSummary waiting = waiting("m1");
        assertThat(waiting.state()).isEqualTo(EventState.RETRYING);
        assertThat(waiting.availableAt())
                .isBetween(before.plus(Duration.ofMinutes(110)), before.plus(Duration.ofMinutes(130)));
    }

    @Test
    void failureThatIsNeverRetriedParksTheMessageAtOnce() {
        billing.failureTypes =
                FailureTypes.of("billing", Set.of(IllegalArgumentException.class), Set.of(IOException.class));
        billing.failure =
                body -> new IllegalStateException(new NumberFormatException("no amount: " + body)); // a subtype
        store("m1", null, "one");
        assertThat(parked()).singleElement().satisfies(parked -> {
            assertThat(parked.attempts()).isEqualTo(1);
            assertThat(parked.error()).contains("OWD-0101").contains("no amount: one");
        });
        assertThat(effects("billing")).isEmpty();
    }

    @Test
    void failureThatIsNotCountedIsRetriedUntilTheMessageIsHandled() throws Exception {
        billing.failureTypes =
                FailureTypes.of("billing", Set.of(IllegalArgumentException.class), Set.of(IOException.class));
        billing.failure = body ->
                billing.tried.size() <= 6 ? new IllegalStateException(new ConnectException("no warehouse")) : null;
        store("m1", null, "one");
        pollUntil(() -> billing.tried.size() == 6);
        EventSummary waiting = waiting("m1");
        assertThat(waiting.state()).isEqualTo(EventState.RETRYING);
        assertThat(waiting.attempts()).isZero();
        pollUntil(() -> billing.handled.size() == 1);
        assertThat(effects("billing")).containsExactly("one");
    }

    @Test
    void failuresOfMessagesDoNotOpenTheCircuitBreaker() {
        billing.failureTypes = FailureTypes.of("billing", Set.of(IllegalArgumentException.class), Set.of());
        billing.failure = body -> body.startsWith("bad")
                ? new IllegalArgumentException(body)
                : new RetryLaterException("not paid yet", Duration.ofHours(1));
        for (int i = 0; i < 10; i++) {
            store("m" + i, null, (i % 2 == 0 ? "bad " : "unpaid ") + i);
        }
        assertThat(billing.tried).hasSize(10);
        assertThat(engine.outages().handlers()).isEmpty();
    }

    @Test
    void messageIsRetriedWhileTheCodecLacksItsRegistry() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        billing.undecodable = body -> attempts.incrementAndGet() <= 2
                ? new IllegalStateException("schema of " + body, new ConnectException("no registry"))
                : null;
        store("m1", "k", "one");
        EventSummary waiting = waiting("m1");
        assertThat(waiting.state()).isEqualTo(EventState.RETRYING);
        assertThat(waiting.error())
                .contains("OWD-0202", "java.net.ConnectException")
                .as("what a codec says may quote the payload")
                .doesNotContain("schema of one");
        store("m2", "k", "two");
        pollUntil(() -> billing.handled.size() == 2);
        assertThat(billing.handled).containsExactly("one", "two");
        assertThat(effects("billing")).containsExactly("one", "two");
    }

    @Test
    void longOutageOfARegistryParksNothing() throws Exception {
        billing.undecodable = body -> new UncheckedIOException(new ConnectException("no registry"));
        // at once, so that five messages have failed before the first is retried
        engine.stored()
                .receive(
                        "orders",
                        IntStream.range(0, 10)
                                .mapToObj(i -> new Text("m" + i, null, "order " + i))
                                .toList());
        pollUntil(() -> !engine.outages().handlers().isEmpty());
        billing.undecodable = body -> null;
        pollUntil(() -> billing.handled.size() == 10);
        assertThat(parked()).isEmpty();
    }

    @Test
    void codecMayAskForALaterAttemptWithoutCounting() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        billing.undecodable = body -> attempts.incrementAndGet() <= 5
                ? new IllegalStateException(new RetryLaterException("no schema yet", Duration.ofMillis(10)))
                : null;
        store("m1", null, "one");
        assertThat(waiting("m1").error()).contains("no schema yet");
        assertThat(waiting("m1").attempts()).isZero();
        pollUntil(() -> billing.handled.size() == 1);
        assertThat(attempts).hasValue(6);
    }

    private EventSummary waiting(String id) {
        EventFilter ofBilling = EventFilter.all().withQueue("billing").withId(id);
        return engine.inboxAdmin().find(ofBilling, null, 10).events().get(0);
    }

    @Test
    void errorOfTheHandlersCodeIsAFailureLikeAnother() throws Exception {
        billing.further = () -> {
            throw new NoSuchMethodError("gone with the upgrade");
        };
        store("m1", null, "hello");
        pollUntil(() -> parked().size() == 1);
        assertThat(parked().get(0).error()).contains("OWD-0094").contains("gone with the upgrade");
        assertThat(effects("billing")).isEmpty();
    }

    @Test
    void handlerThatMarksItsTransactionHasFailed() throws Exception {
        billing.further = () -> {
            JTA.manager.setRollbackOnly();
            return null;
        };
        store("m1", null, "hello");
        pollUntil(() -> parked().size() == 1);
        assertThat(effects("billing")).isEmpty();
    }

    @Test
    void handlerThatEndsItsTransactionHasFailedAndLosesNoMessage() throws Exception {
        billing.further = () -> {
            if (billing.metadata.id().equals("m1")) {
                JTA.manager.rollback();
            }
            return null;
        };
        store("m1", null, "ends 1");
        store("m2", null, "good 2");
        pollUntil(() -> parked().size() == 1 && effects("billing").contains("good 2"));
        assertThat(parked().get(0).id()).isEqualTo("m1");
        assertThat(parked().get(0).attempts()).isEqualTo(3);
        assertThat(effects("billing")).containsExactly("good 2");
    }

    @Test
    void purgeDoesNotWaitForAMessageThatIsBeingHandled() throws Exception {
        engine.stop(Duration.ZERO);
        engine = node(Map.of(), threads, billing);
        billing.waits = true;
        store("m1", "k", "long 1");
        pollUntil(() -> billing.at.get() == 1);
        store("m2", "k", "behind 2");
        assertThat(engine.inboxAdmin().purge(EventFilter.all().withQueue("billing"), "me"))
                .as("without the message that is being handled")
                .isEqualTo(1);
        billing.gate.countDown();
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(effects("billing")).containsExactly("long 1");
    }

    @Test
    void handlerThatOutlastsItsTransactionHasFailed() throws Exception {
        billing.further = () -> {
            if (billing.metadata.id().equals("m1")) {
                untilTheTransactionIsOver();
            }
            return null;
        };
        engine.stop(Duration.ZERO);
        AtomicInteger timeout = new AtomicInteger(1);
        engine = node(
                Map.of("mp.messaging.incoming.orders.concurrency", "1"),
                work -> threads.execute(() -> withTimeout(timeout.get(), work)),
                billing,
                shipping);
        store("m1", "k", "slow 1");
        store("m2", "k", "quick 2");
        store("m3", "other", "quick 3");
        pollUntil(() -> parked().size() == 1);
        timeout.set(0);
        assertThat(parked().get(0).id()).isEqualTo("m1");
        assertThat(parked().get(0).attempts()).isEqualTo(3);
        pollUntil(() -> effects("billing").contains("quick 3"));
        assertThat(effects("billing")).containsExactly("quick 3");
        engine.inboxAdmin().discard(EventFilter.all(), "me");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(effects("billing")).containsExactly("quick 3", "quick 2");
    }

    /** Runs the work with a transaction timeout for its thread only; the test's own transactions have none. */
    private static void withTimeout(int seconds, Runnable work) {
        try {
            JTA.manager.setTransactionTimeout(seconds);
        } catch (SystemException e) {
            throw new IllegalStateException(e);
        }
        work.run();
    }

    private static void untilTheTransactionIsOver() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (JTA.manager.getStatus() == Status.STATUS_ACTIVE) {
            assertThat(System.nanoTime()).as("time to wait until").isLessThan(deadline);
            Thread.sleep(20);
        }
    }
}
