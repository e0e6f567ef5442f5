// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.queue.Side;
import io.onceward.queue.Slots;
import io.onceward.queue.store.QueueStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A row that a forgotten session has locked delays the events of its key, and no others. */
@DialectContract
abstract class LockedRowContract extends OutboxFixture {

    private static final Predicate<String> LOOK_FOR_LOCKED_ROWS = Pattern.compile(
                    "(^|FOR |FOR \\*/ )SELECT (o\\.)?seq FROM (?!.*LOCKED)")
            .asPredicate();

    private Connection forgotten;

    @AfterEach
    void unlock() throws SQLException {
        if (forgotten != null) {
            forgotten.rollback();
            forgotten.close();
            forgotten = null;
        }
    }

    private void lock(String table, String which) throws SQLException {
        if (forgotten == null) {
            forgotten = pool.getConnection();
            forgotten.setAutoCommit(false);
        }
        try (Statement statement = forgotten.createStatement()) {
            statement.execute("SELECT * FROM " + table + " WHERE " + which + " FOR UPDATE");
        }
    }

    private void lockEvent(String id, String state) throws SQLException {
        lock("onceward_outbox", "aggregatetype = 'orders' AND state = '" + state + "' AND seq = " + seq(id));
    }

    private long seq(String id) {
        return Long.parseLong(text("SELECT seq FROM onceward_outbox WHERE id = '" + id + "'"));
    }

    /** Begins a relay with threads, which a lock may hold up. */
    private void start() {
        Map<String, String> configuration = new HashMap<>(QUICK_RETRY);
        configuration.put("onceward.relay.polling-interval", "PT0.05S");
        engine = reopen(configuration, threads);
        publisher.setDown(false);
    }

    private String place(String key) throws Exception {
        return JTA.inTransaction(
                () -> record("orders", "x", OutboxMetadata.none().withKey(key)));
    }

    private boolean isThere(String id) {
        return number("SELECT COUNT(*) FROM onceward_outbox WHERE id = '" + id + "'") == 1;
    }

    @Test
    void publishedEventWhoseRowIsLockedDelaysOnlyItsKey() throws Exception {
        List<String> ids = record(2, "orders", i -> i == 0 ? "locked" : "free");
        lockEvent(ids.get(0), "PENDING");
        start();
        pollUntil(() -> !isThere(ids.get(1)));
        assertThat(publisher.ids()).containsExactlyInAnyOrderElementsOf(ids);
        String later = place("locked");
        String other = place("free");
        pollUntil(() -> !isThere(other));
        assertThat(publisher.ids()).doesNotContain(later);
        assertThat(isThere(ids.get(0))).isTrue();
        unlock();
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertThat(publisher.ids()).hasSize(4).endsWith(later);
    }

    @Test
    void manyLockedRowsDelayOnlyTheirKeys() throws Exception {
        int many = 200;
        List<String> ids = record(many + 2, "orders", i -> i < many ? i % 4 == 0 ? null : "locked " + i : "free");
        for (String id : ids.subList(0, many)) {
            lockEvent(id, "PENDING"); // one by one: InnoDB locks the rows beside a range
        }
        engine = reopen(
                Map.of(
                        "onceward.relay.batch-size", "5",
                        "onceward.relay.senders", "1",
                        "onceward.relay.polling-interval", "PT0.05S"),
                threads);
        publisher.setDown(false);
        pollUntil(() -> !isThere(ids.get(many + 1)));
        assertThat(publisher.ids()).hasSize(many + 2).doesNotHaveDuplicates();
        assertThat(rows("onceward_outbox")).isEqualTo(many);
        unlock();
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertThat(publisher.ids()).hasSize(many + 2);
    }

