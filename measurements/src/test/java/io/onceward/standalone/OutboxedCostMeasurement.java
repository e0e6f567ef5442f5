// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.measure.Figures;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The cost of recording an event through an outboxed {@code JMSContext}, beside {@code Outbox.record}: processor time of the thread,
 * with its transaction and the row in an embedded H2, in turns. Both record the same text, key and header.
 * {@code -Doutboxed.events=2000} measures for a shorter time.
 */
class OutboxedCostMeasurement {

    private static final int EVENTS = Integer.getInteger("outboxed.events", 20_000);
    private static final int ROUNDS = Integer.getInteger("outboxed.rounds", 15);

    /** The goal for the median of the ratios. */
    private static final double GOAL = 1.1;

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
            List<Double> ratios = new ArrayList<>();
            List<Double> context = new ArrayList<>();
            List<Double> outbox = new ArrayList<>();
            nanosPerEvent(database, byOutbox);
            nanosPerEvent(database, byContext);
            for (int round = 0; round < ROUNDS; round++) {
                outbox.add(nanosPerEvent(database, byOutbox));
                context.add(nanosPerEvent(database, byContext));
                ratios.add(context.get(round) / outbox.get(round));
            }
            System.out.printf(
                    Locale.ROOT,
                    "by Outbox: %.1f µs, by an outboxed JMSContext: %.1f µs of processor time an event; ratio %s,"
                            + " medians of %d rounds of %d events; goal %.1f%n",
                    Figures.median(outbox) / 1e3,
                    Figures.median(context) / 1e3,
                    Figures.spread(ratios),
                    ROUNDS,
                    EVENTS,
                    GOAL);
            assertThat(Figures.median(ratios)).isLessThanOrEqualTo(GOAL);
        }
    }

    /** Returns a connection factory that is not used: this node publishes nothing. */
    private static ConnectionFactory nothing() {
        return (ConnectionFactory) Proxy.newProxyInstance(
                OutboxedCostMeasurement.class.getClassLoader(),
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
}
