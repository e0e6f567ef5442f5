// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.jdbc.dialect.Dialect;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the events of a node's lanes, then the events that an earlier read may have missed, then the blocking keys of these
 * events, and last the lanes: only the lanes show whether another node may have changed the rows that were read before.
 *
 * @param queue the name of the queue
 */
record LaneReader(Dialect dialect, QueueTables tables, String queue, EventSelect events, LaneRows lanes) {

    /** Reads at least one lane. */
    QueueReading read(
            Connection connection, Lanes owned, ReadRange range, boolean withDue, LeftOut except, boolean blockKey)
            throws SQLException {
        LaneCondition in = LaneCondition.of(dialect, owned);
        Query<Batch> due = events.due(in, range.limit(), except);
        long after = range.isFromHead() ? Long.MIN_VALUE : range.after(); // other writers may use any position
        Query<Batch> pending = events.pending(in, after, range.limit(), except);
        List<Query<Batch>> batches = withDue ? List.of(due, pending) : List.of(pending);
        List<Query<?>> queries = new ArrayList<>(batches);
        Query<Passed> passed =
                range.isFromHead() ? null : events.passed(in, range.after(), range.passedLimit(), except);
        if (passed != null || !owned.held().isEmpty()) {
            Query.run(connection, dialect.severalInOneCall(), queries);
            queries.clear();
        }
        if (passed != null) {
            queries.add(passed);
        }
        Lanes known = owned;
        while (true) {
            Query<Map<OrderKey, Long>> keys = known.held().isEmpty() ? null : blockingKeys(batches, known, blockKey);
            if (keys != null) {
                queries.add(keys);
            }
            Query<Lanes> current = lanes.owned(owned.owner());
            queries.add(current);
            Query.run(connection, dialect.severalInOneCall(), queries);
            if (known.held().containsAll(current.result().held())) {
                return new QueueReading(
                        withDue ? due.result() : Batch.EMPTY,
                        pending.result(),
                        current.result(),
                        keys == null ? Map.of() : keys.result(),
                        passed == null ? Passed.NONE : passed.result());
            }
            known = current.result(); // by now a further lane is held, whose blocking keys were not read
            queries.clear();
        }
    }

    /** Returns the query for the blocking keys of events; {@code null} if no event has a key in a held lane. */
    private Query<Map<OrderKey, Long>> blockingKeys(List<Query<Batch>> read, Lanes known, boolean parkedBlock) {
        List<QueuedEvent> found =
                read.stream().flatMap(batch -> batch.result().events().stream()).toList();
        List<HeldRows.Key> keys = HeldRows.Key.of(found, known.total(), known.held());
        if (keys.isEmpty()) {
            return null;
        }
        Query<Map<String, Long>> first =
                new HeldRows(dialect, tables, queue).first(keys, HeldRows.blockingNone(parkedBlock));
        return first.map(positions -> {
            Map<OrderKey, Long> orderKeys = new HashMap<>();
            positions.forEach((key, seq) -> orderKeys.put(new OrderKey(queue, key), seq));
            return orderKeys;
        });
    }
}
