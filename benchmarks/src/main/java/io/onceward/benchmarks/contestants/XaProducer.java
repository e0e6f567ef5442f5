// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Database and broker in one transaction by two-phase commit, on sessions that stay open. */
final class XaProducer implements DirectProducer {

    private record Sender(XASession session, MessageProducer producer) {}

    private final Database database;
    private final Jta jta;
    private final String queue;
    private final AgroalDataSource pool;
    private final ActiveMQConnectionFactory broker;
    private final XAConnection connection;
    private final Queue<Sender> idle = new ConcurrentLinkedQueue<>();

    XaProducer(Stage stage, Jta jta) throws SQLException, JMSException {
        this.jta = jta;
        database = stage.database();
        queue = stage.queue();
        pool = Pools.xa(database, jta);
        broker = stage.broker().connectionFactory();
        connection = broker.createXAConnection();
    }

    @Override
    public String about() {
        return "XA: Narayana over PostgreSQL (Agroal) and Artemis, log in files";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        Sender sender = idle.poll();
        Sender used = sender != null ? sender : open();
        jta.inTransaction(() -> {
            XAResource resource = used.session.getXAResource();
            jta.manager().getTransaction().enlistResource(resource);
            try (Connection own = pool.getConnection()) {
                Business.insert(own, events);
            }
            for (Event event : events) {
                TextMessage message = used.session.createTextMessage(event.payload());
                message.setStringProperty("customer", event.key());
                used.producer.send(message);
            }
            jta.manager().getTransaction().delistResource(resource, XAResource.TMSUCCESS);
        });
        idle.add(used);
    }

    private Sender open() throws JMSException {
        XASession session = connection.createXASession();
        return new Sender(session, session.createProducer(session.createQueue(queue)));
    }

    @Override
    public void close() throws JMSException {
        connection.close();
        broker.close();
        pool.close();
    }
}
