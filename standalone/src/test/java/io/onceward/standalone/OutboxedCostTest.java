// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.MemoryDatabase;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The cost of recording an event through an outboxed {@code JMSContext}, beside {@code Outbox.record}: processor time of the thread,
 * with its transaction and the row in an embedded H2, in turns. Both record the same text, key and header.
 * {@code -Doutboxed.events=20000 -Doutboxed.rounds=15} measures longer; the test's output has the figures.
 */
class OutboxedCostTest {

    private static final int EVENTS = Integer.getInteger("outboxed.events", 2_000);
    private static final int ROUNDS = Integer.getInteger("outboxed.rounds", 9);

    /** The goal is 1.1. A short run beside other work differs by more. */
    private static final double LIMIT = Double.parseDouble(System.getProperty("outboxed.limit", "1.5"));

    private static final String TEXT = "{\"id\":\"4711\",\"total\":12.5}";

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Something that records one event. */
    private interface Recording {
        void run();
    }

    @Test
    void recordingThroughAContextCostsLittleMoreThanThroughTheOutbox() throws Exception {
        try (MemoryDatabase database = new MemoryDatabase();
                Onceward onceward = Builders.on(database)
                        .connectionFactory(nothing())
                        .configuration(Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"))
                        .start()) {
            JMSContext jms = onceward.outboxedConnectionFactory().createContext();
            Queue queue = jms.createQueue("orders");
            Recording byContext = () -> jms.createProducer()
                    .setProperty("JMSXGroupID", "customer-7")
                    .setProperty("tenant", "acme")
                    .send(queue, TEXT);
            Recording byOutbox = () -> onceward.outbox()
                    .record(
                            "orders",
                            TEXT,
                            OutboxMetadata.none().withKey("customer-7").withHeader("tenant", "acme"));
            double[] ratios = new double[ROUNDS];
            double[] context = new double[ROUNDS];
            double[] outbox = new double[ROUNDS];
            nanosPerEvent(database, byOutbox);
            nanosPerEvent(database, byContext);
            for (int round = 0; round < ROUNDS; round++) {
                outbox[round] = nanosPerEvent(database, byOutbox);
                context[round] = nanosPerEvent(database, byContext);
                ratios[round] = context[round] / outbox[round];
            }
            System.out.printf(
                    Locale.ROOT,
                    "by Outbox: %.1f µs, by an outboxed JMSContext: %.1f µs of processor time an event; ratio %.3f"
                            + " (%.3f … %.3f), medians of %d rounds of %d events%n",
                    median(outbox) / 1e3,
                    median(context) / 1e3,
                    median(ratios),
                    Arrays.stream(ratios).min().orElseThrow(),
                    Arrays.stream(ratios).max().orElseThrow(),
                    ROUNDS,
                    EVENTS);
            assertThat(median(ratios)).isLessThan(LIMIT);
        }
    }

    /** Returns a connection factory that is not used: this node publishes nothing. */
    private static ConnectionFactory nothing() {
        return (ConnectionFactory) Proxy.newProxyInstance(
                OutboxedCostTest.class.getClassLoader(),
                new Class<?>[] {ConnectionFactory.class},
                (proxy, method, arguments) -> {
                    throw new AssertionError(method.getName() + " was called");
                });
    }

    /** Each event has a transaction. */
    private static double nanosPerEvent(MemoryDatabase database, Recording recording) throws Exception {
        long before = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < EVENTS; i++) {
            MemoryDatabase.inTransaction(() -> {
                recording.run();
                return null;
            });
        }
        double nanos = (THREADS.getCurrentThreadCpuTime() - before) / (double) EVENTS;
        assertThat(database.rows("onceward_outbox")).isEqualTo(EVENTS);
        database.sql("DELETE FROM onceward_outbox");
        return nanos;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
