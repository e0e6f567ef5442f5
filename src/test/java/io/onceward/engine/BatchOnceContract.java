// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static io.onceward.engine.TenantOfThread.TENANT_HEADER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Headed;
import io.onceward.engine.TextMessages.Text;
import io.onceward.metrics.Metric;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages of batches take effect once in the order of their keys, also with duplicates, locks, contexts and nodes, on every database. */
@DialectContract
abstract class BatchOnceContract extends BatchFixture {

    @Test
    void messagesThatComeAgainInABatchAreDropped() {
        receive("0", "1", "2", "3");
        receive("2", "3", "4", "5", "5", "6");
        assertHandledOnce(7);
        assertThat(rows("onceward_inbox")).isEqualTo(7);
        assertThat(engine.metrics().total(Metric.DUPLICATES)).isEqualTo(3);
    }

    @Test
    void messageWhoseRowIsGoneIsNotHandledWithItsBatch() throws Exception {
        AtomicBoolean first = new AtomicBoolean(true);
        batches.decoded = body -> {
            if (body.equals("3") && first.getAndSet(false)) {
                sql("DELETE FROM onceward_inbox_message WHERE id = '1'");
            }
        };
        receive("0", "1", "2", "3");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(effects(HANDLER)).containsExactlyInAnyOrder("0", "2", "3");
        assertThat(waiting()).isEmpty();
    }

