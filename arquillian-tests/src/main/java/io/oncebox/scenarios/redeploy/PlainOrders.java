// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.redeploy;

import io.oncebox.scenarios.support.ServerResources;
import jakarta.ejb.Stateless;
import jakarta.jms.JMSContext;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Does by hand what an application without Oncebox does: a row, and a message. */
@Stateless
public class PlainOrders {

    public void place() throws SQLException {
        try (Connection connection =
                        ServerResources.dataSource("jdbc/postgresql").getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO plain_order VALUES ('1')")) {
            insert.executeUpdate();
        }
        try (JMSContext context = ServerResources.connectionFactory().createContext()) {
            context.createProducer().send(context.createQueue("shop"), "1");
        }
    }
}
