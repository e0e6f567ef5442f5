// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.api.RetryLaterException;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.LogLines;
import io.onceward.inbox.FailureTypes;
import io.onceward.metrics.Metric;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;

/** A handler gets several messages in one transaction, and those that fail are found, on every database. */
abstract class BatchHandlerContract extends BatchFixture {

    @Test
    void messagesAreHandledInOneTransaction() {
        engine.stored().receive("orders", List.of(new Text("m1", "k1", "one"), new Text("m2", null, "two")));
        assertThat(batches.calls).containsExactly(List.of("one", "two"));
        assertThat(batches.metadata)
                .extracting(InboxMetadata::id, InboxMetadata::key, each -> each.headers()
                        .get("tenant"))
                .containsExactly(tuple("m1", "k1", "acme"), tuple("m2", null, "acme"));
        assertHandledOnce(2);
        assertThat(rows("onceward_inbox")).as("claims").isEqualTo(2);
        assertThat(engine.metrics()
                        .distributions(Metric.PROCESS_BATCH_SIZE)
                        .get(HANDLER)
                        .getCount())
                .isEqualTo(1);
    }

    @Test
    void batchHasOneStatementForItsClaimsAndOneForItsRows() {
        List<String> statements = Collections.synchronizedList(new ArrayList<>());
        engine.stop(Duration.ZERO);
        Map<String, String> configuration = new HashMap<>(QUICK);
        engine = nodes.open(
                configuration,
                Runnable::run,
                ProxyDataSourceBuilder.create(pool)
                        .afterQuery((execution, queries) -> queries.forEach(query -> statements.add(SqlText.of(query))))
                        .build(),
                List.of(batches));
        engines.add(engine);
        statements.clear();
        receive(50, 7);
        int transactions = batches.calls.size();
        assertThat(transactions).isLessThanOrEqualTo(4); // the first reads are short
        assertThat(statements.stream()
                        .filter(sql -> sql.matches("(INSERT|MERGE) INTO onceward_inbox (?s:.*\\), \\(.*)")))
                .hasSize(transactions);
        assertThat(statements.stream().filter(sql -> sql.matches("(?s:.*)DELETE (?s:.*)onceward_inbox_message(?s:.*)")))
                .hasSize(transactions);
        assertHandledOnce(50);
    }

    @Test
    void batchIsNoLargerThanConfigured() {
        reopen(Map.of(SIZE, "4"), Runnable::run);
        receive(10, 0);
        assertThat(batches.sizes()).containsExactly(4, 4, 2);
        assertHandledOnce(10);
    }

    @Test
    void keysKeepTheirOrderWithSeveralThreads() throws Exception {
        reopen(Map.of(SIZE, "10", "onceward.relay.polling-interval", "PT0.05S"), threads);
        Set<String> failed = Collections.synchronizedSet(new HashSet<>());
        batches.failure = body -> body.endsWith("7") && failed.add(body) ? new IllegalStateException("once") : null;
        receive(300, 9);
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertHandledOnce(300);
        assertKeysInOrder(batches.lastCalls(), 9);
    }

    @Test
    void batchWaitsForFurtherMessages() throws Exception {
        reopen(Map.of(WAIT, "PT1M", SIZE, "3"), threads);
        receive("one");
        receive("two");
        pollUntil(() -> rows("onceward_inbox_message") == 2);
        assertThat(batches.calls).isEmpty();
        receive("three");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(batches.calls).hasSize(1);
        assertHandledOnce(3);
    }

    @Test
    void batchThatStaysSmallIsHandledAfterItsWait() throws Exception {
        reopen(Map.of(WAIT, "PT0.2S"), threads);
        receive("one");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(batches.calls).containsExactly(List.of("one"));
    }

    @Test
    void stopDoesNotWaitForFurtherMessages() throws Exception {
        reopen(Map.of(WAIT, "PT1M"), threads);
        receive("one");
        pollUntil(() -> rows("onceward_inbox_message") == 1);
        long start = System.nanoTime();
        engine.stop(Duration.ofSeconds(50));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
        engine = batching(Map.of(), Runnable::run);
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertHandledOnce(1);
    }

    // ---- failures

