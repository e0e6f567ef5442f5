// SPDX-License-Identifier: Apache-2.0
package io.onceward.migrations;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgreSqlMigrationTest extends MigrationContract {

    private static DatabaseServer server;

    PostgreSqlMigrationTest() {
        super("postgresql", "slot");
    }

    @BeforeAll
    static void startServer() {
        server = PostgreSqlServer.newest();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    String newDatabase() {
        return server.createDatabase();
    }

    @Override
    String bytes() {
        return "'\\x706c61636564'";
    }
}
