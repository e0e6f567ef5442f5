// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.fixture.Await;
import io.onceward.fixture.DebeziumEngine;
import io.onceward.fixture.Restartable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Properties;

/** The capture from the binary log of MySQL or MariaDB. */
abstract class BinaryLogCapture extends CaptureUnderKills {

    private URI database;

    /** Returns the server, which runs for all tests and writes a binary log. */
    abstract Restartable server();

    /** Returns the file with the tables of Onceward. */
    abstract String tables();

    @Override
    void startDatabase() throws Exception {
        database = URI.create(server().createDatabase().substring("jdbc:".length()));
        run(tables());
        sql("CREATE USER IF NOT EXISTS capture IDENTIFIED BY 'capture'");
        sql("GRANT SELECT, RELOAD, SHOW DATABASES, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO capture");
    }

    @Override
    String url() {
        return "jdbc:" + database + "&user=" + server().user();
    }

    @Override
    Properties connector() throws IOException {
        String name = database.getPath().substring(1);
        Properties connector = DebeziumEngine.connectorOf(PAGE, "MySqlConnector");
        connector.setProperty("database.hostname", database.getHost());
        connector.setProperty("database.port", Integer.toString(database.getPort()));
        connector.setProperty("database.include.list", name);
        connector.setProperty("table.include.list", name + ".onceward_outbox");
        connector.setProperty("schema.history.internal", "io.debezium.storage.file.history.FileSchemaHistory");
        connector.setProperty(
                "schema.history.internal.file.filename",
                folder.resolve("engine").resolve("schema-history").toString());
        return connector;
    }

    /** Without a position, an engine that starts again would begin at the end of the log. */
    @Override
    void startCapture() throws Exception {
        startEngine();
        Await.until(Await.START, "the first position of the connector", () -> Files.exists(engine.positions()));
    }

    @Override
    void killDatabase() {
        server().crash();
    }

    @Override
    void restartDatabase() {
        server().restart();
    }

    @Override
    void closeDatabase() {
        // the server is for all tests
    }

    @Override
    void assertDatabaseIsAsBefore() {
        // the binary log knows neither a publication nor a reader
    }
}
