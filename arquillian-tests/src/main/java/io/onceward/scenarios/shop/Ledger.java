// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.shop;

import io.onceward.scenarios.support.ServerResources;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Orders, and the effects that their events had. Both tables have the prefix of Onceward's, and no constraint that could
 * hide a duplicate.
 */
@Startup
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
public class Ledger {

    private DataSource datasource;
    private String prefix;

    @PostConstruct
    void open() {
        Config config = ConfigProvider.getConfig();
        datasource = ServerResources.dataSource(
                config.getOptionalValue("onceward.datasource", String.class).orElse("java:comp/DefaultDataSource"));
        prefix = config.getOptionalValue("onceward.table-prefix", String.class).orElse("onceward_");
        create("order");
        create("effect");
    }

    /** Applications that share their tables may start at the same time, and PostgreSQL then refuses one of them. */
    private void create(String table) {
        String sql = "CREATE TABLE IF NOT EXISTS " + prefix + table + " (id VARCHAR(255) NOT NULL)";
        try {
            update(sql);
        } catch (IllegalStateException e) {
            update(sql);
        }
    }

    /** An order, in the caller's transaction. */
    public void order(String id) {
        update("INSERT INTO " + prefix + "order (id) VALUES (?)", id);
    }

    /** Writes the effect of an order's event in the caller's transaction. */
    public void effect(String id) {
        update("INSERT INTO " + prefix + "effect (id) VALUES (?)", id);
    }

    /** All effects. */
    public List<String> effects() {
        try (Connection connection = datasource.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT id FROM " + prefix + "effect");
                ResultSet rows = select.executeQuery()) {
            List<String> all = new ArrayList<>();
            while (rows.next()) {
                all.add(rows.getString(1));
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void update(String sql, String... values) {
        try (Connection connection = datasource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