    @Test
    void lockedRowDelaysItsMessageAlone() throws Exception {
        engine.inboxAdmin().pause(HANDLER, "me");
        receive("0", "1", "2", "3");
        String seq = text("SELECT seq FROM onceward_inbox_message WHERE id = '1'");
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    sqlInTransaction(
                            "DELETE FROM onceward_inbox_message WHERE handler = 'batches' AND state = 'PENDING' AND seq = "
                                    + seq);
                    threads.submit(this::resumeAndAwaitTheOthers).get();
                    throw new IllegalStateException("rolls back");
                }))
                .hasMessage("rolls back");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertHandledOnce(4);
        assertThat(engine.metrics().total(Metric.MESSAGES_PARKED)).isZero();
    }

    private Void resumeAndAwaitTheOthers() throws InterruptedException {
        engine.inboxAdmin().resume(HANDLER, "me");
        pollUntil(() -> effects(HANDLER).size() == 3);
        return null;
    }

    private void sqlInTransaction(String sql) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    @Test
    void localEventsNeedNoClaimsAndShareABatchWithStoredMessages() throws Exception {
        engine.inboxAdmin().pause(HANDLER, "me");
        JTA.inTransaction(() -> {
            engine.recording("orders").record("local 0", OutboxMetadata.none());
            return engine.recording("orders").record("local 1", OutboxMetadata.none());
        });
        receive("stored 2");
        engine.inboxAdmin().resume(HANDLER, "me");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(batches.calls).containsExactly(List.of("local 0", "local 1", "stored 2"));
        assertThat(rows("onceward_inbox")).as("claims").isEqualTo(1);
        assertHandledOnce(3);
    }

    /** With the highest depth of a batch, chains that never end all together would become too long. */
    @Test
    void chainsOfLocalEventsHaveTheirOwnDepthsInABatch() throws Exception {
        engine.inboxAdmin().pause(HANDLER, "me");
        List<String> ids = new ArrayList<>();
        JTA.inTransaction(() -> {
            for (String body : List.of("first 0", "last 1", "first 2")) {
                ids.add(engine.recording("orders").record(body, OutboxMetadata.none()));
            }
            return null;
        });
        receive("stored 3");
        sql("UPDATE onceward_inbox_message SET headers = REPLACE(headers, '\"1\"', '\"1000\"') WHERE id = '"
                + ids.get(1) + "'");
        Set<String> recorded = Collections.synchronizedSet(new HashSet<>());
        batches.further = () -> {
            List<String> last = batches.calls.get(batches.calls.size() - 1);
            if (recorded.addAll(last) && last.get(0).startsWith("first")) {
                engine.recording("orders").record("next", OutboxMetadata.none());
            }
            return null;
        };
        engine.inboxAdmin().resume(HANDLER, "me");
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(batches.calls)
                .containsExactly(List.of("first 0", "first 2", "stored 3"), List.of("last 1"), List.of("next"));
    }

    @Test
    void eventsThatABatchRecordsCommitWithIt() {
        batches.further = () -> engine.recording("invoices").record("invoice", OutboxMetadata.none());
        batches.failure = BatchFixture::bad;
        receive("0", "1", "bad 2", "3");
        assertThat(publisher.published()).as("of 0 and 1, and of 3").hasSize(2);
    }

    @Test
    void transactionHasTheContextsOfAllItsMessages() throws Exception {
        TenantOfThread tenants = new TenantOfThread();
        engine.stop(Duration.ZERO);
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        batches.further = () -> seen.add(String.valueOf(tenants.current()));
        engine = batching(nodes.propagating(tenants), Map.of(), Runnable::run, batches);
        engine.stored()
                .receive(
                        "orders",
                        List.of(
                                new Headed("m0", "0", Map.of(TENANT_HEADER, "acme")),
                                new Headed("m1", "1", Map.of(TENANT_HEADER, "other")),
                                new Headed("m2", "2", Map.of()),
                                new Headed("m3", "3", Map.of(TENANT_HEADER, "acme"))));
        assertThat(batches.calls).containsExactly(List.of("0", "3"), List.of("1"), List.of("2"));
        assertThat(seen).containsExactly("acme", "other", "null");
        assertHandledOnce(4);
    }

    // ---- nodes

    @Test
    void nodesShareTheMessagesOnceInTheOrderOfKeys() throws Exception {
        engine.stop(Duration.ZERO);
        Batches two = new Batches();
        Set<String> failed = Collections.synchronizedSet(new HashSet<>());
        batches.failure = body -> body.endsWith("3") && failed.add(body) ? new IllegalStateException("once") : null;
        two.failure = batches.failure;
        List<Engine> both = List.of(
                batching(nodes, Map.of(SIZE, "8"), threads, batches), batching(nodes, Map.of(SIZE, "8"), threads, two));
        for (int i = 0; i < 400; i += 20) {
            int from = i;
            both.get(i / 20 % 2)
                    .stored()
                    .receive(
                            "orders",
                            IntStream.range(from, from + 20)
                                    .mapToObj(n -> new Text("m" + n, "k" + n % 5, "b" + n))
                                    .toList());
        }
        until(() -> rows("onceward_inbox_message") == 0, () -> both.forEach(Engine::poll));
        assertHandledOnce(400);
        assertKeysInOrder(batches.lastCalls(), 5);
        assertKeysInOrder(two.lastCalls(), 5);
    }

    /** The thread is gone with its transaction, as in a crash: the database has undone it, and nothing was reported. */
    @Test
    void batchOfANodeThatDiesIsHandledByAnotherOne() throws Exception {
        engine.stop(Duration.ZERO);
        Batches dying = new Batches();
        AtomicBoolean died = new AtomicBoolean();
        dying.further = () -> {
            died.set(true);
            JTA.manager.rollback();
            throw new OutOfMemoryError("killed");
        };
        Engine node = batching(nodes, Map.of(), task -> threads.execute(() -> quietly(task)), dying);
        node.stored()
                .receive(
                        "orders",
                        IntStream.range(0, 20)
                                .mapToObj(n -> new Text("m" + n, "k" + n % 3, "b" + n))
                                .toList());
        until(died::get, node::poll);
        node.stop(Duration.ZERO);
        engine = batching(Map.of(), Runnable::run);
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertHandledOnce(20);
        assertKeysInOrder(batches.lastCalls(), 3);
    }

    private static void quietly(Runnable task) {
        try {
            task.run();
        } catch (OutOfMemoryError e) {
            // as the end of the thread
        }
    }
}
