// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.transactions;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.support.ServerResources;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** Writes a row and sends a message in one transaction. */
@Stateless
public class Transfer {

    /** Stands for {@code java:comp/DefaultJMSConnectionFactory}. */
    static final String DEFAULT_FACTORY = "";

    @Inject
    private Outbox outbox;

    @TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
    public void createTables(String dataSource) throws SQLException {
        try (Connection connection = ServerResources.dataSource(dataSource).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS transfer (id TEXT NOT NULL)");
            statement.execute("CREATE TABLE IF NOT EXISTS transfer_code"
                    + " (code INTEGER CONSTRAINT transfer_code_once UNIQUE DEFERRABLE INITIALLY DEFERRED)");
        }
    }

    /** By a connection factory of the server. */
    public void send(String dataSource, String factory, String id, Ending ending) throws SQLException {
        ConnectionFactory connections = factory.equals(DEFAULT_FACTORY)
                ? ServerResources.connectionFactory()
                : ServerResources.connectionFactory(factory);
        insert(ServerResources.dataSource(dataSource), id, ending);
        try (JMSContext context = connections.createContext()) {
            context.createProducer().send(context.createQueue(TransactionsScenario.QUEUE), id);
        }
        failIf(ending);
    }

    /** By the outbox. */
    public void record(String dataSource, String id, Ending ending) throws SQLException {
        insert(ServerResources.dataSource(dataSource), id, ending);
        outbox.record(TransactionsScenario.QUEUE, id, OutboxMetadata.none().withKey(id));
        failIf(ending);
    }

    /** An event that is published after those that were recorded before with the same id, because that is their key. */
    public void recordLast(String id) {
        outbox.record(
                TransactionsScenario.QUEUE, "after " + id, OutboxMetadata.none().withKey(id));
    }

    static void insert(DataSource dataSource, String id, Ending ending) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            insert(connection, "INSERT INTO transfer VALUES ('" + id + "')");
            if (ending == Ending.REFUSED_COMMIT) {
                insert(connection, "INSERT INTO transfer_code VALUES (1)");
                insert(connection, "INSERT INTO transfer_code VALUES (1)");
            }
        }
    }

    private static void insert(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private static void failIf(Ending ending) {
        if (ending == Ending.EXCEPTION) {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Returns the number of rows that this transfer has left. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public int rows(String dataSource, String id) throws SQLException {
        try (Connection connection = ServerResources.dataSource(dataSource).getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT count(*) FROM transfer WHERE id = ?")) {
            select.setString(1, id);
            try (ResultSet count = select.executeQuery()) {
                count.next();
                return count.getInt(1);
            }
        }
    }
}
