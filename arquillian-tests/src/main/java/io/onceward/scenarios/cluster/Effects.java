// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cluster;

import io.onceward.scenarios.support.ServerResources;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;

/** The effects of order events. */
@Stateless
public class Effects {

    private static final String INSERT = "INSERT INTO effects (what, order_id, key, nr, node) VALUES (?, ?, ?, ?, ?)";

    private DataSource datasource;
    private String node;

    @PostConstruct
    void open() {
        datasource = ServerResources.dataSource(Applications.DATASOURCE);
        node = ConfigProvider.getConfig().getValue(Applications.NODE, String.class);
    }

    /** In the caller's transaction. */
    public void happen(String what, String order) {
        String[] words = order.split(" ");
        try (Connection connection = datasource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, what);
            insert.setString(2, words[2]);
            insert.setString(3, words[0]);
            insert.setLong(4, Long.parseLong(words[1]));
            insert.setString(5, node);
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new EJBException(e);
        }
    }
}
