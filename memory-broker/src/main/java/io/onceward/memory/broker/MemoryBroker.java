// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory.broker;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A broker in the memory of this JVM: queues that keep the order of their messages, and the faults that a test wants. Thread-safe.
 *
 * <p>The broker has a message when {@link #publish} returns. A queue delivers its first messages to one receiver at a time, and
 * further receivers wait for the end of this {@link Delivery}; so messages that come back are delivered before later ones.
 *
 * @param <M> the messages, which the broker does not look into
 */
public final class MemoryBroker<M> {

    private final Map<String, MemoryQueue<M>> queues = new HashMap<>();
    private final List<M> published = new ArrayList<>();
    private volatile Function<? super M, ? extends Exception> refusal = message -> null;
    private boolean createsQueues = true;
    private boolean down;
    private boolean silent;
    private boolean losesAcknowledgement;
    private boolean redeliversLast;
    private int deliveries = Integer.MAX_VALUE;

    // ---- for publishers and receivers

    /**
     * Adds a message to a queue.
     *
     * @param timeout how long to wait for a broker that is silent
     * @throws RefusedException if the broker refuses the message
     * @throws IOException if the broker is down, or stays silent
     */
    public void publish(String queue, M message, Duration timeout)
            throws IOException, RefusedException, InterruptedException {
        requireAnswer(timeout);
        Exception refused = refusal.apply(message); // may wait, so without the lock
        if (refused != null) {
            throw new RefusedException(refused);
        }
        synchronized (this) {
            requireUp();
            existing(queue).add(message);
            published.add(message);
            notifyAll();
        }
    }

    /**
     * Waits for the first messages of a queue.
     *
     * @param limit the maximum number of messages
     * @param patience the maximum time to wait
     * @throws IOException if the broker is down, or the queue does not exist
     */
    public synchronized Delivery<M> receive(String name, int limit, Duration patience)
            throws IOException, InterruptedException {
        requireUp();
        MemoryQueue<M> queue;
        try {
            queue = existing(name);
        } catch (RefusedException e) {
            throw new IOException(e.reason());
        }
        await(() -> down || (!silent && queue.isReady()), patience);
        requireUp();
        return silent || !queue.isReady() ? new Delivery<>(this, queue, List.of()) : queue.deliver(this, limit);
    }

    synchronized void acknowledge(MemoryQueue<M> queue, Delivery<M> delivery) throws IOException {
        if (losesAcknowledgement || !queue.isOpen(delivery)) {
            losesAcknowledgement = false;
            throw new IOException("the connection broke");
        }
        queue.acknowledged();
        notifyAll();
    }

    synchronized void end(MemoryQueue<M> queue, Delivery<M> delivery) {
        if (queue.isOpen(delivery)) {
            giveBack(queue);
        }
    }

    private void giveBack(MemoryQueue<M> queue) {
        queue.giveBack(deliveries, redeliversLast);
        notifyAll();
    }

    private synchronized void requireAnswer(Duration timeout) throws IOException, InterruptedException {
        await(() -> down || !silent, timeout);
        requireUp();
        if (silent) {
            throw new IOException("the broker does not answer");
        }
    }

    private void requireUp() throws IOException {
        if (down) {
            throw new IOException("the broker is down");
        }
    }

    /** Waits until a condition is met or the time is over. */
    private void await(BooleanSupplier condition, Duration patience) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        for (long left = patience.toNanos(); left > 0 && !condition.getAsBoolean(); left = end - System.nanoTime()) {
            wait(left / 1_000_000, (int) (left % 1_000_000));
        }
    }

    private MemoryQueue<M> existing(String name) throws RefusedException {
        if (!createsQueues && !queues.containsKey(name)) {
            throw new RefusedException(new NoSuchElementException("there is no queue '" + name + "'"));
        }
        return queue(name);
    }

    private MemoryQueue<M> queue(String name) {
        return queues.computeIfAbsent(name, unused -> new MemoryQueue<>());
    }

    // ---- for tests: messages

    /** Creates a queue. By default the broker does so at the first use. */
    public synchronized void create(String queue) {
        queue(queue);
    }

    /** Adds the message of another application to a queue, which it creates. */
    public synchronized void send(String queue, M message) {
        queue(queue).add(message);
        notifyAll();
    }

    /** Returns what was published to any queue, in order. */
    public synchronized List<M> published() {
        return List.copyOf(published);
    }

    /** Returns the messages of a queue that are not acknowledged, in order. */
    public synchronized List<M> waiting(String queue) {
        return queue(queue).waiting();
    }

    /** Returns how many deliveries have failed of each of the {@linkplain #waiting waiting} messages. */
    public synchronized List<Integer> failedDeliveries(String queue) {
        return queue(queue).failedDeliveries();
    }

    /** Returns the messages of a queue that were delivered {@linkplain #deadAfter too often}. */
    public synchronized List<M> dead(String queue) {
        return queue(queue).dead();
    }

    /** Delivers all messages again that a queue ever had. */
    public synchronized void redeliver(String queue) {
        queue(queue).repeat();
        notifyAll();
    }

    /** Forgets all queues and messages. The faults stay. */
    public synchronized void clear() {
        queues.clear();
        published.clear();
    }

    // ---- for tests: faults

    /** Sets whether the broker creates a queue when it is first used. It does by default. */
    public synchronized void createQueues(boolean automatically) {
        createsQueues = automatically;
    }

    /** Makes the broker unreachable, which ends all deliveries, or reachable again. */
    public synchronized void setDown(boolean unreachable) {
        down = unreachable;
        if (unreachable) {
            queues.values().forEach(this::giveBack);
        }
        notifyAll();
    }

    /** Has the broker answer nobody, or everybody again. */
    public synchronized void setSilent(boolean unanswering) {
        silent = unanswering;
        notifyAll();
    }

    /**
     * Has the broker refuse messages.
     *
     * @param reasons returns why a message is refused, or {@code null} if it is not
     */
    public void refuse(Function<? super M, ? extends Exception> reasons) {
        refusal = reasons;
    }

    /** Breaks the connection at the next acknowledgement, before it reaches the broker. */
    public synchronized void loseAcknowledgement() {
        losesAcknowledgement = true;
    }

    /** Sets after how many deliveries a message that is not acknowledged goes to the dead letters. By default, it never does. */
    public synchronized void deadAfter(int failedDeliveries) {
        deliveries = failedDeliveries;
    }

    /** Has the broker deliver messages that come back after all others, as one with a redelivery delay does. */
    public synchronized void redeliverLast() {
        redeliversLast = true;
    }
}
