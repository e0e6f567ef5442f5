// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.jms.Probe.Stage;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;

/**
 * A message that is sent to the queue of a check by a new connection, in the plainest ways: in a transaction of the session, and by
 * a session without a transaction. If it arrives, messages of this connection factory reach the queue. Send it in no JTA transaction.
 *
 * @param check the id of the check
 */
record ControlMessage(ConnectionFactory factory, Queue queue, String check) {

    /** Sends messages by one session. */
    @FunctionalInterface
    private interface Way {
        void send(Connection connection) throws JMSException;
    }

    /**
     * Sends it both ways.
     *
     * @throws JMSException if the factory gives no connection
     * @throws UnsendableException if the broker takes it in neither way
     */
    void send() throws JMSException, UnsendableException {
        Exception ofLocal = failure(this::sendInLocalTransaction);
        Exception ofPlain = failure(this::sendPlainly);
        if (ofLocal != null && ofPlain != null) {
            throw new UnsendableException(ofLocal);
        }
    }

    /** The broker takes no message for the queue. */
    static final class UnsendableException extends Exception {

        private static final long serialVersionUID = 1L;

        private UnsendableException(Exception cause) {
            super(cause);
        }
    }

    private Exception failure(Way way) throws JMSException {
        Connection connection = factory.createConnection();
        try {
            way.send(connection);
            return null;
        } catch (JMSException | RuntimeException e) {
            return e;
        } finally {
            JmsSession.close(connection);
        }
    }

    private void sendInLocalTransaction(Connection connection) throws JMSException {
        try (Session session = connection.createSession(true, Session.AUTO_ACKNOWLEDGE)) {
            send(session, queue, Stage.CONTROL, check);
            if (session.getTransacted()) {
                session.commit();
            }
        }
    }

    private void sendPlainly(Connection connection) throws JMSException {
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            send(session, queue, Stage.CONTROL, check);
        }
    }

    /** Sends a message that is known by its stage and check. */
    static void send(Session session, Queue queue, Stage stage, String check) throws JMSException {
        Message message = session.createTextMessage();
        message.setJMSType(stage.type());
        message.setJMSCorrelationID(check);
        try (MessageProducer producer = session.createProducer(null)) {
            producer.send(queue, message);
        }
    }
}
