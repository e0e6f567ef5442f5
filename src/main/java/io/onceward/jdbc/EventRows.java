// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.api.EventState;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Slots;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;

/** Makes events of rows. A malformed row, which another writer left, becomes an event with a defect. */
final class EventRows {

    private static final double NANOS = 1e9;

    /** A century. */
    private static final double LONGEST_WAIT = 3e9;

    /** Most attempts of an event; one more is still an int. */
    private static final int MAX_ATTEMPTS = 1_000_000;

    private final Dialect dialect;
    private final String queue;
    private final HeadersJson headers = new HeadersJson();

    /** @param queue the name of the queue */
    EventRows(Dialect dialect, String queue) {
        this.dialect = dialect;
        this.queue = queue;
    }

    /** Returns the columns that {@link #read} needs; it reads them by their places. */
    static String columns(Dialect dialect, QueueTables tables) {
        return "seq, state, attempts, id, aggregatetype, aggregateid, type, payload, contenttype, headers, "
                + tables.destinationColumn() + ", slot, availableat, "
                + dialect.secondsSince("CASE state WHEN 'DELAYED' THEN availableat ELSE createdat END")
                + " AS waited";
    }

    QueuedEvent read(ResultSet row) throws SQLException {
        String defect = null;
        Map<String, String> parsed = Map.of();
        try {
            parsed = headers.read(row.getString(10));
        } catch (RuntimeException | StackOverflowError e) { // a parser throws more than its specification says
            defect = "its headers are not a JSON object: " + e.getMessage();
        }
        Instant deliverAt = null;
        try {
            deliverAt = dialect.instant(row, "availableat");
        } catch (SQLException | RuntimeException e) { // such as MySQL's year 0
            defect = "its availableat is not a time: " + e.getMessage();
        }
        int slot = row.getInt(12);
        if (slot < 0 || slot >= Slots.COUNT) {
            defect = "its slot " + slot + " is out of range, 0 to " + (Slots.COUNT - 1);
            slot = Slots.of(row.getString(6), String.valueOf(row.getString(4)));
        }
        RecordedEvent event = new RecordedEvent(
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getBytes(8),
                row.getString(9),
                parsed,
                row.getString(11),
                slot,
                deliverAt);
        if (event.id() == null
                || event.channel() == null
                || event.type() == null
                || event.payload() == null
                || event.contentType() == null
                || event.destination() == null) {
            defect = "a required column is null";
        }
        int attempts = Math.min(Math.max(row.getInt(3), 0), MAX_ATTEMPTS);
        return new QueuedEvent(
                row.getLong(1),
                EventState.valueOf(row.getString(2)),
                attempts,
                event.key() == null ? null : new OrderKey(queue, event.key()),
                event,
                since(row.getDouble(14)),
                defect);
    }

    /** Limits what a malformed row has: any number, or infinity. */
    private static long since(double seconds) {
        boolean plausible = seconds > 0 && seconds < LONGEST_WAIT;
        return System.nanoTime() - (plausible ? (long) (seconds * NANOS) : 0);
    }
}
