// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oncebox.api.OutboxMetadata;
import io.oncebox.jdbc.dialect.Dialect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Creating, checking and upgrading the tables, on every database. */
abstract class TablesContract extends OutboxFixture {

    @Test
    void missingTableIsNamedWithTheFileThatCreatesIt() {
        sql("DROP TABLE oncebox_lane");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0002")
                .hasMessageContaining("oncebox_lane")
                .hasMessageContaining("META-INF/oncebox/");
    }

    @Test
    void outdatedTableIsNamed() {
        sql("ALTER TABLE oncebox_outbox DROP COLUMN lasterror");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0003")
                .hasMessageContaining("oncebox_outbox");
    }

    @Test
    void lanesWithAGapAreRefused() {
        sql("DELETE FROM oncebox_lane WHERE lane = 5");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0003")
                .hasMessageContaining("oncebox_lane");
    }

    @Test
    void missingSchemaIsReportedAsMissingTables() {
        assertThatThrownBy(() -> engine(Map.of("oncebox.table-schema", "nowhere")))
                .hasMessageStartingWith("OBX-0002");
    }

    @Test
    void halfCreatedTablesAreCompleted() {
        sql("DROP TABLE oncebox_schema");
        sql("DROP TABLE oncebox_lane");
        engine(Map.of("oncebox.schema", "create"));
        assertThat(rows("oncebox_lane")).isEqualTo(64);
    }

    @Test
    void severalNodesThatCreateTheTablesAtTheSameTimeAllStart() throws Exception {
        for (int round = 0; round < 5; round++) {
            Map<String, String> configuration =
                    Map.of("oncebox.schema", "create", "oncebox.table-prefix", "race" + round + "_");
            List<Callable<Engine>> starts = Collections.nCopies(4, () -> engine(configuration));

            for (Future<Engine> started : threads.invokeAll(starts)) {
                assertThat(started).succeedsWithin(Duration.ofSeconds(20));
            }
            assertThat(rows("race" + round + "_lane")).isEqualTo(64);
        }
    }

    @Test
    void otherVersionOfTheTablesIsRefused() {
        sql("UPDATE oncebox_schema SET version = 0");
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0003")
                .hasMessageContaining("version 0");
    }

    @Test
    void prefixedTablesLiveBesideOthers() throws Exception {
        engine = engine(Map.of("oncebox.schema", "create", "oncebox.table-prefix", "shop_"));
        publisher.down = true;
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        assertThat(rows("shop_outbox")).isEqualTo(1);
        assertThat(rows("oncebox_outbox")).isZero();
        assertThat(rows("shop_lane")).isEqualTo(64);
    }

    @Test
    void tablesOfVersionOneAreUpgradedWithTheEventsInThem() throws Exception {
        Dialect dialect = dialect();
        assumeTrue(dialect.upgrade().isPresent(), "there was no version 1 for " + dialect.product());
        for (String table : List.of("outbox", "outbox_sent", "lane", "inbox_result", "inbox", "schema")) {
            sql("DROP TABLE oncebox_" + table);
        }
        Path versionOne = Path.of("test", "resources", "version-1")
                .resolve(Path.of(dialect.ddl()).getFileName());
        for (String statement : Files.readString(versionOne).split(";")) {
            if (!statement.isBlank()) {
                sql(statement);
            }
        }
        for (int i = 0; i < 5; i++) {
            writeVersionOne("old-" + i, "one");
        }
        assertThatThrownBy(() -> engine(Map.of()))
                .hasMessageStartingWith("OBX-0003")
                .hasMessageContaining("-1-to-2.sql");

        engine = engine(Map.of("oncebox.schema", "create"));
        JTA.inTransaction(
                () -> record("orders", "x", OutboxMetadata.none().withKey("one").withId("new")));
        pollUntilPublished(6);
        assertThat(publisher.ids()).containsExactly("old-0", "old-1", "old-2", "old-3", "old-4", "new");
        engine(Map.of());
    }

    private void writeVersionOne(String id, String key) throws SQLException {
        String insert = "INSERT INTO oncebox_outbox (id, aggregatetype, aggregateid, type, payload, contenttype,"
                + " destination, lane) VALUES (?, 'orders', ?, 'orders', ?, 'text/plain', 'test:orders', ?)";
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(insert)) {
            statement.setString(1, id);
            statement.setString(2, key);
            statement.setBytes(3, new byte[] {'x'});
            statement.setInt(4, Math.floorMod(key.hashCode(), 64));
            statement.executeUpdate();
        }
    }
}
