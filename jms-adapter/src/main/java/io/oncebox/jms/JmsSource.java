// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.config.Key;
import io.oncebox.log.InboxErrors;
import io.oncebox.spi.MessageSource;
import io.oncebox.spi.Transactions;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.naming.NamingException;

/**
 * Receives by the server's connection factories, in a JTA transaction in which nothing else takes part: what stores the
 * messages commits before it does. A consumer lives as long as the transaction does. Thread-safe.
 */
@Dependent
public class JmsSource implements MessageSource {

    private final Transactions transactions;
    private final JmsResources resources = new JmsResources();

    /** Called by CDI. */
    @Inject
    public JmsSource(Transactions transactions) {
        this.transactions = transactions;
    }

    @Override
    public String scheme() {
        return JmsUri.SCHEME;
    }

    @Override
    public String origin(String channel, Optional<String> destination, String connectionFactory) {
        return JmsUri.origin(channel, destination, connectionFactory).toString();
    }

    @Override
    public void verify(String channel, String origin) {
        JmsUri uri = JmsUri.parse(origin);
        resources.verify(
                uri, channel, Key.INCOMING_CONNECTION_FACTORY.text(channel), Key.INCOMING_DESTINATION.text(channel));
        try {
            if (uri.variant() == JmsUri.Variant.JNDI && !(resources.destination(uri.name()) instanceof Queue)) {
                throw InboxErrors.topicAsOrigin(channel, uri.name());
            }
        } catch (NamingException e) {
            throw new IllegalStateException("it was found a moment ago", e);
        }
    }

    @Override
    public int receive(String origin, int limit, Duration patience, Sink sink) throws Exception {
        JmsUri uri = JmsUri.parse(origin);
        ConnectionFactory factory = resources.factory(uri.connectionFactory());
        return transactions.inNew(() -> {
            try (Connection connection = factory.createConnection();
                    Session session = connection.createSession();
                    MessageConsumer consumer = session.createConsumer(destination(uri, session))) {
                connection.start();
                List<Message> messages = JmsBatch.receive(consumer, limit, patience);
                if (!messages.isEmpty()) {
                    sink.store(messages);
                }
                return messages.size();
            }
        });
    }

    private Destination destination(JmsUri uri, Session session) throws JMSException, NamingException {
        return uri.variant() == JmsUri.Variant.JNDI
                ? resources.destination(uri.name())
                : session.createQueue(uri.name());
    }
}
