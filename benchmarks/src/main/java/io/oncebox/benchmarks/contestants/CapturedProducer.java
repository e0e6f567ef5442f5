// SPDX-License-Identifier: Apache-2.0
package io.oncebox.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.benchmarks.environment.Database;
import io.oncebox.standalone.Oncebox;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** Oncebox with log-based capture, while no tool reads the log. */
final class CapturedProducer implements Producer {

    private final Database database;
    private final String channel;
    private final Jta jta;
    private final AgroalDataSource pool;
    private final Oncebox oncebox;

    CapturedProducer(Stage stage, Jta jta) throws SQLException {
        this.jta = jta;
        database = stage.database();
        channel = stage.queue();
        pool = Pools.joining(database, jta);
        oncebox = Oncebox.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .configuration(
                        Map.of("oncebox.schema", "create", "oncebox.outbox.mode", "cdc", "oncebox.cdc.check", "false"))
                .start();
    }

    @Override
    public String about() {
        return "Oncebox in a plain JVM (Narayana, Agroal), log-based capture, nothing reads the log";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE oncebox_outbox");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        jta.inTransaction(() -> {
            try (Connection connection = pool.getConnection()) {
                Business.insert(connection, events);
            }
            for (Event event : events) {
                oncebox.outbox()
                        .record(channel, event.payload(), OutboxMetadata.none().withKey(event.key()));
            }
        });
    }

    @Override
    public void close() {
        oncebox.close();
        pool.close();
    }
}
