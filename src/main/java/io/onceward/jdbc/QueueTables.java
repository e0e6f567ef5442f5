// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.queue.Side;
import java.util.Optional;

/**
 * The tables of one side, the outbox or the stored inbox. Both sides have the same columns, states, positions and lanes; their
 * differences stand here. Immutable.
 *
 * @param side the side
 * @param rows the table of the events that are not published yet, or of the messages that are not handled yet
 * @param queueColumn the column of a row that names its queue
 * @param destinationColumn the column of a row that says where it goes: to a broker, or to the handler
 * @param lanes the table of the lanes
 * @param laneColumn the column of a lane that names its queue
 * @param nodes the table of the nodes, which both sides share
 * @param pauses the table of the pauses, which both sides share
 * @param policies the table of the retry policies, which both sides share
 * @param archive the table that keeps published events; empty if they are deleted
 * @param claims the table of the messages that handlers have processed; empty in the outbox
 */
record QueueTables(
        Side side,
        String rows,
        String queueColumn,
        String destinationColumn,
        String lanes,
        String laneColumn,
        String nodes,
        String pauses,
        String policies,
        Optional<String> archive,
        Optional<String> claims) {

    /**
     * Returns the tables of the outbox. A queue is a channel.
     *
     * @param archiving whether published events move to the archive
     */
    static QueueTables outbox(Tables names, boolean archiving) {
        return new QueueTables(
                Side.OUTBOX,
                names.outbox(),
                "aggregatetype",
                "destination",
                names.lane(),
                "channel",
                names.node(),
                names.pause(),
                names.policy(),
                archiving ? Optional.of(names.sent()) : Optional.empty(),
                Optional.empty());
    }

    /** Returns the tables of the stored inbox. A queue is a handler, and the destination of its rows. */
    static QueueTables inbox(Tables names) {
        return new QueueTables(
                Side.INBOX,
                names.inboxMessage(),
                "handler",
                "handler",
                names.inboxLane(),
                "handler",
                names.node(),
                names.pause(),
                names.policy(),
                Optional.empty(),
                Optional.of(names.inbox()));
    }

    /**
     * Returns the columns of the index by which rows are read. A statement orders by all of them, also by those that it
     * compares with one value: only then H2 reads by the index and sorts nothing.
     */
    String indexOrder() {
        return queueColumn + ", state, seq";
    }

    /** Returns {@link #indexOrder()} from the end. */
    String indexOrderFromTheEnd() {
        return queueColumn + " DESC, state DESC, seq DESC";
    }
}
