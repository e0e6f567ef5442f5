// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.spi.Batch;
import io.oncebox.spi.EventState;
import io.oncebox.spi.LockedLanes;
import io.oncebox.spi.OrderKey;
import io.oncebox.spi.OutboxQueue;
import io.oncebox.spi.QueuedEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class JdbcOutboxQueue implements OutboxQueue {

    /** Bounds what a batch of large events takes of the heap; what is fetched at once may come on top. */
    private static final long MAX_BATCH_BYTES = 8L << 20;

    private static final int FETCH_SIZE = 100;

    /** Positions in one statement. */
    private static final int CHUNK = 1000;

    private static final int MAX_ERROR = 2000;

    private static final String PENDING = "state = 'PENDING'";
    private static final String DUE = "state IN ('DELAYED', 'RETRY') AND availableat <= CURRENT_TIMESTAMP";

    private final Jdbc jdbc;
    private final Dialect dialect;
    private final Set<String> channels;
    private final boolean archiving;
    private final OutboxRows rows = new OutboxRows();
    private final String outbox;
    private final String sent;
    private final String lane;
    private final String hasWork;

    /** @param channels the only ones that are looked at; empty for all */
    JdbcOutboxQueue(Jdbc jdbc, Dialect dialect, Tables tables, Set<String> channels, boolean archiving) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.channels = channels;
        this.archiving = archiving;
        outbox = tables.outbox();
        sent = tables.sent();
        lane = tables.lane();
        String work = " EXISTS (SELECT 1 FROM " + outbox + " WHERE " + ofChannels();
        hasWork = "SELECT 1 FROM " + lane + " WHERE lane = 0 AND (" + work + PENDING + ") OR" + work + DUE + "))";
    }

    @Override
    public boolean hasWork() {
        return jdbc.run("look into the outbox", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(hasWork)) {
                bindChannels(statement, bindChannels(statement, 0));
                try (ResultSet row = statement.executeQuery()) {
                    return row.next();
                }
            }
        });
    }

    @Override
    public LockedLanes lock(int share, int shares) {
        String some = shares == 1 ? "" : " WHERE MOD(lane, ?) = ?";
        return jdbc.run("lock lanes", connection -> {
            try (PreparedStatement statement = connection.prepareStatement(
                    "SELECT lane, lanes, held FROM " + lane + some + " FOR UPDATE SKIP LOCKED")) {
                if (shares > 1) {
                    statement.setInt(1, shares);
                    statement.setInt(2, share);
                }
                return locked(statement);
            }
        });
    }

    private static LockedLanes locked(PreparedStatement statement) throws SQLException {
        List<Integer> numbers = new ArrayList<>();
        List<Integer> held = new ArrayList<>();
        int total = 0;
        try (ResultSet row = statement.executeQuery()) {
            while (row.next()) {
                numbers.add(row.getInt(1));
                total = row.getInt(2);
                if (row.getBoolean(3)) {
                    held.add(row.getInt(1));
                }
            }
        }
        return new LockedLanes(numbers, total, held);
    }

    @Override
    public Batch pending(LockedLanes lanes, int limit, Collection<String> exceptDestinations) {
        return jdbc.run("read the outbox", connection -> select(connection, PENDING, lanes, limit, exceptDestinations));
    }

    @Override
    public Batch due(LockedLanes lanes, int limit, Collection<String> exceptDestinations) {
        return jdbc.run("read the outbox", connection -> select(connection, DUE, lanes, limit, exceptDestinations));
    }

    private Batch select(
            Connection connection, String which, LockedLanes lanes, int limit, Collection<String> exceptDestinations)
            throws SQLException {
        String sql = "SELECT " + OutboxRows.COLUMNS + " FROM " + outbox + " WHERE " + ofChannels() + which + in(lanes)
                + except(exceptDestinations) + " ORDER BY seq LIMIT ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int i = bind(statement, bindChannels(statement, 0), lanes);
            for (String destination : exceptDestinations) {
                statement.setString(++i, destination);
            }
            statement.setInt(++i, limit);
            statement.setFetchSize(FETCH_SIZE);
            try (ResultSet row = statement.executeQuery()) {
                List<QueuedEvent> events = new ArrayList<>();
                long bytes = 0;
                while (bytes < MAX_BATCH_BYTES && row.next()) {
                    QueuedEvent event = rows.read(row);
                    events.add(event);
                    bytes += event.event().payload() == null ? 0 : event.event().payload().length;
                }
                return new Batch(events, events.size() == limit || bytes >= MAX_BATCH_BYTES);
            }
        }
    }

    @Override
    public Set<OrderKey> blockedKeys(LockedLanes lanes, boolean parked) {
        String which = parked ? "state IN ('RETRY', 'FAILED')" : "state = 'RETRY'";
        return jdbc.run("read the keys that wait", connection -> keys(connection, which, lanes));
    }

    private Set<OrderKey> keys(Connection connection, String which, LockedLanes lanes) throws SQLException {
        String sql = "SELECT DISTINCT aggregatetype, aggregateid FROM " + outbox + " WHERE " + which
                + " AND aggregateid IS NOT NULL" + in(lanes);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, 0, lanes);
            try (ResultSet row = statement.executeQuery()) {
                Set<OrderKey> keys = new HashSet<>();
                while (row.next()) {
                    keys.add(new OrderKey(row.getString(1), row.getString(2)));
                }
                return keys;
            }
        }
    }

    @Override
    public void block(List<QueuedEvent> events) {
        jdbc.run("hold events back", connection -> {
            bySeq(
                    connection,
                    "UPDATE " + outbox + " SET state = 'BLOCKED', availableat = NULL WHERE state = ?",
                    events);
            return null;
        });
    }

    @Override
    public void unblock(LockedLanes lanes, Set<OrderKey> stillBlocked) {
        jdbc.run("let events go on", connection -> {
            Set<OrderKey> waiting = keys(connection, "state = 'BLOCKED'", lanes);
            String sql = "UPDATE " + outbox
                    + " SET state = 'PENDING' WHERE state = 'BLOCKED' AND aggregatetype = ? AND aggregateid = ?";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (OrderKey key : waiting) {
                    if (!stillBlocked.contains(key)) {
                        statement.setString(1, key.channel());
                        statement.setString(2, key.key());
                        statement.executeUpdate();
                    }
                }
            }
            if (stillBlocked.isEmpty()) {
                setHeld(connection, lanes.held(), false);
            }
            return null;
        });
    }

    @Override
    public void retryLater(LockedLanes lanes, QueuedEvent event, Duration delay, String error) {
        jdbc.run("have an event tried again", connection -> {
            OffsetDateTime at = Timestamps.now(connection).plus(delay);
            refused(connection, lanes, event, EventState.RETRY, at, error);
            return null;
        });
    }

    @Override
    public void park(LockedLanes lanes, QueuedEvent event, String error) {
        jdbc.run("park an event", connection -> {
            refused(connection, lanes, event, EventState.FAILED, null, error);
            return null;
        });
    }

    private void refused(
            Connection connection,
            LockedLanes lanes,
            QueuedEvent event,
            EventState state,
            OffsetDateTime availableAt,
            String error)
            throws SQLException {
        String sql = "UPDATE " + outbox + " SET state = ?, attempts = attempts + 1, availableat = ?, lasterror = ?"
                + " WHERE state = ? AND seq = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, state.name());
            statement.setObject(2, availableAt);
            statement.setString(3, error.substring(0, Math.min(error.length(), MAX_ERROR)));
            statement.setString(4, event.state().name());
            statement.setLong(5, event.seq());
            statement.executeUpdate();
        }
        setHeld(connection, List.of(lanes.of(event.event())), true);
    }

    private void setHeld(Connection connection, List<Integer> lanes, boolean held) throws SQLException {
        if (lanes.isEmpty()) {
            return;
        }
        String sql = "UPDATE " + lane + " SET held = ? WHERE " + dialect.in("lane", lanes.size()) + " AND held <> ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBoolean(1, held);
            int i = dialect.bind(statement, 1, longs(lanes));
            statement.setBoolean(i + 1, held);
            statement.executeUpdate();
        }
    }

    @Override
    public void remove(List<QueuedEvent> events) {
        jdbc.run("remove published events", connection -> {
            if (archiving) {
                bySeq(connection, """
                        INSERT INTO %s (seq, id, aggregatetype, aggregateid, type, payload, contenttype, headers,
                         destination, createdat, attempts) SELECT seq, id, aggregatetype, aggregateid, type, payload,
                         contenttype, headers, destination, createdat, attempts FROM %s WHERE state = ?""".formatted(sent, outbox), events);
            }
            bySeq(connection, "DELETE FROM " + outbox + " WHERE state = ?", events);
            return null;
        });
    }

    /** Runs a statement that ends with {@code state = ?} for events, state by state: both are the key of the row. */
    private void bySeq(Connection connection, String sql, List<QueuedEvent> events) throws SQLException {
        Map<EventState, List<Long>> byState = new EnumMap<>(EventState.class);
        events.forEach(event -> byState.computeIfAbsent(event.state(), state -> new ArrayList<>())
                .add(event.seq()));
        for (Map.Entry<EventState, List<Long>> entry : byState.entrySet()) {
            List<Long> seqs = entry.getValue();
            for (int from = 0; from < seqs.size(); from += CHUNK) {
                List<Long> chunk = seqs.subList(from, Math.min(seqs.size(), from + CHUNK));
                try (PreparedStatement statement =
                        connection.prepareStatement(sql + " AND " + dialect.in("seq", chunk.size()))) {
                    statement.setString(1, entry.getKey().name());
                    dialect.bind(statement, 1, chunk);
                    statement.executeUpdate();
                }
            }
        }
    }

    private String ofChannels() {
        return channels.isEmpty()
                ? ""
                : "aggregatetype IN (" + String.join(", ", Collections.nCopies(channels.size(), "?")) + ") AND ";
    }

    private int bindChannels(PreparedStatement statement, int index) throws SQLException {
        int i = index;
        for (String channel : channels) {
            statement.setString(++i, channel);
        }
        return i;
    }

    /** All lanes need no condition. */
    private String in(LockedLanes lanes) {
        return lanes.all()
                ? ""
                : " AND "
                        + dialect.in(
                                "MOD(slot, " + lanes.total() + ")",
                                lanes.numbers().size());
    }

    private int bind(PreparedStatement statement, int index, LockedLanes lanes) throws SQLException {
        return lanes.all() ? index : dialect.bind(statement, index, longs(lanes.numbers()));
    }

    private static String except(Collection<String> destinations) {
        return destinations.isEmpty()
                ? ""
                : " AND destination NOT IN (" + String.join(", ", Collections.nCopies(destinations.size(), "?")) + ")";
    }

    private static List<Long> longs(List<Integer> numbers) {
        return numbers.stream().map(Integer::longValue).toList();
    }
}
