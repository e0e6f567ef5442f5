// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.spi.OutboxEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of one side, the outbox or the stored inbox, and everything in which their rows differ. Both sides have the same
 * states, positions and lanes. Immutable.
 */
sealed interface QueueTables permits OutboxTables, InboxTables {

    /** Returns the table of the events that are not published yet, or of the messages that are not handled yet. */
    String rows();

    /** Returns the table of the lanes. */
    String lanes();

    /** Returns the table of the pauses, which both sides share. */
    String pauses();

    /** Returns the table that keeps published events; empty if they are deleted. */
    Optional<String> archive();

    /** Returns what the table of the pauses calls this side. */
    String side();

    /** Returns the column of a row that names its queue. */
    String queueColumn();

    /** Returns the value of {@link #queueColumn()} for a queue. */
    String queueValue(String queue);

    /** Returns the value of {@link #queueColumn()} in the row of an event. */
    String queueValue(OutboxEvent event);

    /** Returns the queue that a value of {@link #queueColumn()} names; {@code null} if it names none. */
    String queue(String value);

    /** Returns the handler that a row is for, by its destination; {@code null} in the outbox. */
    String handler(String destination);

    /** Returns the values of {@link #queueColumn()} that this node reads; empty for all. */
    Set<String> queueValues();

    /**
     * Returns the columns of the index by which rows are read. A statement orders by all of them, also by those that it
     * compares with one value: only then H2 reads by the index and sorts nothing.
     */
    String indexOrder();

    /** Returns {@link #indexOrder()} from the end. */
    String indexOrderFromTheEnd();

    /** Returns the columns that give the lanes one order, in which every transaction locks them. */
    String laneOrder();

    /** Returns the condition for the lanes of these queues; {@link #bindOwnLanes} binds its parameters. */
    String ownLanes();

    /**
     * Binds the parameters of {@link #ownLanes()}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    int bindOwnLanes(PreparedStatement statement, int index) throws SQLException;

    /**
     * Returns the condition for the rows in the lanes of these queues, with a trailing AND, or nothing if all rows are there.
     * {@link #bindRowsInOwnLanes} binds its parameters.
     */
    String rowsInOwnLanes();

    /**
     * Binds the parameters of {@link #rowsInOwnLanes()}.
     *
     * @param index the last parameter before them
     * @return the last parameter that is bound
     */
    int bindRowsInOwnLanes(PreparedStatement statement, int index) throws SQLException;

    /**
     * Returns the parts of the index in which the rows of a queue stand.
     *
     * @param queue {@code null} for every queue
     */
    List<Segment> segments(Connection connection, String queue, Collection<EventState> states) throws SQLException;

    /** Returns the queue if a row of another queue may stand in the same segment, so that a query must compare it; else {@code null}. */
    String queueBesideSegment(String queue);

    /** Returns those of the ids whose effects have committed, without locks for which a claim would wait. */
    Set<String> processed(Connection connection, List<String> ids) throws SQLException;
}
