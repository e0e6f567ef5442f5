// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.MySqlServer;
import io.onceward.fixture.Restartable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The capture from the binary log of MySQL. */
class MySqlCaptureTest extends BinaryLogCapture {

    private static MySqlServer server;

    @BeforeAll
    static void startServer() {
        server = MySqlServer.start("mysql", "--log-bin=binlog", "--server-id=1");
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
        return "mysql.sql";
    }
}
