// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventFilter;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Asked;
import io.onceward.fixture.Await;
import io.onceward.fixture.MemoryDatabase;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An application in a plain JVM. Its events are numbers with the same key, padded to a kilobyte. */
final class PlainApplication implements AutoCloseable {

    static final String QUEUE = "numbers";

    private final Asked asked = new Asked();
    private final MemoryDatabase database;
    private final ConnectionFactory broker;
    private final Map<String, String> configuration = new HashMap<>();
    private volatile Onceward onceward;
    private final AtomicInteger recorded = new AtomicInteger();

    PlainApplication(ConnectionFactory broker, Map<String, String> more) throws SQLException {
        this.broker = broker;
        database = new MemoryDatabase();
        configuration.put("onceward.schema", "create");
        configuration.put("onceward.relay.batch-size", "20");
        configuration.putAll(more);
        start();
    }

    void start() {
        onceward = Builders.on(database)
                .dataSource(asked.watch(database.pool()))
                .connectionFactory(broker)
                .configuration(configuration)
                .start();
    }

    Onceward onceward() {
        return onceward;
    }

    MemoryDatabase database() {
        return database;
    }

    Asked asked() {
        return asked;
    }

    /** Records the next numbers, each in its own transaction. */
    void record(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            recordTogether(1);
        }
    }

    /** Records the next numbers in one transaction. */
    void recordTogether(int count) throws Exception {
        MemoryDatabase.inTransaction(() -> {
            for (int i = 0; i < count; i++) {
                onceward.outbox()
                        .record(
                                QUEUE,
                                recorded.get() + i + " " + "x".repeat(1000),
                                OutboxMetadata.none().withKey("one"));
            }
            return null;
        });
        recorded.addAndGet(count);
    }

    int recorded() {
        return recorded.get();
    }

    /** Returns all numbers up to the last one recorded. */
    List<String> numbers() {
        return IntStream.range(0, recorded.get()).mapToObj(Integer::toString).toList();
    }

    int waiting() {
        return database.rows("onceward_outbox");
    }

    /** Fails if an event was refused, parked or held back. */
    void assertNoAttempts() {
        assertThat(database.number("SELECT COUNT(*) FROM onceward_outbox WHERE attempts > 0 OR state <> 'PENDING'"))
                .as("events that count as refused")
                .isZero();
    }

    /** Waits for an empty outbox, and fails if an event is parked. */
    void assertNothingParked() throws InterruptedException {
        Await.until(Await.AFTER_OUTAGE, "an empty outbox", () -> waiting() == 0);
        assertThat(onceward()
                        .outboxAdmin()
                        .find(EventFilter.all().parked(), null, 1)
                        .events())
                .isEmpty();
    }

    /** Returns the number of lanes that a node owns. */
    int ownedLanes() {
        return database.number(
                "SELECT COUNT(*) FROM onceward_lane WHERE owner IN (SELECT identity FROM onceward_node)");
    }

    /** Returns whether a sender has a batch. */
    static boolean publishing() {
        return threads().stream()
                .flatMap(thread -> Stream.of(thread.getStackTrace()))
                .anyMatch(frame -> frame.getClassName().equals("io.onceward.queue.relay.BatchAttempt"));
    }

    /** Returns the threads of all Oncewards in this JVM. */
    static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("onceward-"))
                .toList();
    }

    /** Returns the processor time that the current threads have used. */
    static Duration processorTime() {
        long nanos = threads().stream()
                .mapToLong(thread ->
                        Math.max(0, ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId())))
                .sum();
        return Duration.ofNanos(nanos);
    }

    /** Receives until this many different numbers have arrived, and returns all of them in the order of arrival. */
    static List<String> receive(ArtemisBroker from, int count) {
        return receive(from, QUEUE, count);
    }

    /** Receives from a queue of the broker in the same way. */
    static List<String> receive(ArtemisBroker from, String queue, int count) {
        List<String> numbers = new ArrayList<>();
        try (JMSContext context = from.connectionFactory().createContext();
                JMSConsumer consumer = context.createConsumer(context.createQueue(queue))) {
            long deadline = System.nanoTime() + Await.AFTER_OUTAGE.toNanos();
            while (numbers.stream().distinct().count() < count && System.nanoTime() - deadline < 0) {
                String text = consumer.receiveBody(String.class, 500);
                if (text != null) {
                    numbers.add(text.substring(0, text.indexOf(' ')));
                }
            }
            for (String text = next(consumer); text != null; text = next(consumer)) {
                numbers.add(text.substring(0, text.indexOf(' ')));
            }
        }
        return numbers;
    }

    /** Returns the next message; {@code null} if the broker says that it has none, as a message may only be late. */
    static String next(JMSConsumer consumer) {
        String text = consumer.receiveBody(String.class, 200);
        return text != null ? text : consumer.receiveBodyNoWait(String.class);
    }

    @Override
    public void close() {
        onceward.close();
        database.close();
    }
}
