// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.InvalidCallException;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.inbox.DurableQueue;
import io.onceward.log.Causes;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** A recorded call of a durable method can be cancelled until it runs, on every database. */
@DialectContract
abstract class CancelledCallContract extends StoredInboxFixture {

    private static final String QUEUE = "call:charge";

    private static final List<String> QUEUES = List.of("call:refund", QUEUE);

    /** The executor of a node that does nothing after a commit. */
    private static final Executor IDLE = task -> {
        throw new RejectedExecutionException("idle");
    };

    private final Recorder charge = new Recorder(QUEUE);

    private Engine charging(Executor executor) {
        engine.stop(Duration.ZERO);
        engine = node(Map.of(), executor, charge);
        return engine;
    }

    private static <T> T inTransaction(Callable<T> work) {
        try {
            return JTA.inTransaction(work);
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String record(Engine on, String body, String key, Duration delay) {
        Instant due = Instant.now().plus(delay).truncatedTo(ChronoUnit.MILLIS);
        return on.durable(QUEUE)
                .record(
                        body,
                        OutboxMetadata.none()
                                .withId(DurableQueue.callId(due))
                                .withKey(key)
                                .withDeliverAt(delay.isZero() ? null : due));
    }

    private String recordAlone(String body, String key, Duration delay) {
        return inTransaction(() -> record(engine, body, key, delay));
    }

    private boolean cancel(String id) {
        return inTransaction(() -> engine.cancel(QUEUES, id));
    }

    @Test
    void delayedCallIsCancelledOnce() throws Exception {
        charging(IDLE);
        String id = recordAlone("later", null, Duration.ofDays(14));
        String other = recordAlone("other", null, Duration.ofDays(14));
        assertThat(cancel(id)).isTrue();
        assertThat(cancel(id)).isFalse();
        assertThat(text("SELECT id FROM onceward_inbox_message")).isEqualTo(other);
    }

    @Test
    void callWithoutADelayIsCancelledWhileItWaits() throws Exception {
        charging(IDLE);
        String id = recordAlone("now", "k", Duration.ZERO);
        assertThat(cancel(id)).isTrue();
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    @Test
    void unknownIdsAndOtherQueuesAreLeftAlone() throws Exception {
        charging(IDLE);
        String id = recordAlone("later", null, Duration.ofDays(1));
        assertThat(cancel("order-42")).isFalse();
        assertThat(cancel("ffffffff-ffff-4fff-8fff-ffffffffffff")).isFalse();
        assertThat(cancel(DurableQueue.callId(Instant.now()))).isFalse();
        assertThat(inTransaction(() -> engine.cancel(List.of("call:refund"), id)))
                .isFalse();
        assertThat(inTransaction(() -> engine.cancel(List.of(), id))).isFalse();
        assertThat(rows("onceward_inbox_message")).isOne();
    }

    @Test
    void callIsCancelledInTheTransactionThatRecordsIt() throws Exception {
        charging(Runnable::run);
        inTransaction(() -> {
            String one = record(engine, "one", null, Duration.ZERO);
            record(engine, "two", null, Duration.ZERO);
            assertThat(engine.cancel(QUEUES, one)).isTrue();
            assertThat(engine.cancel(QUEUES, one)).isFalse();
            String last = record(engine, "last", null, Duration.ofDays(1));
            assertThat(engine.cancel(QUEUES, last)).isTrue();
            return null;
        });
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(charge.handled).containsExactly("two");
    }

    @Test
    void cancellationRollsBackWithItsTransaction() throws Exception {
        charging(IDLE);
        String id = recordAlone("now", null, Duration.ZERO);
        assertThatThrownBy(() -> inTransaction(() -> {
                    assertThat(engine.cancel(QUEUES, id)).isTrue();
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        charging(Runnable::run);
        pollUntil(() -> charge.handled.size() == 1);
    }

    @Test
    void cancellationWithoutATransactionIsRefused() throws Exception {
        charging(IDLE);
        String id = recordAlone("later", null, Duration.ofDays(1));
        assertThatThrownBy(() -> engine.cancel(QUEUES, id))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith("OWD-0362")
                .hasMessageContaining(id);
        assertThat(rows("onceward_inbox_message")).isOne();
    }

    /** The row is locked by the transaction in which the call runs, and the cancellation does not wait for it. */
    @Test
    void runningCallIsNotCancelled() throws Exception {
        charging(threads);
        charge.waits = true;
        String id = recordAlone("now", null, Duration.ZERO);
        pollUntil(() -> charge.tried.size() == 1);
        assertThat(threads.submit(() -> cancel(id)).get(20, TimeUnit.SECONDS)).isFalse();
        charge.gate.countDown();
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(effects(QUEUE)).containsExactly("now");
        assertThat(cancel(id)).isFalse();
    }

    /** The row is locked by the transaction that cancels the call, so no handler runs it. */
    @Test
    void callDoesNotRunWhileItIsBeingCancelled() throws Exception {
        charging(IDLE);
        String id = recordAlone("due", null, Duration.ZERO);
        Engine other = inTransaction(() -> {
            assertThat(engine.cancel(QUEUES, id)).isTrue();
            Engine running =
                    threads.submit(() -> node(Map.of(), threads, charge)).get();
            long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
            while (System.nanoTime() < end) {
                threads.submit(running::poll).get();
                Thread.sleep(20);
            }
            return running;
        });
        other.poll();
        assertThat(charge.tried).isEmpty();
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    @Test
    void failedCallIsCancelledAndFreesTheLaterOnesOfItsKey() throws Exception {
        charging(Runnable::run);
        charge.fails = "bad";
        String bad = recordAlone("bad", "k", Duration.ZERO);
        recordAlone("good", "k", Duration.ZERO);
        pollUntil(() -> !parked().isEmpty());
        assertThat(charge.handled).isEmpty();
        assertThat(cancel(bad)).isTrue();
        pollUntil(() -> charge.handled.contains("good"));
        assertThat(engine.inboxAdmin()
                        .find(EventFilter.all().withQueue(QUEUE), null, 10)
                        .events())
                .isEmpty();
    }

    /** Parks a call, and requeues it with an edited payload in its paused queue; returns its id. */
    private String recordEdited() throws Exception {
        charging(Runnable::run);
        charge.fails = "bad";
        String id = recordAlone("bad", null, Duration.ZERO);
        pollUntil(() -> !parked().isEmpty());
        EventSummary bad = parked().get(0);
        engine.inboxAdmin().pause(QUEUE, "me");
        engine.inboxAdmin()
                .requeueEdited(bad.datasource(), bad.position(), "bad".getBytes(UTF_8), "good".getBytes(UTF_8), "me");
        return id;
    }

    private void assertOnlyTheOriginalIsLeft(String id) {
        assertThat(engine.inboxAdmin().find(EventFilter.all(), null, 10).events())
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.id()).isEqualTo(id);
                    assertThat(event.state()).isEqualTo(EventState.PARKED);
                    assertThat(event.error()).startsWith("Original: ");
                });
    }

    /** Its original has the same id, and stays for operators. */
    @Test
    void editedCallIsCancelledAndNotItsOriginal() throws Exception {
        String id = recordEdited();
        assertThat(cancel(id)).isTrue();
        assertOnlyTheOriginalIsLeft(id);
        assertThat(cancel(id)).isFalse();
        engine.inboxAdmin().resume(QUEUE, "me");
        recordAlone("last", null, Duration.ZERO);
        pollUntil(() -> charge.handled.contains("last"));
        assertThat(charge.handled).containsExactly("last");
        assertOnlyTheOriginalIsLeft(id);
    }

    @Test
    void editedCallThatHasRunIsNotCancelled() throws Exception {
        String id = recordEdited();
        engine.inboxAdmin().resume(QUEUE, "me");
        pollUntil(() -> charge.handled.contains("good"));
        assertThat(cancel(id)).isFalse();
        assertOnlyTheOriginalIsLeft(id);
    }

    /** At REPEATABLE READ the transaction sees the row with an earlier state. Some databases refuse to change it then. */
    @Test
    void callWhoseStateHasChangedSinceTheSnapshotIsCancelledOrRefused() throws Exception {
        charging(Runnable::run);
        charge.fails = "bad";
        String id = recordAlone("bad", null, Duration.ofMillis(300));
        try {
            assertThat(inTransaction(() -> {
                        try (Connection connection = pool.getConnection();
                                Statement statement = connection.createStatement();
                                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM onceward_inbox_message")) {
                            row.next();
                        }
                        threads.submit(() -> {
                                    pollUntil(() -> !parked().isEmpty());
                                    return null;
                                })
                                .get();
                        return engine.cancel(QUEUES, id);
                    }))
                    .isTrue();
        } catch (OncewardException e) {
            assertThat(Causes.isConflict(e)).as("%s", e).isTrue();
            assertThat(cancel(id)).isTrue();
        }
        assertThat(rows("onceward_inbox_message")).isZero();
    }

    /** The id tells when a call is due, and the index of delayed rows finds it. */
    @Test
    void cancellingReadsFewOfManyDelayedCalls() throws Exception {
        charging(IDLE);
        List<String> ids = inTransaction(() -> {
            List<String> recorded = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                recorded.add(
                        record(engine, "later " + i, null, Duration.ofDays(14).plusMillis(i)));
            }
            return recorded;
        });
        RowsRead rows = new RowsRead(pool, JTA);
        assumeFalse(rows.product().equals("H2"), "H2 does not tell the rows that it reads");
        cancel(ids.get(0)); // a database may read its catalogue at the first time
        assertThat(rows.of(
                        () -> assertThat(engine.cancel(QUEUES, ids.get(1500))).isTrue()))
                .isLessThan(100);
        assertThat(rows("onceward_inbox_message")).isEqualTo(2998);
    }

    /** PostgreSQL ends a transaction at repeatable read whose snapshot has a call that another one has removed since. */
    private static <T> T repeatedAfterConflicts(Callable<T> change) {
        while (true) {
            try {
                return inTransaction(change);
            } catch (OncewardException e) {
                assertThat(Causes.isConflict(e)).as("%s", e).isTrue();
            }
        }
    }

    /** Each call either runs once or is cancelled, never both, and never neither. */
    @Test
    void eachCallRunsOrIsCancelled() throws Exception {
        engine.stop(Duration.ZERO);
        List<Engine> cluster = List.of(
                node(Map.of("mp.messaging.incoming.orders.concurrency", "2"), threads, charge),
                node(Map.of("mp.messaging.incoming.orders.concurrency", "2"), threads, charge));
        engine = cluster.get(0);
        Map<String, String> ids = new ConcurrentHashMap<>();
        for (int i = 0; i < 200; i++) {
            String body = "call " + i;
            ids.put(body, recordAlone(body, i % 2 == 0 ? "k" + i % 7 : null, Duration.ofMillis(500 + i)));
        }
        Map<String, Future<Boolean>> cancelling = new HashMap<>();
        ids.forEach((body, id) -> cancelling.put(body, threads.submit(() -> {
            Thread.sleep(Math.floorMod(id.hashCode(), 1500));
            return repeatedAfterConflicts(() -> engine.cancel(QUEUES, id));
        })));
        until(() -> rows("onceward_inbox_message") == 0, () -> cluster.forEach(Engine::poll));
        List<String> cancelled = new ArrayList<>();
        for (Map.Entry<String, Future<Boolean>> each : cancelling.entrySet()) {
            if (each.getValue().get()) {
                cancelled.add(each.getKey());
            }
        }
        List<String> all = new ArrayList<>(effects(QUEUE));
        assertThat(cancelled).as("cancelled").isNotEmpty();
        assertThat(all).as("run").isNotEmpty();
        all.addAll(cancelled);
        assertThat(all).containsExactlyInAnyOrderElementsOf(ids.keySet());
    }

    /**
     * As a row of the application that keeps the id does, a lock has the changes come one after the other. Each second call is still
     * delayed when the next one replaces it; the others may run meanwhile.
     */
    @Test
    void lastOfTheCallsThatReplaceEachOtherRuns() throws Exception {
        charging(threads);
        ReentrantLock row = new ReentrantLock();
        List<String> ids = new ArrayList<>();
        List<Boolean> cancelled = new ArrayList<>();
        List<Future<?>> changing = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            changing.add(threads.submit(() -> {
                for (int change = 0; change < 50; change++) {
                    row.lock();
                    try {
                        ids.add(repeatedAfterConflicts(() -> {
                            if (!ids.isEmpty()) {
                                cancelled.add(engine.cancel(QUEUES, ids.get(ids.size() - 1)));
                            }
                            Duration delay = Duration.ofMillis(ids.size() % 2 == 0 ? 10_000 : 20);
                            return record(engine, "change " + ids.size(), null, delay);
                        }));
                    } finally {
                        row.unlock();
                    }
                    Thread.sleep(ThreadLocalRandom.current().nextInt(80));
                }
                return null;
            }));
        }
        until(() -> changing.stream().allMatch(Future::isDone), engine::poll);
        for (Future<?> each : changing) {
            each.get(); // throws what it threw
        }
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(cancelled).contains(true);
        assertThat(effects(QUEUE))
                .hasSize(ids.size()
                        - (int) cancelled.stream().filter(each -> each).count())
                .doesNotHaveDuplicates()
                .contains("change " + (ids.size() - 1));
    }
}
