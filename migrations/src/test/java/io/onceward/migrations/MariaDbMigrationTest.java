// SPDX-License-Identifier: Apache-2.0
package io.onceward.migrations;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.OnlyWithAllServers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

@OnlyWithAllServers
class MariaDbMigrationTest extends MigrationContract {

    private static DatabaseServer server;

    MariaDbMigrationTest() {
        super("mariadb", "heldslot");
    }

    @BeforeAll
    static void startServer() {
        server = MariaDbServer.start("mariadb");
    }

    @AfterAll
    static void stopServer() {
        if (server != null) { // the platform may lack its programs
            server.close();
        }
    }

    @Override
    String newDatabase() {
        return server.createDatabase() + "&user=" + server.user();
    }

    @Override
    String bytes() {
        return "X'706c61636564'";
    }
}
