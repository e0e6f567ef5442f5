// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Transactions;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.util.List;
import javax.naming.NamingException;

/**
 * The way to a broker by a connection factory of the server.
 *
 * @param name the name of the connection factory
 */
record JmsLink(String name, Transactions transactions, JmsResources resources, JmsUriCache uris, JmsSender.Names names)
        implements TransactedBatch.Link {

    /** Publishes in a JTA transaction in which nothing else takes part. */
    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        ConnectionFactory factory = resources.factory(name);
        transactions.inNew(() -> {
            send(factory, events);
            return null;
        });
    }

    /**
     * Publishes in a transaction of the session, whose commit tells the reason of a refusal. If the connection factory gives no
     * such session, the event is published as a batch is.
     */
    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        JmsLocalTransaction single = new JmsLocalTransaction(resources.factory(name), uris, names);
        if (!transactions.suspended(() -> single.publish(event))) {
            publish(List.of(event));
        }
    }

    @Override
    public void reach() throws Exception {
        ConnectionFactory factory = resources.factory(name);
        transactions.suspended(() -> {
            try (Connection opened = factory.createConnection();
                    Session session = opened.createSession()) {
                session.createTextMessage();
                return null;
            }
        });
    }

    private void send(ConnectionFactory factory, List<OutboxEvent> events) throws JMSException, NamingException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession();
                JmsSender sender = new JmsSender(session, uris, names)) {
            sender.send(events);
        }
    }
}
