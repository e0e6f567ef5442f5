// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Reads a queue of the broker directly, as its only consumer, and writes down what comes: {@code time key nr orderId times}. */
final class Witness implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 200;
    private static final long REST_MILLIS = 200;

    private final Arrivals arrivals = new Arrivals();
    private final ActiveMQConnectionFactory broker;
    private final Writer out;
    private final Path file;
    private final Thread thread = new Thread(this::watch, "witness");
    private volatile boolean closed;

    Witness(int brokerPort, Path file) throws IOException {
        broker = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + brokerPort);
        this.file = file;
        out = Files.newBufferedWriter(file);
        thread.setDaemon(true);
        thread.start();
    }

    Arrivals arrivals() {
        return arrivals;
    }

    Path file() {
        return file;
    }

    private void watch() {
        while (!closed) {
            try (Connection connection = broker.createConnection();
                    Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                    MessageConsumer consumer = session.createConsumer(session.createQueue(StormBroker.WITNESS))) {
                AtomicBoolean broken = new AtomicBoolean();
                connection.setExceptionListener(lost -> broken.set(true));
                connection.start();
                while (!closed && !broken.get()) {
                    receive(session, consumer);
                }
            } catch (JMSException e) {
                Pause.millis(REST_MILLIS); // the broker is away; what was not acknowledged comes again
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void receive(Session session, MessageConsumer consumer) throws JMSException, IOException {
        Message message = consumer.receive(PATIENCE_MILLIS);
        if (message == null) {
            return;
        }
        while (message != null) {
            Arrivals.Order order = Arrivals.Order.parse(((TextMessage) message).getText());
            int times = arrivals.note(order);
            out.write(System.currentTimeMillis() + " " + order.key() + " " + order.nr() + " " + order.id() + " " + times
                    + "\n");
            message = consumer.receiveNoWait();
        }
        out.flush();
        session.commit();
    }

    @Override
    public void close() throws InterruptedException, IOException {
        closed = true;
        thread.join();
        out.close();
    }
}
