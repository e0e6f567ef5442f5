// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** An unsafe producer without an outbox: it commits, then sends. A crash between the two loses the event. */
final class DualWrite implements DirectProducer {

    private final Database database;
    private final AgroalDataSource pool;
    private final BlockingSender sender;

    DualWrite(Stage stage) throws SQLException, JMSException {
        database = stage.database();
        pool = Pools.plain(database, false);
        sender = new BlockingSender(stage);
    }

    @Override
    public String about() {
        return "UNSAFE: commit, then a blocking persistent send";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business");
    }

    @Override
    public void produce(List<Event> events) throws SQLException, JMSException {
        try (Connection connection = pool.getConnection()) {
            Business.insert(connection, events);
            connection.commit();
        }
        for (Event event : events) {
            sender.send(event.key(), event.payload());
        }
    }

    @Override
    public void close() throws JMSException {
        sender.close();
        pool.close();
    }
}