    @Test
    void publishedEventWhoseLockHasJustEndedIsRemovedByAStop() throws Exception {
        List<String> ids = record(2, "orders", i -> i == 0 ? "locked" : "free");
        lockEvent(ids.get(0), "PENDING");
        start();
        pollUntil(() -> !isThere(ids.get(1)));
        pollUntil(() -> List.copyOf(statements).stream().anyMatch(LOOK_FOR_LOCKED_ROWS)); // others add to it
        unlock();
        engine.stop(Duration.ofSeconds(5));
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void refusedEventWhoseRowIsLockedDelaysOnlyItsKey() throws Exception {
        List<String> ids = record(3, "orders", i -> i < 2 ? "locked" : "free");
        publisher.refuse(event -> event.id().equals(ids.get(0)));
        lockEvent(ids.get(0), "PENDING");
        start();
        pollUntil(() -> !isThere(ids.get(2)));
        String other = place("free");
        pollUntil(() -> !isThere(other));
        assertThat(publisher.ids()).containsExactly(ids.get(2), other);
        publisher.refuse(event -> false);
        unlock();
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertThat(publisher.ids().subList(2, 4)).isEqualTo(ids.subList(0, 2));
    }

    @Test
    void blockedEventWhoseRowIsLockedDelaysOnlyItsKey() throws Exception {
        List<String> ids = record(3, "orders", i -> "locked");
        publisher.refuse(event -> event.id().equals(ids.get(0)));
        start();
        pollUntil(() -> number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'BLOCKED'") == 2);
        lockEvent(ids.get(1), "BLOCKED");
        publisher.refuse(event -> false);
        pollUntil(() -> !isThere(ids.get(0)));
        String other = place("free");
        pollUntil(() -> !isThere(other));
        assertThat(publisher.ids()).containsExactly(ids.get(0), other);
        unlock();
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertThat(publisher.ids().subList(2, 4)).isEqualTo(ids.subList(1, 3));
    }

    @Test
    void lockedLaneDelaysOnlyItsKeys() throws Exception {
        start();
        String first = place("free");
        pollUntil(() -> !isThere(first));
        lock("onceward_lane", "channel = 'orders' AND lane = " + Slots.of("locked", null) % 64);
        publisher.refuse(event -> event.key().equals("locked"));
        List<String> ids = List.of(place("locked"), place("locked"), place("free"));
        pollUntil(() -> !isThere(ids.get(2)));
        String other = place("free");
        pollUntil(() -> !isThere(other));
        publisher.refuse(event -> false);
        unlock();
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertThat(publisher.ids()).containsSubsequence(ids.get(0), ids.get(1)).hasSize(5);
    }

    @Test
    void databaseNamesTheSessionThatHasLockedTheRow() throws Exception {
        String id = record(1, "orders", i -> "locked").get(0);
        lockEvent(id, "PENDING");
        assertThat(queue().lockHolders(seq(id))).startsWith("session ").containsIgnoringCase("user");
    }

    private QueueStore queue() {
        return LaneFixture.database(pool, Map.of()).stores(Side.OUTBOX).queues().open("orders");
    }

    @Test
    void databaseNamesTheSessionThatHasLockedTheTable() throws Exception {
        QueueStore queue = queue();
        Map<String, String> statements = Map.of(
                "PostgreSQL", "LOCK TABLE onceward_outbox",
                "MySQL", "LOCK TABLES onceward_outbox WRITE");
        String lock = statements.get(dialect().product());
        assumeTrue(lock != null, "Only PostgreSQL and MySQL tell who has locked a table");
        try (Connection session = pool.getConnection();
                Statement statement = session.createStatement()) {
            session.setAutoCommit(false);
            statement.execute(lock);
            Future<Boolean> waiting = threads.submit(queue::hasWork);
            Await.until("the session", () -> queue.lockHolders(0).startsWith("session "));
            assertThat(waiting).isNotDone();
            session.rollback();
            if (dialect().product().equals("MySQL")) {
                statement.execute("UNLOCK TABLES");
            }
            assertThat(waiting.get()).isFalse();
        }
    }
}
