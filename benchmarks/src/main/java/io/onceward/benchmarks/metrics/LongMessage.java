// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.metrics;

import io.onceward.benchmarks.contestants.Contestant;
import io.onceward.benchmarks.contestants.DelayedConsumer;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.Stage;
import io.onceward.benchmarks.environment.ProcessorTime;
import jakarta.jms.Connection;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Arrays;
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** The latency of a handler before and while one of its messages takes long, and many of the same key wait behind it. */
public record LongMessage(int rate, double seconds) implements Metric {

    private static final int BEHIND = 1000;

    /** The number of the first message behind the long one; the numbers of the others are smaller. */
    private static final int FIRST_BEHIND = 10_000_000;

    private static final double SETTLING = 0.1;

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof DelayedConsumer;
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        DelayedConsumer consumer = (DelayedConsumer) subject.contestant();
        int each = (int) (rate * seconds / 2);
        Sending sending = new Sending(subject.stage(), rate);
        consumer.startConsuming();
        try {
            ProcessorTime before = subject.processorTime();
            long start = System.nanoTime();
            double alone = median(sending.latencies(0, each));
            consumer.delay(Event.PROBE);
            double beside;
            try {
                sendSlow(subject.stage());
                consumer.awaitDelayed();
                awaitStored(subject.stage(), each + 1 + BEHIND);
                beside = median(sending.latencies(each, 2 * each));
            } finally {
                consumer.goOn();
            }
            return List.of(new Figures("")
                    .add("beside ÷ alone", beside / alone)
                    .add("p50 alone ms", alone)
                    .add("p50 beside ms", beside)
                    .addProcessors(subject.processorTime().since(before), 2 * each, (System.nanoTime() - start) / 1e9));
        } finally {
            consumer.stopConsuming();
        }
    }

    private static double median(long[] nanos) {
        long[] sorted = Arrays.copyOfRange(nanos, (int) (nanos.length * SETTLING), nanos.length);
        Arrays.sort(sorted);
        return sorted[sorted.length / 2] / 1e6;
    }

    private static void sendSlow(Stage stage) throws Exception {
        try (ActiveMQConnectionFactory broker = stage.broker().connectionFactory();
                Connection connection = broker.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(stage.queue()))) {
            for (int i = -1; i < BEHIND; i++) {
                TextMessage message = Sending.message(session, i < 0 ? Event.PROBE : FIRST_BEHIND + i);
                message.setStringProperty("JMSXGroupID", "slow");
                producer.send(message);
            }
            session.commit();
        }
    }

    private static void awaitStored(Stage stage, int messages) throws Exception {
        while (stage.broker().acknowledged(stage.queue()) < messages) {
            Thread.sleep(5);
        }
    }
}
