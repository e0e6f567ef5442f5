// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.api.OnceboxException;
import io.oncebox.jms.Probe.Stage;
import io.oncebox.jms.Probe.Undone;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Optional;

/**
 * Checks the sessions by which a source receives. All that a session receives and sends is one transaction, so a probe tells
 * what happens to received messages: sent in a transaction that rolls back, it must be missing in the queue; sent in one that
 * commits, it must be in it.
 *
 * @param factory the name of the connection factory
 */
record ReceivingCheck(Transacted transacted, String factory, HostServer server) {

    /** Runs work in the transaction of a session as a source opens it. */
    @FunctionalInterface
    interface Transacted {

        /** Commits if the work returns, and rolls back if it throws. */
        void run(Work work) throws Exception;
    }

    /** Work with a session whose connection is started. */
    @FunctionalInterface
    interface Work {
        void with(Session session) throws Exception;
    }

    /**
     * @throws OnceboxException if the connection factory would lose messages
     * @throws Exception if a probe could not be sent or received
     */
    void run(ProbeQueue queue) throws Exception {
        try {
            probe(queue);
        } catch (OnceboxException e) {
            throw JmsErrors.ofCheck(e);
        }
    }

    private void probe(ProbeQueue queue) throws Exception {
        try {
            transacted.run(session -> {
                send(session, queue, Stage.ROLLED_BACK);
                throw new Undone();
            });
        } catch (Undone e) {
            // as intended
        }
        transacted.run(session -> send(session, queue, Stage.COMMITTED));
        // the queue keeps the order: the second probe comes first only if the first one is missing
        Optional<String> first = queue.receive();
        if (first.isEmpty()) {
            throw unsound(Finding.IGNORED);
        }
        if (!first.get().equals(Stage.COMMITTED.type())) {
            throw unsound(Finding.AUTO_ACKNOWLEDGE);
        }
    }

    private static void send(Session session, ProbeQueue queue, Stage stage) throws JMSException {
        Message message = session.createTextMessage();
        message.setJMSType(stage.type());
        message.setJMSCorrelationID(queue.check());
        try (MessageProducer producer = session.createProducer(null)) {
            producer.send(queue.queue(), message);
        }
    }

    private RuntimeException unsound(Finding finding) {
        return JmsErrors.unsound(factory, finding, server.advice(finding), null);
    }
}
