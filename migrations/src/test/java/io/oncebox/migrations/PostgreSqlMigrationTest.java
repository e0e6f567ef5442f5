// SPDX-License-Identifier: Apache-2.0
package io.oncebox.migrations;

import io.oncebox.fixture.FreePort;
import io.oncebox.fixture.Sql;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgreSqlMigrationTest extends MigrationContract {

    private static EmbeddedPostgres server;

    PostgreSqlMigrationTest() {
        super("postgresql", "slot");
    }

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder()
                .setPGStartupWait(Duration.ofSeconds(60))
                .setPort(FreePort.find())
                .start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @Override
    String newDatabase() {
        String name = "migration_" + UUID.randomUUID().toString().replace("-", "");
        Sql.execute(server.getPostgresDatabase()::getConnection, "CREATE DATABASE " + name);
        return server.getJdbcUrl("postgres", name);
    }

    @Override
    String bytes() {
        return "'\\x706c61636564'";
    }
}