    @Test
    void onlyTheMessageThatFailsHasAnAttempt() throws Exception {
        batches.failure = BatchFixture::bad;
        try (LogLines log = new LogLines()) {
            receive("0", "1", "2", "3", "4", "bad 5", "6", "7", "8", "9", "10", "11");
            assertThat(effects(HANDLER))
                    .containsExactlyInAnyOrder("0", "1", "2", "3", "4", "6", "7", "8", "9", "10", "11");
            assertThat(waiting()).singleElement().satisfies(left -> assertThat(left)
                    .returns("bad 5", EventSummary::id)
                    .returns(EventState.RETRYING, EventSummary::state)
                    .returns(1, EventSummary::attempts));
            assertThat(log.all()).filteredOn(line -> line.contains("OWD-1209")).hasSize(1);
        }
        pollUntil(() -> parked().size() == 1);
        assertThat(parked().get(0).attempts()).isEqualTo(3);
        assertThat(parked().get(0).error()).contains("nobody likes bad 5");
        assertThat(batches.calls.get(batches.calls.size() - 1))
                .as("a retry is alone")
                .containsExactly("bad 5");
        assertThat(engine.metrics().total(Metric.PROCESS_FAILURES)).isEqualTo(3);
    }

    @Test
    void severalMessagesThatFailHaveTheirOwnCauses() throws Exception {
        batches.failure = BatchFixture::bad;
        receive("bad 0", "1", "2", "bad 3", "4", "5", "6", "7", "bad 8", "9", "bad 10");
        assertThat(effects(HANDLER)).containsExactlyInAnyOrder("1", "2", "4", "5", "6", "7", "9");
        pollUntil(() -> parked().size() == 4);
        assertThat(parked()).allSatisfy(parked -> {
            assertThat(parked.attempts()).isEqualTo(3);
            assertThat(parked.error()).contains("nobody likes " + parked.id());
        });
        assertThat(effects(HANDLER)).hasSize(7);
    }

    @Test
    void laterMessagesOfAKeyWaitForOneThatFails() throws Exception {
        batches.failure = BatchFixture::bad;
        engine.stored()
                .receive(
                        "orders",
                        List.of(
                                new Text("m0", "k", "good 0"),
                                new Text("m1", "other", "good 1"),
                                new Text("m2", "k", "bad 2"),
                                new Text("m3", "k", "good 3"),
                                new Text("m4", "other", "good 4"),
                                new Text("m5", "k", "good 5")));
        assertThat(effects(HANDLER)).containsExactlyInAnyOrder("good 0", "good 1", "good 4");
        pollUntil(() -> parked().size() == 1);
        assertThat(effects(HANDLER)).hasSize(3);
        batches.failure = body -> null;
        engine.inboxAdmin().requeue(EventFilter.all(), "me");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertHandledOnce(6);
        assertThat(batches.lastCalls().stream().filter(body -> !body.matches("good [14]")))
                .containsExactly("good 0", "bad 2", "good 3", "good 5");
    }

    @Test
    void messageThatCannotBeDecodedIsParkedAloneAndItsKeyWaits() {
        engine.stored()
                .receive(
                        "orders",
                        List.of(
                                new Text("m0", "k", "0"),
                                new Text("m1", "other", "1"),
                                new Text("m2", "k", "{broken"),
                                new Text("m3", "k", "3"),
                                new Text("m4", "other", "4")));
        assertThat(batches.calls.stream().flatMap(List::stream)).containsExactly("0", "1", "4");
        assertThat(effects(HANDLER)).containsExactlyInAnyOrder("0", "1", "4");
        assertThat(parked()).singleElement().satisfies(parked -> {
            assertThat(parked.id()).isEqualTo("m2");
            assertThat(parked.attempts()).isEqualTo(1);
            assertThat(parked.error()).contains("OWD-0093").contains("no JSON");
        });
    }

