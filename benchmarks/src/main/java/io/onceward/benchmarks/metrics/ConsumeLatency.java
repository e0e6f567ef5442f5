// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Consumer;
import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.Stage;
import io.onceward.benchmarks.environment.ProcessorTime;
import jakarta.jms.Connection;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** At a steady rate that leaves everything time: from the start of a send to the handler's insert, by this machine's clock. */
public record ConsumeLatency(int rate, double seconds) implements Metric {

    /** Share of the messages that come first and don't count. */
    private static final double SETTLING = 0.1;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof Consumer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        Consumer consumer = (Consumer) subject.contestant();
        int messages = (int) (rate * seconds);
        subject.renew();
        consumer.startConsuming();
        Figures figures = new Figures("");
        try {
            ProcessorTime before = subject.processorTime();
            long start = System.nanoTime();
            long[] sent = send(subject.stage(), messages);
            long[] handled = handled(subject.stage(), messages);
            double lasted = (System.nanoTime() - start) / 1e9;
            figures.addPercentiles(IntStream.range((int) (messages * SETTLING), messages)
                            .mapToLong(number -> 1000 * (handled[number] - sent[number]))
                            .toArray())
                    .addProcessors(subject.processorTime().since(before), messages, lasted);
        } finally {
            consumer.stopConsuming();
        }
        return List.of(figures);
    }

    /** Returns when each send began, in microseconds. */
    private long[] send(Stage stage, int messages) throws Exception {
        long[] sent = new long[messages];
        try (ActiveMQConnectionFactory broker = stage.broker().connectionFactory();
                Connection connection = broker.createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(session.createQueue(stage.queue()))) {
            long start = System.nanoTime();
            for (int i = 0; i < messages; i++) {
                TextMessage message = session.createTextMessage(Event.of(i, 1).payload());
                message.setStringProperty("onceward_id", "event-" + i);
                Pace.awaitTime(start + (long) (i * 1e9 / rate));
                sent[i] = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
                producer.send(message);
            }
        }
        return sent;
    }

    /** Returns the times of handling, in the order of the messages' numbers. */
    private static long[] handled(Stage stage, int messages) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (stage.database().number("SELECT COUNT(*) FROM business") < messages) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("some messages are not handled");
            }
            Thread.sleep(20);
        }
        return stage.database()
                .numbers("SELECT (EXTRACT(EPOCH FROM at) * 1000000)::BIGINT FROM business ORDER BY event");
    }
}
