// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.jdbc.dialect.SqlFailure;
import io.onceward.spi.OutboxEvent;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Operators change the number of lanes of a queue, on every database. */
@DialectContract
abstract class LaneChangeContract extends OutboxFixture {

    @Test
    void numberOfLanesMayChangeWhileEventsWait() throws Exception {
        List<String> ids = record(30, "orders", i -> "key-" + i % 5);
        for (int lanes : List.of(7, 100, 1)) {
            changeLanes(lanes);
            ids.addAll(record(5, "orders", i -> "key-" + i % 5));
        }
        publisher.setDown(false);
        engine = reopen(Map.of(), threads);
        pollUntilPublished(45);
        assertPublishedInOrder(ids);
    }

    @Test
    void numberOfLanesMayChangeWhileTheRelayRuns() throws Exception {
        engine = reopen(nodes().tryingSoon(), Map.of(), threads, pool);
        List<String> ids = new ArrayList<>();
        for (int lanes : List.of(128, 7, 64)) {
            ids.addAll(record(30, "orders", i -> "key-" + i % 5));
            publisher.setDown(false);
            changeLanes(lanes);
        }
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertPublishedInOrder(ids);
    }

    @Test
    void channelWhoseLanesContradictEachOtherDelaysNoOther() throws Exception {
        engine = reopen(nodes().tryingSoon(), Map.of(), threads, pool);
        sql("UPDATE onceward_lane SET lanes = 65 WHERE lane = 5 AND channel = 'orders'");
        record(1, "orders", i -> "key");
        record(1, "bills", i -> "key");
        publisher.setDown(false);
        pollUntil(() -> engine.outages().databases().stream()
                .anyMatch(outage -> outage.name().contains("channel orders")));
        pollUntilPublished(1);
        assertThat(publisher.published()).extracting(OutboxEvent::channel).containsExactly("bills");
        sql("UPDATE onceward_lane SET lanes = 64 WHERE channel = 'orders'");
        pollUntilPublished(2);
        assertThat(engine.outages().databases()).isEmpty();
    }

    @Test
    void ownersVersionsAndMarksOfLanesMayBeEditedWhileTheRelayRuns() throws Exception {
        engine = reopen(nodes().tryingSoon(), Map.of(), threads, pool);
        publisher.setDown(false);
        List<String> ids = new ArrayList<>();
        for (String edit : List.of(
                "owner = 'nobody'",
                "owner = NULL",
                "version = version + 7",
                "version = 0",
                "held = TRUE",
                "owner = 'nobody', version = -1, held = FALSE")) {
            ids.addAll(record(30, "orders", i -> "key-" + i % 5));
            publisher.setDown(false);
            withoutConflict(() -> sql("UPDATE onceward_lane SET " + edit + " WHERE channel = 'orders'"));
            ids.addAll(record(5, "orders", i -> "key-" + i % 5));
            publisher.setDown(false);
        }
        pollUntil(() -> rows("onceward_outbox") == 0);
        assertPublishedInOrder(ids);
    }

    /** Changes the number of lanes as docs/ordering.md describes. */
    private void changeLanes(int lanes) throws Exception {
        withoutConflict(() -> changeAllLanes(lanes));
    }

    /** A change by an operator. */
    @FunctionalInterface
    private interface Change {
        void make() throws Exception;
    }

    private void withoutConflict(Change change) throws Exception {
        while (!tryTo(change)) {
            Thread.onSpinWait();
        }
    }

    /** Returns whether no other transaction has changed the lanes meanwhile: repeatable reads refuse that. */
    private boolean tryTo(Change change) throws Exception {
        try {
            change.make();
            return true;
        } catch (IllegalStateException e) {
            assertThat(e.getCause()).isInstanceOf(SQLException.class);
            assertThat(dialect().failure((SQLException) e.getCause())).isEqualTo(SqlFailure.CONFLICT);
            return false;
        }
    }

    private void changeAllLanes(int lanes) throws Exception {
        JTA.inTransaction(() -> {
            sql("SELECT lane FROM onceward_lane WHERE channel = 'orders' ORDER BY lane FOR UPDATE");
            sql("DELETE FROM onceward_lane WHERE channel = 'orders' AND lane >= " + lanes);
            int before = rows("onceward_lane");
            for (int lane = before; lane < lanes; lane++) {
                sql("INSERT INTO onceward_lane (channel, lane, lanes) VALUES ('orders', " + lane + ", 0)");
            }
            sql("UPDATE onceward_lane SET lanes = " + lanes + ", held = TRUE WHERE channel = 'orders'");
            return null;
        });
    }
}
