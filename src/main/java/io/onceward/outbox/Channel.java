// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.AppendStore;
import io.onceward.transaction.Sentinel;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An outgoing channel with its configuration resolved.
 *
 * @param name the name of the channel
 * @param store the store in which events are recorded
 * @param sentinel the sentinel of the transactions that record events
 * @param destinations the destinations to which a relay publishes its events
 * @param local the handlers that get its events without a broker; at least one if there is no destination
 * @param opensOwnTransaction whether an event that meets no transaction opens a new one
 * @param envelope wraps an event when it is recorded
 * @param stored encodes an event for its row
 * @param admission the condition under which it takes events
 */
public record Channel(
        String name,
        AppendStore store,
        Sentinel sentinel,
        List<Destination> destinations,
        LocalQueues local,
        boolean opensOwnTransaction,
        UnaryOperator<RecordedEvent> envelope,
        UnaryOperator<RecordedEvent> stored,
        Admission admission) {

    /** Creates a channel whose events have no local handlers, and whose rows have their payloads unencoded. */
    public Channel(
            String name,
            AppendStore store,
            Sentinel sentinel,
            List<Destination> destinations,
            boolean opensOwnTransaction,
            UnaryOperator<RecordedEvent> envelope,
            Admission admission) {
        this(
                name,
                store,
                sentinel,
                destinations,
                LocalQueues.NONE,
                opensOwnTransaction,
                envelope,
                UnaryOperator.identity(),
                admission);
    }
}
