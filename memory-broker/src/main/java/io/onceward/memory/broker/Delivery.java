// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory.broker;

import java.io.IOException;
import java.util.List;

/**
 * Messages of a queue on their way to one receiver. They are removed when the receiver acknowledges them; the queue delivers them
 * again if the delivery is closed before.
 *
 * @param <M> the messages
 */
public final class Delivery<M> implements AutoCloseable {

    private final MemoryBroker<M> broker;
    private final MemoryQueue<M> queue;
    private final List<M> messages;

    Delivery(MemoryBroker<M> broker, MemoryQueue<M> queue, List<M> messages) {
        this.broker = broker;
        this.queue = queue;
        this.messages = messages;
    }

    /** Returns the messages in their order; none if none came in time. */
    public List<M> messages() {
        return messages;
    }

    /**
     * Removes the messages from the queue.
     *
     * @throws IOException if the broker is down, or was down since; the queue delivers the messages again
     */
    public void acknowledge() throws IOException {
        if (!messages.isEmpty()) {
            broker.acknowledge(queue, this);
        }
    }

    @Override
    public void close() {
        if (!messages.isEmpty()) {
            broker.end(queue, this);
        }
    }
}
