// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Receives in transacted sessions, has an inbox handle each message, then commits the session. */
final class SessionConsumer implements Consumer {

    private final String queue;
    private final InboxOfConsumer inbox;
    private final ActiveMQConnectionFactory broker;
    private final Sessions sessions = new Sessions(this::receive);

    SessionConsumer(Stage stage, InboxOfConsumer inbox) {
        this.inbox = inbox;
        queue = stage.queue();
        broker = stage.broker().connectionFactory();
    }

    @Override
    public String about() {
        return inbox.about() + ", " + Sessions.COUNT + " sessions, one message a transaction";
    }

    @Override
    public void reset() throws Exception {
        inbox.reset();
    }

    @Override
    public void startConsuming() {
        sessions.start();
    }

    @Override
    public void stopConsuming() throws InterruptedException {
        sessions.stop();
    }

    private void receive(Sessions.Running running) throws Exception {
        try (jakarta.jms.Connection connection = broker.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            connection.start();
            while (running.isOn()) {
                Message message = consumer.receive(Sessions.LOOK_MILLIS);
                if (message != null) {
                    inbox.handle(message);
                    session.commit();
                }
            }
        }
    }

    @Override
    public boolean removesDuplicates() {
        return inbox.removesDuplicates();
    }

    @Override
    public void close() {
        broker.close();
        inbox.close();
    }
}
