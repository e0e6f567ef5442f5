// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.support;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;

/** Business data, and a look at Onceward's tables, on the datasource that {@code onceward.datasource} names. */
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class Tables {

    private DataSource dataSource;

    @PostConstruct
    void open() {
        String name = ConfigProvider.getConfig()
                .getOptionalValue("onceward.datasource", String.class)
                .orElse("java:comp/DefaultDataSource");
        dataSource = ServerResources.dataSource(name);
        update("CREATE TABLE IF NOT EXISTS business (id VARCHAR(255) NOT NULL)");
    }

    /** A business change, in the caller's transaction. */
    public void insert(String id) {
        update("INSERT INTO business (id) VALUES (?)", id);
    }

    /** A statement that fails in the caller's transaction, whose failure nobody notices. */
    public void swallowFailure() {
        try {
            insert(null);
            throw new AssertionError("the column can't be null");
        } catch (IllegalStateException e) {
            // the caller continues
        }
    }

    /** Runs a statement of the business in the caller's transaction. */
    public void execute(String sql) {
        update(sql);
    }

    /** Returns the number of rows of this business change that the caller's transaction sees. */
    public int count(String id) {
        return query("SELECT id FROM business WHERE id = ?", id).size();
    }

    /** Returns the number of committed rows of this business change. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public int committed(String id) {
        return count(id);
    }

    /** The ids of all events in the outbox, in their order. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public List<String> outbox() {
        return query("SELECT id FROM onceward_outbox ORDER BY seq");
    }

    /**
     * Waits until every event is published.
     *
     * @throws AssertionError if this takes too long
     */
    public static void awaitEmptyOutbox(Tables tables) {
        Await.until(() -> "an empty outbox instead of " + tables.outboxDetails(), () -> tables.outbox()
                .isEmpty());
    }

    /** The events in the outbox, each with its state, its refused attempts and its last error. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public List<String> outboxDetails() {
        return query(
                "SELECT id || ' ' || state || ' ' || attempts || ' ' || COALESCE(lasterror, '') FROM onceward_outbox ORDER BY seq");
    }

    /** The identities of the messages that a handler has processed. */
    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public List<String> inbox(String handler) {
        return query("SELECT messageid FROM onceward_inbox WHERE handler = ? ORDER BY processedat", handler);
    }

    private void update(String sql, String... values) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> query(String sql, String... values) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, values);
            try (ResultSet rows = statement.executeQuery()) {
                List<String> all = new ArrayList<>();
                while (rows.next()) {
                    all.add(rows.getString(1));
                }
                return all;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void bind(PreparedStatement statement, String... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setString(i + 1, values[i]);
        }
    }
}
