// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;

/** The effects of orders at a consumer, in the transaction of the calling thread. */
record Effects(DataSource pool, String node) {

    /** @param order its key, its number and its id */
    void add(String channel, String order) throws SQLException {
        String[] parts = order.split(" ");
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO effects (what, order_id, key, nr, node) VALUES (?, ?, ?, ?, ?)")) {
            insert.setString(1, PlainNode.EFFECTS.get(channel));
            insert.setString(2, parts[2]);
            insert.setString(3, parts[0]);
            insert.setLong(4, Long.parseLong(parts[1]));
            insert.setString(5, node);
            insert.executeUpdate();
        }
    }
}
