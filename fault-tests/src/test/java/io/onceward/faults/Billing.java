// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.standalone.Onceward;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Consumes orders inline: claim and effect are one transaction, and the acknowledgement is one of its own after it. */
final class Billing implements AutoCloseable {

    private static final String CHANNEL = "billing";
    private static final int THREADS = 3;
    private static final long PATIENCE_MILLIS = 200;
    private static final long REST_MILLIS = 300;

    private final ConnectionFactory broker;
    private final Onceward onceward;
    private final Effects effects;
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    Billing(ConnectionFactory broker, Onceward onceward, Effects effects) {
        this.broker = broker;
        this.onceward = onceward;
        this.effects = effects;
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(this::consume, "billing-" + i);
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void consume() {
        while (!closed) {
            try (Connection connection = broker.createConnection();
                    Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                    MessageConsumer consumer = session.createConsumer(session.createQueue(CHANNEL))) {
                AtomicBoolean broken = new AtomicBoolean();
                connection.setExceptionListener(lost -> broken.set(true));
                connection.start();
                while (!closed && !broken.get()) {
                    consume(session, consumer);
                }
            } catch (Exception e) {
                System.out.println("billing begins anew: " + e);
                Pause.millis(REST_MILLIS);
            }
        }
    }

    private void consume(Session session, MessageConsumer consumer) throws Exception {
        Message message = consumer.receive(PATIENCE_MILLIS);
        if (message != null) {
            String order = ((TextMessage) message).getText();
            onceward.once(CHANNEL, message, () -> effects.add(CHANNEL, order));
            session.commit();
        }
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
