// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.sales;

import io.onceward.scenarios.support.ServerResources;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.Stateless;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;

/** Sales and their effects, in the caller's transaction. The tables have the prefix of Onceward's. */
@Stateless
public class Ledger {

    private DataSource datasource;
    private String prefix;

    @PostConstruct
    void open() {
        datasource = ServerResources.dataSource("jdbc/postgresql");
        prefix = ConfigProvider.getConfig().getValue("onceward.table-prefix", String.class);
    }

    /** Inserts a sale; returns its number. The key is locked until the commit, so that the numbers are in the order of the commits. */
    public long sell(String key) {
        return number(
                "WITH next AS (UPDATE PREFIXcounter SET nr = nr + 1 WHERE key = ? RETURNING key, nr)"
                        + " INSERT INTO PREFIXsale (key, nr) SELECT key, nr FROM next RETURNING nr",
                key);
    }

    /** Inserts an effect. */
    public void effect(String what, Sold sale) {
        number(
                "INSERT INTO PREFIXeffect (what, key, nr) VALUES (?, ?, CAST(? AS BIGINT)) RETURNING nr",
                what,
                sale.key(),
                Long.toString(sale.nr()));
    }

    /** Returns the number of events that wait. */
    public long waiting() {
        return number("SELECT count(*) FROM PREFIXinbox_message");
    }

    private long number(String sql, String... values) {
        try (Connection connection = datasource.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql.replace("PREFIX", prefix))) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
