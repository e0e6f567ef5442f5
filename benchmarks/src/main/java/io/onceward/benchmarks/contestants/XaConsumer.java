// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.transaction.xa.XAResource;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Receives and does the business in one transaction by two-phase commit. Duplicates of the sender do business again. */
final class XaConsumer implements Consumer {

    private final Database database;
    private final Jta jta;
    private final String queue;
    private final AgroalDataSource pool;
    private final ActiveMQConnectionFactory broker;
    private final Sessions sessions = new Sessions(this::receive);

    XaConsumer(Stage stage, Jta jta) throws SQLException {
        this.jta = jta;
        database = stage.database();
        queue = stage.queue();
        pool = Pools.xa(database, jta);
        broker = stage.broker().connectionFactory();
    }

    @Override
    public String about() {
        return "XA: message and business in one transaction, " + Sessions.COUNT + " sessions";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business");
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
        try (XAConnection connection = broker.createXAConnection();
                XASession session = connection.createXASession();
                MessageConsumer consumer = session.createConsumer(session.createQueue(queue))) {
            connection.start();
            while (running.isOn()) {
                jta.inTransaction(() -> receiveOne(session, consumer));
            }
        }
    }

    private void receiveOne(XASession session, MessageConsumer consumer) throws Exception {
        XAResource resource = session.getXAResource();
        jta.manager().getTransaction().enlistResource(resource);
        Message message = consumer.receive(Sessions.LOOK_MILLIS);
        if (message != null) {
            long number = Event.numberIn(((TextMessage) message).getText());
            try (Connection connection = pool.getConnection()) {
                Business.insert(connection, List.of(Event.of(number, Sessions.COUNT)));
            }
        }
        jta.manager().getTransaction().delistResource(resource, XAResource.TMSUCCESS);
    }

    @Override
    public boolean removesDuplicates() {
        return false;
    }

    @Override
    public void close() {
        broker.close();
        pool.close();
    }
}
