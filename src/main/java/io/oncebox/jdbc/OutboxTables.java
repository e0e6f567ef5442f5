// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.api.EventState;
import io.oncebox.spi.OutboxEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tables of the outbox. A queue is a channel; all channels share the lanes.
 *
 * @param names the names of the tables
 * @param channels the channels that this node publishes; empty for all
 * @param archiving whether published events move to the archive
 */
record OutboxTables(Tables names, Set<String> channels, boolean archiving) implements QueueTables {

    @Override
    public String rows() {
        return names.outbox();
    }

    @Override
    public String lanes() {
        return names.lane();
    }

    @Override
    public String pauses() {
        return names.pause();
    }

    @Override
    public Optional<String> archive() {
        return archiving ? Optional.of(names.sent()) : Optional.empty();
    }

    @Override
    public String side() {
        return "outbox";
    }

    @Override
    public String queueColumn() {
        return "aggregatetype";
    }

    @Override
    public String queueValue(String queue) {
        return queue;
    }

    @Override
    public String queueValue(OutboxEvent event) {
        return event.channel();
    }

    @Override
    public String queue(String value) {
        return value;
    }

    @Override
    public String handler(String destination) {
        return null;
    }

    @Override
    public Set<String> queueValues() {
        return channels;
    }

    @Override
    public String indexOrder() {
        return "state, seq";
    }

    @Override
    public String indexOrderFromTheEnd() {
        return "state DESC, seq DESC";
    }

    @Override
    public String laneOrder() {
        return "lane";
    }

    @Override
    public String ownLanes() {
        return "1 = 1";
    }

    @Override
    public int bindOwnLanes(PreparedStatement statement, int index) {
        return index;
    }

    @Override
    public String rowsInOwnLanes() {
        return "";
    }

    @Override
    public int bindRowsInOwnLanes(PreparedStatement statement, int index) {
        return index;
    }

    @Override
    public List<Segment> segments(Connection connection, String queue, Collection<EventState> states) {
        return states.stream().map(state -> new Segment(null, state)).toList();
    }

    @Override
    public String queueBesideSegment(String queue) {
        return queue;
    }

    @Override
    public Set<String> processed(Connection connection, List<String> ids) {
        return Set.of();
    }
}
