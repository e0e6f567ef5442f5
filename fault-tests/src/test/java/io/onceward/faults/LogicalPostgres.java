// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.DebeziumEngine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Properties;

/** PostgreSQL with a log for tools that capture events. */
record LogicalPostgres(PostgresServer server) {

    static LogicalPostgres start(Path data) throws IOException, InterruptedException, SQLException {
        PostgresServer server = PostgresServer.create(PostgresPrograms.unpack(), data);
        Files.writeString(server.data().resolve("postgresql.conf"), "wal_level = logical\n", StandardOpenOption.APPEND);
        server.start();
        return new LogicalPostgres(server);
    }

    /** Returns the URL of a database, with the user. */
    String url(String name) {
        return "jdbc:postgresql://127.0.0.1:" + server.port() + "/" + name + "?user=postgres&loginTimeout=10";
    }

    /** Returns the connector of the page, with the address of the database. */
    Properties connector() throws IOException {
        Properties connector = DebeziumEngine.connectorOf(CaptureUnderKills.PAGE, "PostgresConnector");
        connector.setProperty("database.hostname", "127.0.0.1");
        connector.setProperty("database.port", Integer.toString(server.port()));
        connector.setProperty("database.dbname", "postgres");
        return connector;
    }
}
