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
 * @param destinations the destinations of its events, at least one
 * @param opensOwnTransaction whether an event that meets no transaction opens a new one
 * @param envelope wraps an event when it is recorded
 * @param admission the condition under which it takes events
 */
public record Channel(
        String name,
        AppendStore store,
        Sentinel sentinel,
        List<Destination> destinations,
        boolean opensOwnTransaction,
        UnaryOperator<RecordedEvent> envelope,
        Admission admission) {}
