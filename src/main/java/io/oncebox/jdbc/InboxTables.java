// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.HandlerDestination;
import io.oncebox.spi.OutboxEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of the stored inbox. A queue is a handler, which has its own lanes; a row names it in its destination.
 *
 * @param names the names of the tables
 * @param dialect the database
 * @param onlyHandler the handler whose rows and lanes are meant; {@code null} for all
 */
record InboxTables(Tables names, Dialect dialect, String onlyHandler) implements QueueTables {

    /** Most handlers that are looked for; each costs one look into the index. */
    private static final int MAX_HANDLERS = 1000;

    @Override
    public String rows() {
        return names.inboxMessage();
    }

    @Override
    public String lanes() {
        return names.inboxLane();
    }

    @Override
    public String pauses() {
        return names.pause();
    }

    @Override
    public Optional<String> archive() {
        return Optional.empty();
    }

    @Override
    public String side() {
        return "inbox";
    }

    @Override
    public String queueColumn() {
        return "destination";
    }

    @Override
    public String queueValue(String queue) {
        return HandlerDestination.of(queue);
    }

    @Override
    public String queueValue(OutboxEvent event) {
        return event.destination();
    }

    @Override
    public String queue(String value) {
        return HandlerDestination.handler(value);
    }

    @Override
    public String handler(String destination) {
        return HandlerDestination.handler(destination);
    }

    @Override
    public Set<String> queueValues() {
        return onlyHandler == null ? Set.of() : Set.of(HandlerDestination.of(onlyHandler));
    }

    @Override
    public String indexOrder() {
        return "destination, state, seq";
    }

    @Override
    public String indexOrderFromTheEnd() {
        return "destination DESC, state DESC, seq DESC";
    }

    @Override
    public String laneOrder() {
        return "handler, lane";
    }

    @Override
    public String ownLanes() {
        return onlyHandler == null ? "1 = 1" : "handler = ?";
    }

    @Override
    public int bindOwnLanes(PreparedStatement statement, int index) throws SQLException {
        return bind(statement, index, onlyHandler);
    }

    @Override
    public String rowsInOwnLanes() {
        return onlyHandler == null ? "" : "destination = ? AND ";
    }

    @Override
    public int bindRowsInOwnLanes(PreparedStatement statement, int index) throws SQLException {
        return bind(statement, index, onlyHandler == null ? null : HandlerDestination.of(onlyHandler));
    }

    private static int bind(PreparedStatement statement, int index, String value) throws SQLException {
        if (value == null) {
            return index;
        }
        statement.setString(index + 1, value);
        return index + 1;
    }

    @Override
    public List<Segment> segments(Connection connection, String queue, Collection<EventState> states)
            throws SQLException {
        List<String> destinations = queue == null ? destinations(connection) : List.of(HandlerDestination.of(queue));
        List<Segment> segments = new ArrayList<>();
        for (EventState state : states) {
            destinations.forEach(destination -> segments.add(new Segment(destination, state)));
        }
        return segments;
    }

    /** Returns the destinations of the handlers that have rows: from one to the next, however many rows lie between. */
    private List<String> destinations(Connection connection) throws SQLException {
        String sql =
                dialect.limited("SELECT destination FROM " + rows() + " WHERE destination > ? ORDER BY destination", 1);
        List<String> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            String last = "";
            while (last != null && found.size() < MAX_HANDLERS) {
                statement.setString(1, last);
                try (ResultSet row = statement.executeQuery()) {
                    last = row.next() ? row.getString(1) : null;
                }
                if (last != null && HandlerDestination.handler(last) != null) {
                    found.add(last);
                }
            }
        }
        return found;
    }

    @Override
    public String queueBesideSegment(String queue) {
        return null;
    }

    @Override
    public Set<String> processed(Connection connection, List<String> ids) throws SQLException {
        String sql = "SELECT messageid FROM " + names.inbox() + " WHERE handler = ? AND messageid IN ("
                + String.join(", ", Collections.nCopies(ids.size(), "?")) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, onlyHandler);
            int i = 1;
            for (String id : ids) {
                statement.setString(++i, id);
            }
            try (ResultSet row = statement.executeQuery()) {
                Set<String> processed = new HashSet<>();
                while (row.next()) {
                    processed.add(row.getString(1));
                }
                return processed;
            }
        }
    }
}
