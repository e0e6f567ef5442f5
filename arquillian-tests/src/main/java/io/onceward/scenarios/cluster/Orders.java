// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.cluster;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import io.onceward.scenarios.support.ServerResources;
import jakarta.annotation.PostConstruct;
import jakarta.ejb.EJBException;
import jakarta.ejb.Stateless;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Each order is a row and four events, in one transaction. */
@Stateless
public class Orders {

    private static final String INSERT = "INSERT INTO orders (id, key, nr, node)"
            + " SELECT ?, ?, coalesce(max(nr), 0) + 1, ? FROM orders WHERE key = ? RETURNING nr";

    @Inject
    private Outbox outbox;

    private DataSource datasource;
    private String node;

    @PostConstruct
    void open() {
        datasource = ServerResources.dataSource(Applications.DATASOURCE);
        node = ConfigProvider.getConfig().getValue(Applications.NODE, String.class);
    }

    /** Places the next order of a key. Each key belongs to one thread. */
    @Outgoing("billing")
    public Message<String> place(String key) {
        String id = UUID.randomUUID().toString();
        String order = key + " " + insert(id, key) + " " + id;
        OutboxMetadata metadata = OutboxMetadata.none().withKey(key);
        outbox.record("shipping", order, metadata);
        outbox.record("witness", order, metadata);
        outbox.record("packing", order, metadata);
        return OutboxMessage.of(order, metadata);
    }

    private long insert(String id, String key) {
        try (Connection connection = datasource.getConnection();
                PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setString(1, id);
            insert.setString(2, key);
            insert.setString(3, node);
            insert.setString(4, key);
            try (ResultSet rows = insert.executeQuery()) {
                rows.next();
                return rows.getLong(1);
            }
        } catch (SQLException e) {
            throw new EJBException(e);
        }
    }

    /** Returns whether the shop stops placing orders. */
    public boolean areEnough() {
        try (Connection connection = datasource.getConnection();
                PreparedStatement select =
                        connection.prepareStatement("SELECT coalesce(bool_or(stop), FALSE) FROM control");
                ResultSet rows = select.executeQuery()) {
            rows.next();
            return rows.getBoolean(1);
        } catch (SQLException e) {
            throw new EJBException(e);
        }
    }
}
