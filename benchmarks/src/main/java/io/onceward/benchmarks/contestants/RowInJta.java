// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The business and a row in Onceward's table by one plain statement: the difference to Onceward is the cost of its code. */
final class RowInJta implements Producer {

    private static final String INSERT =
            "INSERT INTO onceward_outbox (id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination,"
                    + " slot, availableat, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

    private static final int SLOTS = 32_768;

    private final Database database;
    private final Jta jta;
    private final AgroalDataSource pool;
    private final String queue;

    RowInJta(Stage stage, Jta jta) throws SQLException {
        this.jta = jta;
        database = stage.database();
        queue = stage.queue();
        pool = Pools.joining(database, jta);
        new OncewardOutbox(stage, jta, 1, Map.of()).close();
    }

    @Override
    public String about() {
        return "business insert and the row of an event by hand, in the same JTA transaction, nothing published";
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
                for (Event event : events) {
                    insert(connection, event);
                }
            }
        });
    }

    private void insert(Connection connection, Event event) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
            statement.setString(1, UUID.randomUUID().toString());
            statement.setString(2, queue);
            statement.setString(3, event.key());
            statement.setString(4, queue);
            statement.setBytes(5, event.payload().getBytes(StandardCharsets.UTF_8));
            statement.setString(6, "text/plain");
            statement.setString(7, null);
            statement.setString(8, "jms:" + queue);
            statement.setInt(9, Math.floorMod(event.key().hashCode(), SLOTS));
            statement.setObject(10, null);
            statement.setString(11, "PENDING");
            statement.executeUpdate();
        }
    }

    @Override
    public void close() {
        pool.close();
    }
}
