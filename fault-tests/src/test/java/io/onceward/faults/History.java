// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.faults.Journal.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The history of an order: each insert, publication, delivery, claim and effect, with node and time, and the faults
 * meanwhile.
 */
final class History {

    /** The node that made a connection to the broker. */
    @FunctionalInterface
    interface Nodes {
        /** @param port of the connection's other end */
        String name(int port, long time);
    }

    private final Connection connection;
    private final Path broker;
    private final Path witness;
    private final Nodes nodes;
    private final List<Entry> faults;

    /**
     * @param broker the file of {@link BrokerHistory}
     * @param witness the file of {@link Witness}
     */
    History(Connection connection, Path broker, Path witness, Nodes nodes, List<Entry> faults) {
        this.connection = connection;
        this.broker = broker;
        this.witness = witness;
        this.nodes = nodes;
        this.faults = faults;
    }

    /** In the order of time. */
    List<String> of(String order) throws SQLException, IOException {
        List<Entry> entries = new ArrayList<>();
        query(entries, "SELECT at, 'placed by ' || node || ' as ' || key || ' ' || nr FROM orders WHERE id = ?", order);
        String payload = " WHERE CONVERT_FROM(payload, 'UTF8') LIKE '% ' || ?";
        query(
                entries,
                "SELECT createdat, 'recorded for ' || aggregatetype || ' as ' || id || ', seq ' || seq"
                        + " || ', is still ' || state FROM onceward_outbox" + payload,
                order);
        query(
                entries,
                "SELECT createdat, 'recorded for ' || aggregatetype || ' as ' || id || ', seq ' || seq"
                        + " FROM onceward_outbox_sent" + payload,
                order);
        query(
                entries,
                "SELECT sentat, 'archived: ' || aggregatetype || ' ' || id FROM onceward_outbox_sent" + payload,
                order);
        query(
                entries,
                "SELECT createdat, 'stored for handler ' || handler || ' as ' || id || ', is still ' || state"
                        + " FROM onceward_inbox_message" + payload,
                order);
        for (String event : events(order)) {
            query(
                    entries,
                    "SELECT processedat, 'claimed by ' || handler || ': ' || messageid FROM onceward_inbox"
                            + " WHERE messageid = ?",
                    event);
            ofBroker(entries, event);
        }
        query(entries, "SELECT at, what || ' by ' || node FROM effects WHERE order_id = ?", order);
        ofWitness(entries, order);
        addFaults(entries);
        entries.sort(Comparator.comparing(Entry::at));
        return entries.stream().map(Entry::toString).toList();
    }

    private Set<String> events(String order) throws SQLException {
        Set<String> events = new LinkedHashSet<>();
        for (String table : List.of("onceward_outbox", "onceward_outbox_sent", "onceward_inbox_message")) {
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT id FROM " + table + " WHERE CONVERT_FROM(payload, 'UTF8') LIKE '% ' || ?")) {
                statement.setString(1, order);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        events.add(rows.getString(1));
                    }
                }
            }
        }
        return events;
    }

    private void query(List<Entry> entries, String query, String parameter) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, parameter);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    entries.add(new Entry(rows.getTimestamp(1).toInstant(), rows.getString(2)));
                }
            }
        }
    }

    private void ofBroker(List<Entry> entries, String event) throws IOException {
        try (Stream<String> lines = Files.lines(broker)) {
            lines.filter(line -> line.contains(event))
                    .map(line -> line.split(" "))
                    .filter(parts -> parts.length == BrokerHistory.PARTS)
                    .forEach(parts -> {
                        long time = Long.parseLong(parts[0]);
                        int port = Integer.parseInt(parts[5].substring(parts[5].lastIndexOf(':') + 1));
                        entries.add(new Entry(
                                Instant.ofEpochMilli(time),
                                "broker: " + parts[1] + " " + parts[2] + " " + parts[3] + ", "
                                        + nodes.name(port, time)));
                    });
        }
    }

    private void ofWitness(List<Entry> entries, String order) throws IOException {
        try (Stream<String> lines = Files.lines(witness)) {
            lines.filter(line -> line.contains(order))
                    .map(line -> line.split(" "))
                    .forEach(parts -> entries.add(new Entry(
                            Instant.ofEpochMilli(Long.parseLong(parts[0])),
                            "witnessed for the " + parts[4] + ". time, as " + parts[1] + " " + parts[2])));
        }
    }

    private void addFaults(List<Entry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        Instant first =
                entries.stream().map(Entry::at).min(Comparator.naturalOrder()).orElseThrow();
        Instant last =
                entries.stream().map(Entry::at).max(Comparator.naturalOrder()).orElseThrow();
        faults.stream()
                .filter(fault ->
                        fault.at().isAfter(first.minusSeconds(30)) && fault.at().isBefore(last))
                .map(fault -> new Entry(fault.at(), "-- " + fault.what()))
                .forEach(entries::add);
    }
}
