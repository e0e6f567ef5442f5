// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.LocalProducer;
import io.onceward.benchmarks.contestants.Stage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Receives everything, as cheaply as the broker allows or from the handler of a local contestant, and notes when each event came
 * first, and what came wrong.
 */
final class Receiver implements AutoCloseable {

    private static final long STALL_NANOS = 60_000_000_000L;

    private static final long PROBE_NANOS = 60_000_000_000L;

    /** From where the events come, until it is closed. */
    private interface Source extends AutoCloseable {
        @Override
        void close() throws JMSException;
    }

    private final int writers;
    private final AtomicLongArray arrivals;
    private final long[] lastOfKey = new long[Event.keys()];
    private final Source source;
    private volatile boolean probed;
    private volatile long received;
    private volatile long doubled;
    private volatile long disordered;
    private volatile long unknown;
    private volatile long lastArrival;

    /**
     * Starts.
     *
     * @param capacity the events have smaller numbers
     * @param writers as the events were numbered
     */
    Receiver(Subject subject, int capacity, int writers) throws JMSException {
        this.writers = writers;
        arrivals = new AtomicLongArray(capacity);
        Arrays.fill(lastOfKey, -1);
        source = subject.contestant() instanceof LocalProducer local ? handlerOf(local) : queueOf(subject.stage());
    }

    private Source handlerOf(LocalProducer local) {
        local.note(this::receive);
        return () -> local.note(number -> {});
    }

    private Source queueOf(Stage stage) throws JMSException {
        ActiveMQConnectionFactory broker = stage.broker().connectionFactory();
        Connection connection = broker.createConnection();
        Session session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
        session.createConsumer(session.createQueue(stage.queue()))
                .setMessageListener(message -> receive(number(message)));
        connection.start();
        return () -> {
            connection.close();
            broker.close();
        };
    }

    /** On the session's only thread, or on those of the handlers. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // under the lock
    private synchronized void receive(long number) {
        long now = System.nanoTime();
        if (number == Event.PROBE) {
            probed = true;
        } else if (number < 0 || number >= arrivals.length()) {
            unknown++;
        } else if (arrivals.get((int) number) != 0) {
            doubled++;
        } else {
            int key = Event.key(number, writers);
            if (number < lastOfKey[key]) {
                disordered++;
            }
            lastOfKey[key] = Math.max(number, lastOfKey[key]);
            arrivals.set((int) number, now);
            lastArrival = now;
            received++;
        }
    }

    private static long number(Message message) {
        try {
            return Event.numberIn(((TextMessage) message).getText());
        } catch (JMSException | RuntimeException e) {
            return -1; // counted as unknown
        }
    }

    /** Returns the time of arrival as {@link System#nanoTime()}; 0 if the message did not arrive. */
    long arrival(int number) {
        return arrivals.get(number);
    }

    long lastArrival() {
        return lastArrival;
    }

    long received() {
        return received;
    }

    /** Waits for the probe. */
    void awaitProbe() throws InterruptedException {
        long end = System.nanoTime() + PROBE_NANOS;
        while (!probed) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("no event comes through");
            }
            Thread.sleep(5);
        }
    }

    /** Waits until so many have come, or nothing has for a while. */
    void await(long events) throws InterruptedException {
        long seen = received;
        long changed = System.nanoTime();
        while (received < events && System.nanoTime() - changed < STALL_NANOS) {
            Thread.sleep(5);
            if (received != seen) {
                seen = received;
                changed = System.nanoTime();
            }
        }
    }

    /** Adds the figures that must be 0. */
    Figures addChecks(Figures figures, long produced, boolean ordered) {
        figures.add("lost", produced - received);
        figures.add("doubled", doubled + unknown);
        return figures.add("disordered", ordered ? disordered : Double.NaN);
    }

    @Override
    public void close() throws JMSException {
        source.close();
    }
}
