// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.queue.Side;
import java.util.Set;

/**
 * The port for the queues of one side of a datasource: the channels of the outbox, or the handlers of the stored inbox. A call
 * takes part in the transaction of the calling thread. Implementations are thread-safe.
 */
public interface Queues {

    /** Returns the side. */
    Side side();

    /**
     * Returns the queues in which there may be an event to publish now, also such that were never opened, which other writers
     * may leave. Locks nothing.
     */
    Set<String> withWork();

    /** Opens a queue, which gets its lanes if it has none yet. Called without a transaction. */
    QueueStore open(String queue);
}
