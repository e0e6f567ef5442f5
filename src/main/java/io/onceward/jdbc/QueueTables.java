// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.queue.Side;
import java.util.Optional;

/**
 * The tables of one side, the outbox or the stored inbox. Both sides have the same columns, states, positions and lanes; their
 * differences stand here. Immutable.
 *
 * @param side the side
 * @param names the names of all tables
 * @param archiving whether published events move to the archive
 */
record QueueTables(Side side, Tables names, boolean archiving) {

    /**
     * Returns the tables of the outbox. A queue is a channel.
     *
     * @param archiving whether published events move to the archive
     */
    static QueueTables outbox(Tables names, boolean archiving) {
        return new QueueTables(Side.OUTBOX, names, archiving);
    }

    /** Returns the tables of the stored inbox. A queue is a handler, and the destination of its rows. */
    static QueueTables inbox(Tables names) {
        return new QueueTables(Side.INBOX, names, false);
    }

    private <T> T either(T ofOutbox, T ofInbox) {
        return side == Side.OUTBOX ? ofOutbox : ofInbox;
    }

    /** Returns the table of the events that are not published yet, or of the messages that are not handled yet. */
    String rows() {
        return either(names.outbox(), names.inboxMessage());
    }

    /** Returns the column of a row that names its queue. */
    String queueColumn() {
        return either("aggregatetype", "handler");
    }

    /** Returns the column of a row that says where it goes: to a broker, or to the handler. */
    String destinationColumn() {
        return either("destination", "handler");
    }

    /** Returns the table of the lanes. */
    String lanes() {
        return either(names.lane(), names.inboxLane());
    }

    /** Returns the column of a lane that names its queue. */
    String laneColumn() {
        return either("channel", "handler");
    }

    /** Returns the table of the nodes, which both sides share. */
    String nodes() {
        return names.node();
    }

    /** Returns the table of the pauses, which both sides share. */
    String pauses() {
        return names.pause();
    }

    /** Returns the table of the retry policies, which both sides share. */
    String policies() {
        return names.policy();
    }

    /** Returns the table that keeps published events; empty if they are deleted. */
    Optional<String> archive() {
        return archiving ? Optional.of(names.sent()) : Optional.empty();
    }

    /** Returns the table of the messages that handlers have processed; empty in the outbox. */
    Optional<String> claims() {
        return either(Optional.empty(), Optional.of(names.inbox()));
    }

    /**
     * Returns the columns of the index by which rows are read. A statement orders by all of them, also by those that it
     * compares with one value: only then H2 reads by the index and sorts nothing.
     */
    String indexOrder() {
        return queueColumn() + ", state, seq";
    }

    /** Returns {@link #indexOrder()} from the end. */
    String indexOrderFromTheEnd() {
        return queueColumn() + " DESC, state DESC, seq DESC";
    }
}
