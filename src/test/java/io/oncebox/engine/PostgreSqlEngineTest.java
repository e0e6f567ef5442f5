// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.agroal.api.AgroalDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class PostgreSqlEngineTest extends EngineContract {

    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static EmbeddedPostgres server;

    @BeforeAll
    static void startServer() throws IOException {
        server = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stopServer() throws IOException {
        server.close();
    }

    @Override
    AgroalDataSource emptyDatabase(Jta jta) {
        String name = "contract_" + DATABASES.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return jta.pool(server.getJdbcUrl("postgres", name), "postgres", "postgres");
    }

    @Override
    String ddl() {
        return "postgresql.sql";
    }

    @Override
    String bytes() {
        return "'x'::bytea";
    }
}
