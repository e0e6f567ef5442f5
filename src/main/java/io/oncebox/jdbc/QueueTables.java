// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.queue.HandlerDestination;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The tables of a queue: the outbox, or the stored inbox, where each handler has lanes of its own.
 *
 * @param rows what waits
 * @param lane the lanes
 * @param sent where rows go that are kept afterwards
 * @param pause which queues are paused
 * @param claims what handlers have processed
 * @param ofHandlers whether it is the inbox
 * @param handler whose lanes are meant; {@code null} for all
 */
record QueueTables(
        String rows, String lane, String sent, String pause, String claims, boolean ofHandlers, String handler) {

    /** The column that names what a key belongs to: the channel, or the handler. */
    String queue() {
        return ofHandlers ? "destination" : "aggregatetype";
    }

    /** The value of that column for a queue. */
    String column(String name) {
        return ofHandlers ? HandlerDestination.of(name) : name;
    }

    /** What the pauses call this queue. */
    String side() {
        return ofHandlers ? "inbox" : "outbox";
    }

    /** The index over what waits. Said in full as the order of rows of one state, H2 reads by it and does not sort them all. */
    String waitingOrder() {
        return ofHandlers ? "destination, state, seq" : "state, seq";
    }

    /** The same from the end. */
    String waitingOrderFromTheEnd() {
        return ofHandlers ? "destination DESC, state DESC, seq DESC" : "state DESC, seq DESC";
    }

    /** The columns by which the lanes are locked in the same order by all that lock all of them. */
    String laneOrder() {
        return ofHandlers ? "handler, lane" : "lane";
    }

    /** A condition for rows of the table of lanes, to be bound by {@link #bind}. */
    String ownLanes() {
        return handler == null ? "1 = 1" : "handler = ?";
    }

    /** Binds {@link #ownLanes}; returns the index of the last parameter. */
    int bind(PreparedStatement statement, int index) throws SQLException {
        if (handler == null) {
            return index;
        }
        statement.setString(index + 1, handler);
        return index + 1;
    }
}
