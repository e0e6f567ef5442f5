// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.api.OutboxMetadata;
import io.onceward.benchmarks.environment.Database;
import io.onceward.standalone.Onceward;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Onceward with log-based capture, while no tool reads the log. */
final class CapturedProducer implements Producer {

    private final Database database;
    private final String channel;
    private final Jta jta;
    private final AgroalDataSource pool;
    private final Onceward onceward;

    CapturedProducer(Stage stage, Jta jta) throws SQLException {
        this.jta = jta;
        database = stage.database();
        channel = stage.queue();
        pool = Pools.joining(database, jta);
        onceward = Onceward.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .configuration(Map.of(
                        "onceward.schema", "create", "onceward.outbox.mode", "cdc", "onceward.cdc.check", "false"))
                .start();
    }

    @Override
    public String about() {
        return "Onceward in a plain JVM (Narayana, Agroal), log-based capture, nothing reads the log";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE onceward_outbox");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        jta.inTransaction(() -> {
            try (Connection connection = pool.getConnection()) {
                Business.insert(connection, events);
            }
            for (Event event : events) {
                onceward.outbox()
                        .record(channel, event.payload(), OutboxMetadata.none().withKey(event.key()));
            }
        });
    }

    @Override
    public void close() {
        onceward.close();
        pool.close();
    }
}
