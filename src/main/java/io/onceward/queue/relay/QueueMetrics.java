// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.store.QueuedEvent;
import java.util.Collection;
import java.util.List;

/** The metrics that a relay records. Implementations are thread-safe. */
public interface QueueMetrics {

    /**
     * Records events that were just published or handled, whether or not they are removed from the queue afterwards.
     *
     * @param start of the attempt, by {@link System#nanoTime()}
     */
    void confirmed(List<QueuedEvent> events, long start);

    /** Records failed attempts, after their transaction has committed; one channel for each of them. */
    void failed(Collection<String> channels);

    /** Records events that expired before they were published; one channel for each of them. */
    void expired(Collection<String> channels);

    /** Records parked events, after their transaction has committed; one channel for each of them. */
    void parked(Collection<String> channels);

    /**
     * Records a cycle that has committed.
     *
     * @param start of the cycle, by {@link System#nanoTime()}
     */
    void cycle(long start);
}
