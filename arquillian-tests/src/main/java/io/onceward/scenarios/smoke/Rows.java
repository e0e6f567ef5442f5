// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.smoke;

import io.onceward.scenarios.support.ServerResources;
import jakarta.annotation.Resource;
import jakarta.ejb.Stateless;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

@Stateless
public class Rows {

    @Resource
    DataSource standard;

    private final DataSource postgres = ServerResources.dataSource("jdbc/postgresql");

    public int inDefault() throws SQLException {
        return insertAndCount(standard);
    }

    public int inPostgres() throws SQLException {
        return insertAndCount(postgres);
    }

    private static int insertAndCount(DataSource database) throws SQLException {
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS smoke (id INTEGER PRIMARY KEY)");
            statement.execute("DELETE FROM smoke");
            statement.execute("INSERT INTO smoke VALUES (1)");
            try (ResultSet count = statement.executeQuery("SELECT count(*) FROM smoke")) {
                count.next();
                return count.getInt(1);
            }
        }
    }
}
