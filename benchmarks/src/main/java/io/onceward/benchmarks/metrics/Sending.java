// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.Stage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Messages to a consumer, each by its own send, at a rate. */
record Sending(Stage stage, int rate) {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** Messages with the numbers from one up to another, without it; returns the nanoseconds from each send to the handler's insert. */
    long[] latencies(int from, int to) throws Exception {
        long[] sent = new long[to - from];
        try (ActiveMQConnectionFactory broker = stage.broker().connectionFactory();
                Connection connection = broker.createConnection();
                Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(session.createQueue(stage.queue()))) {
            long start = System.nanoTime();
            for (int i = 0; i < sent.length; i++) {
                TextMessage message = message(session, from + i);
                Pace.awaitTime(start + (long) (i * 1e9 / rate));
                sent[i] = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
                producer.send(message);
            }
        }
        long[] handled = handled(from, to);
        Arrays.setAll(sent, i -> 1000 * (handled[i] - sent[i]));
        return sent;
    }

    static TextMessage message(Session session, long number) throws JMSException {
        TextMessage message = session.createTextMessage(Event.of(number, 1).payload());
        message.setStringProperty("onceward_id", "event-" + number);
        return message;
    }

    /** Returns the times of handling in microseconds, in the order of the messages' numbers. */
    private long[] handled(int from, int to) throws Exception {
        String those = " FROM business WHERE event >= " + from + " AND event < " + to;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (stage.database().number("SELECT COUNT(*)" + those) < to - from) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("some messages are not handled");
            }
            Thread.sleep(20);
        }
        return stage.database()
                .numbers("SELECT (EXTRACT(EPOCH FROM at) * 1000000)::BIGINT" + those + " ORDER BY event");
    }
}
