// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.api.OutboxMetadata;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Creating and checking the tables, on every database. */
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
        assertThat(rows("oncebox_schema")).isOne();
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
            assertThat(rows("race" + round + "_schema")).isOne();
        }
    }

    @Test
    void tablesOfAnotherVersionAreRefused() {
        for (int version : List.of(3, 5)) {
            sql("UPDATE oncebox_schema SET version = " + version);
            for (String mode : List.of("validate", "create")) {
                assertThatThrownBy(() -> engine(Map.of("oncebox.schema", mode)))
                        .hasMessageStartingWith("OBX-0034")
                        .hasMessageContaining("version " + version)
                        .hasMessageContaining("needs version 4")
                        .hasMessageContaining("META-INF/oncebox/");
            }
        }
    }

    @Test
    void prefixedTablesLiveBesideOthers() throws Exception {
        engine = reopen(Map.of("oncebox.schema", "create", "oncebox.table-prefix", "shop_"));
        publisher.down = true;
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        assertThat(rows("shop_outbox")).isEqualTo(1);
        assertThat(rows("oncebox_outbox")).isZero();
        assertThat(rows("shop_lane")).isEqualTo(64);
    }
}
