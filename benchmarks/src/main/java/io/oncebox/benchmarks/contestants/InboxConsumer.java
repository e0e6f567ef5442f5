// SPDX-License-Identifier: Apache-2.0
package io.oncebox.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.oncebox.benchmarks.surroundings.Database;
import io.oncebox.standalone.Oncebox;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Receives in a transacted session, does the business in a JTA transaction once or each time, then commits the session. */
final class InboxConsumer implements Consumer {

    private static final String HANDLER = "benchmark";

    private final Database database;
    private final Jta jta;
    private final String queue;
    private final boolean once;
    private final AgroalDataSource pool;
    private final ActiveMQConnectionFactory broker;
    private final Oncebox oncebox;
    private final Sessions sessions = new Sessions(this::receive);

    /** @param once whether Oncebox's inbox keeps duplicates away */
    InboxConsumer(Stage stage, Jta jta, boolean once) throws SQLException {
        this.jta = jta;
        this.once = once;
        database = stage.database();
        queue = stage.queue();
        pool = Pools.joining(database, jta);
        broker = stage.broker().connectionFactory();
        oncebox = Oncebox.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .connectionFactory(broker)
                .configuration(stage.configuration())
                .configuration(Map.of("oncebox.schema", "create", "oncebox.relay.enabled", "false"))
                .start();
    }

    @Override
    public String about() {
        return (once ? "Oncebox's inbox" : "no inbox: duplicates do business again") + ", JTA (Narayana, Agroal), "
                + Sessions.COUNT + " sessions, one message a transaction";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE oncebox_inbox CASCADE");
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
                    handle(message);
                    session.commit();
                }
            }
        }
    }

    private void handle(Message message) throws Exception {
        if (once) {
            oncebox.once(HANDLER, message, () -> business(message));
        } else {
            jta.inTransaction(() -> business(message));
        }
    }

    private void business(Message message) throws JMSException, SQLException {
        long number = Event.numberIn(((TextMessage) message).getText());
        try (Connection connection = pool.getConnection()) {
            Business.insert(connection, List.of(Event.of(number, Sessions.COUNT)));
        }
    }

    @Override
    public boolean removesDuplicates() {
        return once;
    }

    @Override
    public void close() {
        oncebox.close();
        broker.close();
        pool.close();
    }
}
