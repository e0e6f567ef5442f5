// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The janitor deletes old claims, one node at a time, on every database. */
@DialectContract
abstract class ClaimRetentionContract extends StoredInboxFixture {

    private static final Map<String, String> PRUNING = Map.of("onceward.inbox.janitor-interval", "PT0.001S");

    @Test
    void claimsAreDeletedAfterTheRetentionOfTheirHandler() throws Exception {
        engine.stop(Duration.ZERO);
        claims("billing", 2500, 40);
        claims("audit", 1500, 40);
        claims("short", 10, 5);
        claims("billing-today", 10, 0);
        claims("another application's", 10, 400);
        Engine node = node(
                Map.of(
                        "onceward.inbox.janitor-interval", "PT0.001S",
                        "onceward.inbox.retention.audit", "P90D",
                        "onceward.inbox.retention.short", "P1D"),
                Runnable::run,
                billing);
        until(() -> rows("onceward_inbox") < 4030, node::poll);
        assertThat(number("SELECT COUNT(*) FROM onceward_inbox WHERE handler = 'billing'"))
                .isZero();
        assertThat(number("SELECT COUNT(*) FROM onceward_inbox WHERE handler = 'short'"))
                .isZero();
        assertThat(number("SELECT COUNT(*) FROM onceward_inbox WHERE handler = 'audit'"))
                .isEqualTo(1500);
        assertThat(rows("onceward_inbox")).isEqualTo(1520);
    }

    @Test
    void onlyOneNodePrunesAtATime() throws Exception {
        engine.stop(Duration.ZERO);
        claims("billing", 10, 40);
        JTA.inTransaction(() -> {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement
                        .executeQuery("SELECT version FROM onceward_schema FOR UPDATE")
                        .close();
                Engine node = node(PRUNING, Runnable::run, billing);
                JTA.suspended(() -> {
                    Thread.sleep(5);
                    node.poll();
                    return null;
                });
                assertThat(JTA.suspended(() -> rows("onceward_inbox"))).isEqualTo(10);
            }
            return null;
        });
        until(() -> rows("onceward_inbox") == 0, node(PRUNING, Runnable::run, billing)::poll);
    }

    private void claims(String handler, int count, int days) throws SQLException {
        java.time.LocalDateTime at =
                java.time.LocalDateTime.now(java.time.ZoneOffset.UTC).minusDays(days);
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO onceward_inbox (handler, messageid, processedat) VALUES (?, ?, ?)")) {
            for (int i = 0; i < count; i++) {
                insert.setString(1, handler);
                insert.setString(2, "m" + i);
                insert.setObject(3, at);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }
}
