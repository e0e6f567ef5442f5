// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.Restartable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The capture from the binary log of MariaDB. */
class MariaDbCaptureTest extends BinaryLogCapture {

    private static MariaDbServer server;

    @BeforeAll
    static void startServer() {
        server = MariaDbServer.start("mariadb", "--log-bin=binlog", "--server-id=1", "--binlog-format=ROW");
    }

    @AfterAll
    static void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    Restartable server() {
        return server;
    }

    @Override
    String tables() {
        return "mariadb.sql";
    }

    @Override
    Path engineModule() {
        return Path.of("..", "server-configs", "debezium-mariadb");
    }

    /** The connector of the page for MySQL, with the change that the page names. */
    @Override
    Properties connector() throws IOException {
        Properties connector = super.connector();
        connector.setProperty("connector.class", "io.debezium.connector.mariadb.MariaDbConnector");
        return connector;
    }
}
