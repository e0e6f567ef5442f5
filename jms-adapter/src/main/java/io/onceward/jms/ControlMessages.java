// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.jms.Probe.Stage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.ArrayList;
import java.util.List;

/**
 * Messages that are sent to the queue of a check by new connections, in the plainest ways: in transactions of their sessions, and by
 * sessions without a transaction. The connections of one way are open at the same time, so that a pool gives another one for each
 * message, and a factory that leads to several brokers in turn leads to more than one. If all messages of one way arrive, messages of
 * this connection factory reach the queue. Send them in no JTA transaction.
 *
 * @param check the id of the check
 */
record ControlMessages(ConnectionFactory factory, Queue queue, String check) {

    /** How many messages of one way have to arrive. */
    static final int NUMBER = 4;

    /**
     * Sends this many messages both ways.
     *
     * @throws JMSException if the factory gives no connection
     * @throws UnsendableException if they can be sent in neither way
     */
    void send(int number) throws JMSException, UnsendableException {
        Exception ofLocal = failure(Stage.CONTROL_LOCAL, number);
        Exception ofPlain = failure(Stage.CONTROL_PLAIN, number);
        if (ofLocal != null && ofPlain != null) {
            throw new UnsendableException(ofLocal);
        }
    }

    /** Messages can be sent to the queue in neither way. */
    static final class UnsendableException extends Exception {

        private static final long serialVersionUID = 1L;

        private UnsendableException(Exception cause) {
            super(cause);
        }
    }

    private Exception failure(Stage way, int number) throws JMSException {
        try (Sessions sessions = new Sessions()) {
            sessions.connect(number);
            try {
                sessions.open(way);
                sessions.send(way);
                return null;
            } catch (JMSException | RuntimeException e) {
                return e;
            }
        }
    }

    /**
     * Sends all messages in transactions of their sessions. A message that is refused is missing afterwards.
     *
     * @throws JMSException if not all sessions can be open at the same time
     */
    void sendInLocalTransactions() throws JMSException {
        try (Sessions sessions = new Sessions()) {
            sessions.connect(NUMBER);
            sessions.open(Stage.CONTROL_LOCAL);
            try {
                sessions.send(Stage.CONTROL_LOCAL);
            } catch (JMSException | RuntimeException e) {
                // the message is missing
            }
        }
    }

    /** Connections, each with one session, that are open at the same time. */
    private final class Sessions implements AutoCloseable {

        private final List<Connection> connections = new ArrayList<>();
        private final List<Session> opened = new ArrayList<>();

        private void connect(int number) throws JMSException {
            for (int i = 0; i < number; i++) {
                connections.add(factory.createConnection());
            }
        }

        private void open(Stage way) throws JMSException {
            for (Connection connection : connections) {
                opened.add(connection.createSession(way == Stage.CONTROL_LOCAL, Session.AUTO_ACKNOWLEDGE));
            }
        }

        private void send(Stage way) throws JMSException {
            for (Session session : opened) {
                ControlMessages.send(session, queue, way, check);
                if (way == Stage.CONTROL_LOCAL && session.getTransacted()) {
                    session.commit();
                }
            }
        }

        @Override
        public void close() {
            for (Session session : opened) {
                try {
                    session.close();
                } catch (JMSException | RuntimeException e) {
                    // a session that cannot even be closed is not there any more
                }
            }
            connections.forEach(JmsSession::close);
        }
    }

    /** Sends a message that is known by its stage and check, and that the broker deletes if the check does not receive it. */
    static void send(Session session, Queue queue, Stage stage, String check) throws JMSException {
        Message message = session.createTextMessage();
        message.setJMSType(stage.type());
        message.setJMSCorrelationID(check);
        try (MessageProducer producer = session.createProducer(null)) {
            producer.setTimeToLive(Probe.TIME_TO_LIVE.toMillis());
            producer.send(queue, message);
        }
    }
}
