// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.Await;
import io.onceward.fixture.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standby that takes over has no slot: an application whose events are captured refuses them until there is one. */
class PromotedStandbyTest {

    @TempDir
    private Path folder;

    @Test
    void eventsAreRefusedUntilTheNewPrimaryHasASlot() throws Exception {
        try (Database database = new Database(folder.resolve("database"), "wal_level = logical\n")) {
            database.open();
            Sql.executeFile(database::connect, "postgresql.sql");
            Sql.executeFile(database::connect, "postgresql-capture.sql");
            CaptureUnderKills.createTables(database::connect);
            Process node = startNode(database);
            try {
                awaitSales(database, node);
                database.awaitReplica();
                database.kill();
                database.promote();
                awaitInLog("OWD-1121", node);
                awaitInLog("OWD-0373", node);
                Pause.millis(2000); // sales of the other threads may have been admitted before
                long sold = countSold(database);
                Pause.millis(2000);
                assertThat(countSold(database)).isEqualTo(sold);
                sql(database, "SELECT pg_create_logical_replication_slot('onceward_outbox', 'pgoutput')");
                awaitSales(database, node);
            } finally {
                node.destroyForcibly().waitFor();
            }
        }
    }

    private Process startNode(Database database) throws IOException {
        String url =
                "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres?user=postgres&loginTimeout=10&targetServerType=primary"
                        .formatted(database.port(), database.portOfReplica());
        return new Jvm(Files.createDirectory(folder.resolve("node")), Jvm.SMALL)
                .start(log(), CaptureNode.class.getName(), List.of(url, Integer.toString(Integer.MAX_VALUE)));
    }

    private void awaitSales(Database database, Process node) throws InterruptedException {
        long enough = countSold(database) + 100;
        Await.until(Await.START, "sales", () -> countSold(database) >= enough, () -> assertRuns(node));
    }

    private void awaitInLog(String code, Process node) throws InterruptedException {
        Await.until(Await.START, code, () -> readLog().contains(code), () -> assertRuns(node));
    }

    private void assertRuns(Process node) {
        assertThat(node.isAlive()).as(this::readLog).isTrue();
        Pause.millis(100);
    }

    private static long countSold(Database database) {
        return Long.parseLong(Sql.text(database::connect, "SELECT count(*) FROM sold"));
    }

    private static void sql(Database database, String sql) {
        Sql.execute(database::connect, sql);
    }

    private Path log() {
        return folder.resolve("node.log");
    }

    private String readLog() {
        try {
            return Files.readString(log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
