// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The inbox of a careful team: it inserts the id if it is absent, in the transaction of the business. */
final class HandWrittenInbox implements InboxOfConsumer {

    private static final String CLAIM = "INSERT INTO hand_inbox (id) VALUES (?) ON CONFLICT DO NOTHING";

    private final Database database;
    private final Jta jta;
    private final AgroalDataSource pool;

    HandWrittenInbox(Stage stage, Jta jta) throws SQLException {
        this.jta = jta;
        database = stage.database();
        database.execute(
                "CREATE TABLE IF NOT EXISTS hand_inbox (id TEXT PRIMARY KEY, createdat TIMESTAMPTZ NOT NULL DEFAULT now())");
        pool = Pools.joining(database, jta);
    }

    @Override
    public String about() {
        return "hand-written: INSERT … ON CONFLICT DO NOTHING, JTA (Narayana, Agroal)";
    }

    @Override
    public void handle(Message message) throws Exception {
        jta.inTransaction(() -> once(message));
    }

    private void once(Message message) throws JMSException, SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            claim.setString(1, message.getStringProperty("onceward_id"));
            if (claim.executeUpdate() == 1) {
                InboxOfConsumer.business(connection, message);
            }
        }
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE hand_inbox");
    }

    @Override
    public boolean removesDuplicates() {
        return true;
    }

    @Override
    public void close() {
        pool.close();
    }
}
