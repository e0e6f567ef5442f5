// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

/** A broker with queues, in the memory of this JVM. Thread-safe. */
public final class MemoryBroker {

    private static final Map<String, MemoryBroker> BROKERS = new ConcurrentHashMap<>();

    private final Map<String, BlockingDeque<MemoryMessage>> queues = new ConcurrentHashMap<>();
    private volatile boolean down;
    private volatile String refused;

    private MemoryBroker() {}

    /** Returns the broker of a name, and creates it at the first call. */
    public static MemoryBroker named(String name) {
        return BROKERS.computeIfAbsent(name, n -> new MemoryBroker());
    }

    /** Makes the broker unreachable, or reachable again. */
    public void setDown(boolean unreachable) {
        down = unreachable;
    }

    /** Has the broker refuse messages with this text; {@code null}: none. */
    public void refuse(String text) {
        refused = text;
    }

    /** Adds a message to a queue. */
    public void send(String queue, MemoryMessage message) {
        queue(queue).add(message);
    }

    /** Returns the messages that wait in a queue. */
    public List<MemoryMessage> waiting(String queue) {
        return List.copyOf(queue(queue));
    }

    /**
     * Adds a message of a publisher to a queue.
     *
     * @throws RefusedException if the broker refuses the message
     * @throws IOException if the broker is down
     */
    void publish(String queue, MemoryMessage message) throws IOException, RefusedException {
        reach();
        if (message.text().equals(refused)) {
            throw new RefusedException("the memory broker refuses '" + refused + "'");
        }
        send(queue, message);
    }

    /** The broker refuses a message. */
    static final class RefusedException extends Exception {

        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }
    }

    private void reach() throws IOException {
        if (down) {
            throw new IOException("the memory broker is down");
        }
    }

    List<MemoryMessage> receive(String queue, int limit, Duration patience) throws IOException, InterruptedException {
        reach();
        List<MemoryMessage> received = new ArrayList<>();
        MemoryMessage first = queue(queue).poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        if (first != null) {
            received.add(first);
            queue(queue).drainTo(received, limit - 1);
        }
        return received;
    }

    void giveBack(String queue, List<MemoryMessage> messages) {
        for (int i = messages.size() - 1; i >= 0; i--) {
            queue(queue).addFirst(messages.get(i));
        }
    }

    private BlockingDeque<MemoryMessage> queue(String name) {
        return queues.computeIfAbsent(name, n -> new LinkedBlockingDeque<>());
    }
}