    /** A message that is left in each batch would be tried again at once, for ever, without an attempt that counts. */
    @Test
    void messageBeforeOneThatCannotBeDecodedIsFound() throws Exception {
        batches.failure = BatchFixture::bad;
        engine.stored()
                .receive(
                        "orders",
                        List.of(
                                new Text("m0", "k", "bad 0"),
                                new Text("m1", "k", "{broken"),
                                new Text("m2", "k", "2"),
                                new Text("m3", "other", "3")));
        assertThat(batches.calls.subList(0, 3)).containsExactly(List.of("bad 0", "3"), List.of("bad 0"), List.of("3"));
        pollUntil(() -> parked().size() == 1);
        assertThat(parked().get(0).id()).isEqualTo("m0");
        batches.failure = body -> null;
        engine.inboxAdmin().requeue(EventFilter.all(), "me");
        pollUntil(() -> parked().size() == 1 && parked().get(0).id().equals("m1"));
        assertThat(effects(HANDLER)).containsExactlyInAnyOrder("bad 0", "3");
    }

    @Test
    void failuresThatDifferConcernTheirMessageAlone() {
        batches.failureTypes = FailureTypes.of(HANDLER, Set.of(IllegalArgumentException.class), Set.of());
        batches.failure = body -> switch (body) {
            case "invalid" -> new IllegalArgumentException("no amount");
            case "unpaid" -> new RetryLaterException("not paid yet", Duration.ofHours(1));
            default -> null;
        };
        receive("0", "invalid", "2", "3", "unpaid", "5");
        assertThat(effects(HANDLER)).containsExactlyInAnyOrder("0", "2", "3", "5");
        assertThat(waiting())
                .extracting(EventSummary::id, EventSummary::state, EventSummary::attempts)
                .containsExactlyInAnyOrder(
                        tuple("invalid", EventState.PARKED, 1), tuple("unpaid", EventState.RETRYING, 0));
    }

    @Test
    void outageOfAResourceParksNothing() throws Exception {
        engine.stop(Duration.ZERO);
        engine = batching(
                nodes.tryingAfter(Duration.ofMillis(5), Duration.ofMillis(100)), Map.of(), Runnable::run, batches);
        batches.failure = body -> new IllegalStateException("no warehouse");
        receive(40, 8);
        pollUntil(() -> !engine.outages().handlers().isEmpty());
        int tried = batches.calls.size();
        pollUntil(() -> batches.calls.size() > tried + 10);
        assertThat(List.copyOf(batches.calls).subList(tried, tried + 10))
                .as("an open breaker admits single messages")
                .allSatisfy(call -> assertThat(call).hasSize(1));
        assertThat(waiting()).hasSize(40).allSatisfy(event -> assertThat(event.attempts())
                .isLessThanOrEqualTo(1));
        batches.failure = body -> null;
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(engine.outages().handlers()).isEmpty();
        assertHandledOnce(40);
        assertKeysInOrder(batches.lastCalls(), 8);
    }

    @Test
    void batchThatMarksItsTransactionForRollbackIsHalved() throws Exception {
        AtomicBoolean poison = new AtomicBoolean();
        batches.failure = body -> {
            poison.compareAndSet(false, body.equals("marks"));
            return null;
        };
        batches.further = () -> {
            if (poison.getAndSet(false)) {
                JTA.manager.setRollbackOnly();
            }
            return null;
        };
        receive("0", "1", "marks", "3", "4");
        assertThat(effects(HANDLER)).containsExactlyInAnyOrder("0", "1", "3", "4");
        pollUntil(() -> parked().size() == 1);
        assertThat(parked().get(0).id()).isEqualTo("marks");
    }

    /** The database has undone the claims, the removal of the rows and what the handler did before. */
    @Test
    void batchWhoseHandlerSwallowedADeadlockIsHandledAgain() throws Exception {
        Deadlock deadlock = new Deadlock(JTA, pool, threads);
        deadlock.prepare();
        AtomicBoolean first = new AtomicBoolean(true);
        batches.further = () -> {
            if (first.getAndSet(false)) {
                deadlock.swallow();
                try {
                    effect(HANDLER, "after the deadlock");
                } catch (SQLException e) {
                    // PostgreSQL refuses further statements
                }
            }
            return null;
        };
        receive("0", "1", "2", "3");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(effects(HANDLER)).containsExactlyInAnyOrder("0", "1", "2", "3");
        assertThat(rows("onceward_inbox")).isEqualTo(4);
        assertThat(engine.metrics().total(Metric.PROCESS_FAILURES)).isZero();
    }
}
