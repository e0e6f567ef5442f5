// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The figures of a storm. */
final class Figures {

    private Figures() {}

    /** By their names, in the order in which they are told. */
    static Map<String, Long> count(
            Connection connection, Arrivals arrivals, Path brokerHistory, Collection<Member> members)
            throws SQLException, IOException {
        Map<String, Long> figures = new LinkedHashMap<>();
        long orders = number(connection, "SELECT COUNT(*) FROM orders");
        figures.put("orders committed", orders);
        figures.put("events committed", orders * Orders.CHANNELS.size());
        for (String what : PlainNode.EFFECTS.values().stream().sorted().toList()) {
            figures.put(
                    "effects: " + what, number(connection, "SELECT COUNT(*) FROM effects WHERE what = '" + what + "'"));
        }
        figures.put("orders witnessed", (long) arrivals.size());
        figures.put("arrivals at the witness beyond the first", arrivals.again());
        figures.put("first arrivals at the witness after a later one of the key", (long)
                arrivals.overtaken().size());
        addBroker(figures, brokerHistory);
        long dropped = 0;
        for (Member member : members) {
            try (Stream<String> lines = Files.lines(member.log(), StandardCharsets.ISO_8859_1)) {
                dropped +=
                        lines.filter(line -> line.contains(NodeLog.DUPLICATE)).count();
            }
        }
        figures.put("duplicates dropped by the inbox (OWD-1030 in the logs)", dropped);
        return figures;
    }

    private static void addBroker(Map<String, Long> figures, Path history) throws IOException {
        Map<String, Long> kinds = new HashMap<>();
        Set<String> published = new HashSet<>();
        Set<String> delivered = new HashSet<>();
        long publishedAgain = 0;
        long deliveredAgain = 0;
        try (Stream<String> lines = Files.lines(history)) {
            for (String line : (Iterable<String>) lines::iterator) {
                String[] parts = line.split(" ");
                if (parts.length != BrokerHistory.PARTS) {
                    continue;
                }
                kinds.merge(parts[1], 1L, Long::sum);
                if (parts[1].equals(BrokerHistory.PUBLISHED) && !published.add(parts[3])) {
                    publishedAgain++;
                }
                if (parts[1].equals(BrokerHistory.DELIVERED)
                        && !parts[2].equals(StormBroker.WITNESS)
                        && !delivered.add(parts[3])) {
                    deliveredAgain++;
                }
            }
        }
        figures.put("messages published", kinds.getOrDefault(BrokerHistory.PUBLISHED, 0L));
        figures.put("of these, published again", publishedAgain);
        figures.put("messages sent and rolled back", kinds.getOrDefault(BrokerHistory.WITHDRAWN, 0L));
        figures.put("deliveries to consumers beyond the first", deliveredAgain);
    }

    static long number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }
}
