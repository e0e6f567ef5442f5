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
import java.util.List;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** The cost of the inbox: messages a second, each handled in its own transaction, with a share sent twice. */
public record Consume(int messages, double doubledShare, Duration patience) implements Metric {

    private static final int BATCH = 500;

    @Override
    public boolean fits(Contestant contestant) {
        return contestant instanceof Consumer;
    }

    @Override
    public void prepare(Subject subject) throws Exception {
        subject.renew();
        fill(subject.stage(), events());
        subject.settle();
    }

    private int events() {
        return (int) Math.round(messages / (1 + doubledShare));
    }

    @Override
    public List<Figures> measure(Subject subject) throws Exception {
        Consumer consumer = (Consumer) subject.contestant();
        Stage stage = subject.stage();
        ProcessorTime before = subject.processorTime();
        long start = System.nanoTime();
        consumer.startConsuming();
        double lasted;
        Figures figures = new Figures("");
        try {
            long handled = awaitAcknowledged(stage, start);
            lasted = (System.nanoTime() - start) / 1e9;
            figures.add("msg/s", handled / lasted)
                    .addProcessors(subject.processorTime().since(before), handled, lasted);
        } finally {
            consumer.stopConsuming();
        }
        long rows = stage.database().number("SELECT COUNT(*) FROM business");
        long distinct = stage.database().number("SELECT COUNT(DISTINCT event) FROM business");
        figures.add("lost", events() - distinct);
        figures.add("doubled", consumer.removesDuplicates() ? rows - distinct : Double.NaN);
        return List.of(figures);
    }

    /** The first events once, then the same again until there are enough messages. */
    private void fill(Stage stage, int events) throws Exception {
        try (ActiveMQConnectionFactory broker = stage.broker().connectionFactory();
                Connection connection = broker.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(stage.queue()))) {
            for (int i = 0; i < messages; i++) {
                Event event = Event.of(i % events, 1);
                TextMessage message = session.createTextMessage(event.payload());
                message.setStringProperty("onceward_id", "event-" + event.number());
                producer.send(message);
                if (i % BATCH == BATCH - 1) {
                    session.commit();
                }
            }
            session.commit();
        }
    }

    private long awaitAcknowledged(Stage stage, long start) throws Exception {
        long acknowledged = 0;
        while (acknowledged < messages && System.nanoTime() - start < patience.toNanos()) {
            Thread.sleep(5);
            acknowledged = stage.broker().acknowledged(stage.queue());
        }
        return acknowledged;
    }
}
