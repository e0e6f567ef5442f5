// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.environment.Broker;
import io.onceward.benchmarks.environment.BrokerServer;
import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Artemis by Jakarta Messaging: what the other brokers are compared with. */
final class ArtemisMeasured implements MeasuredBroker {

    private static final String QUEUE = "orders";

    private final BrokerServer server;
    private final Broker broker;
    private final ActiveMQConnectionFactory factory;

    ArtemisMeasured(Path folder) throws Exception {
        server = BrokerServer.start(folder);
        broker = server.broker();
        factory = broker.connectionFactory();
    }

    @Override
    public String about() {
        try {
            return broker.about();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public long pid() {
        return broker.pid();
    }

    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        return builder.connectionFactory(factory);
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of("mp.messaging.outgoing.orders.destination", "jms:queue:" + QUEUE);
    }

    @Override
    public void renew() throws Exception {
        broker.renew(QUEUE);
    }

    @Override
    public Sender sender() throws Exception {
        Connection connection = factory.createConnection();
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(session.createQueue(QUEUE));
        return new Sender() {
            @Override
            public void send(List<Event> batch) throws Exception {
                for (Event event : batch) {
                    producer.send(session.createTextMessage(event.payload()));
                }
                session.commit();
            }

            @Override
            public void close() throws IOException {
                Closing.close(connection::close);
            }
        };
    }

    @Override
    public long count() throws Exception {
        return broker.added(QUEUE);
    }

    @Override
    public Closeable receive(Consumer<String> payloads) throws Exception {
        Connection connection = factory.createConnection();
        Session session = connection.createSession(false, Session.DUPS_OK_ACKNOWLEDGE);
        session.createConsumer(session.createQueue(QUEUE)).setMessageListener(message -> {
            try {
                payloads.accept(((TextMessage) message).getText());
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
        connection.start();
        return () -> Closing.close(connection::close);
    }

    @Override
    public void close() throws IOException {
        factory.close();
        server.close();
    }
}
