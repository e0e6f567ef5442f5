// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.jdbc.dialect.Dialect;
import io.oncebox.queue.OrderKey;
import io.oncebox.queue.QueuedEvent;
import io.oncebox.spi.OutboxEvent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;

/** Makes events of rows. A row that somebody else wrote, with what no event has, becomes one with a defect. */
final class OutboxRows {

    private static final String COLUMNS = "seq, state, attempts, id, aggregatetype, aggregateid, type, payload,"
            + " contenttype, headers, destination, slot, availableat, ";

    private static final double NANOS = 1e9;

    /** A century. */
    private static final double LONGEST_WAIT = 3e9;

    /** One can be added to it. */
    private static final int MAX_ATTEMPTS = 1_000_000;

    private final Dialect dialect;
    private final boolean ofHandlers;
    private final HeadersJson headers = new HeadersJson();

    /** @param ofHandlers whether a key belongs to the handler, rather than to the channel */
    OutboxRows(Dialect dialect, boolean ofHandlers) {
        this.dialect = dialect;
        this.ofHandlers = ofHandlers;
    }

    /** {@link #read} gets them by their places here. */
    static String columns(Dialect dialect) {
        return COLUMNS + dialect.secondsSince("CASE state WHEN 'DELAYED' THEN availableat ELSE createdat END")
                + " AS waited";
    }

    QueuedEvent read(ResultSet row) throws SQLException {
        String defect = null;
        Map<String, String> parsed = Map.of();
        try {
            parsed = headers.read(row.getString(10));
        } catch (RuntimeException
                | StackOverflowError e) { // a parser throws more at malformed than its specification says
            defect = "its headers are not a JSON object: " + e.getMessage();
        }
        Instant deliverAt = null;
        try {
            deliverAt = dialect.instant(row, "availableat");
        } catch (SQLException | RuntimeException e) { // such as MySQL's year 0
            defect = "its availableat is not a time: " + e.getMessage();
        }
        int slot = row.getInt(12);
        if (slot < 0 || slot >= OutboxEvent.SLOTS) {
            defect = "its slot " + slot + " is out of range, 0 to " + (OutboxEvent.SLOTS - 1);
            slot = OutboxEvent.slot(row.getString(6), String.valueOf(row.getString(4)));
        }
        OutboxEvent event = new OutboxEvent(
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
        String queue = ofHandlers ? event.destination() : event.channel();
        return new QueuedEvent(
                row.getLong(1),
                EventState.valueOf(row.getString(2)),
                attempts,
                event.key() == null ? null : new OrderKey(queue, event.key()),
                event,
                since(row.getDouble(14)),
                defect);
    }

    /** Of somebody else's row it may be any number, or infinite. */
    private static long since(double seconds) {
        boolean plausible = seconds > 0 && seconds < LONGEST_WAIT;
        return System.nanoTime() - (plausible ? (long) (seconds * NANOS) : 0);
    }
}
