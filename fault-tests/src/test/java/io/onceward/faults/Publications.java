// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** In which order the broker has taken the events for the witness, which may give them to it in another. */
final class Publications {

    private Publications() {}

    /**
     * Events that neither the outbox nor its archive knows are left out: the witness tells of them.
     *
     * @param brokerHistory the file of {@link BrokerHistory}
     */
    static Arrivals of(Connection connection, Path brokerHistory) throws SQLException, IOException {
        Map<String, Arrivals.Order> orders = orders(connection);
        Arrivals publications = new Arrivals();
        try (Stream<String> lines = Files.lines(brokerHistory)) {
            lines.map(line -> line.split(" "))
                    .filter(parts -> parts.length == BrokerHistory.PARTS
                            && parts[1].equals(BrokerHistory.PUBLISHED)
                            && parts[2].equals(StormBroker.WITNESS)
                            && orders.containsKey(parts[3]))
                    .forEach(parts -> publications.note(orders.get(parts[3])));
        }
        return publications;
    }

    /** By the ids of their events. */
    private static Map<String, Arrivals.Order> orders(Connection connection) throws SQLException {
        Map<String, Arrivals.Order> orders = new HashMap<>();
        for (String table : new String[] {"onceward_outbox", "onceward_outbox_sent"}) {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT id, CONVERT_FROM(payload, 'UTF8') FROM " + table
                            + " WHERE aggregatetype = '" + StormBroker.WITNESS + "'")) {
                while (rows.next()) {
                    orders.put(rows.getString(1), Arrivals.Order.parse(rows.getString(2)));
                }
            }
        }
        return orders;
    }
}
