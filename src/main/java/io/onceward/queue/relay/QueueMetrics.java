// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.Time;
import io.onceward.queue.store.QueuedEvent;
import java.util.Collection;
import java.util.List;

/** The metrics that a relay records. Implementations are thread-safe. */
public interface QueueMetrics {

    /** Records an event that was just published or handled, whether or not it is removed from the queue afterwards. */
    void confirmed(QueuedEvent event);

    /**
     * Records the confirmed events of a batch that has just ended.
     *
     * @param start of the batch, by {@link Time#nanos()}
     */
    void sent(List<QueuedEvent> events, long start);

    /** Records failed attempts, after their transaction has committed; one channel for each of them. */
    void failed(Collection<String> channels);

    /** Records events that expired before they were published; one channel for each of them. */
    void expired(Collection<String> channels);

    /** Records parked events, after their transaction has committed; one channel for each of them. */
    void parked(Collection<String> channels);

    /**
     * Records a cycle that has committed.
     *
     * @param start of the cycle, by {@link Time#nanos()}
     */
    void cycle(long start);
}
