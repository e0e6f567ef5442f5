// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * The outbox that a careful team writes for itself: one narrow table, one worker that takes a batch by DELETE … RETURNING,
 * sends it in one transacted session and commits there first. It keeps no order once there is a second worker, knows one
 * destination, and cannot park what the broker refuses.
 */
final class HandWritten implements OutboxProducer {

    private static final int BATCH = 500;
    private static final long PAUSE_MILLIS = 50;

    private static final String INSERT = "INSERT INTO hand_outbox (id, customer, payload) VALUES (?, ?, ?)";

    private static final String TAKE =
            "WITH due AS MATERIALIZED (SELECT seq FROM hand_outbox ORDER BY seq LIMIT " + BATCH
                    + " FOR UPDATE SKIP LOCKED) DELETE FROM hand_outbox USING due WHERE hand_outbox.seq = due.seq"
                    + " RETURNING hand_outbox.id, hand_outbox.customer, hand_outbox.payload";

    private final Database database;
    private final String queue;
    private final boolean woken;
    private final boolean asOnceward;
    private final Transactions transactions;
    private final ActiveMQConnectionFactory broker;
    private final Semaphore commits = new Semaphore(0);
    private volatile boolean running;
    private Thread worker;

    /**
     * @param transactions of its database
     * @param woken whether a commit in this JVM wakes the worker, so that it need not wait for the next poll
     * @param asOnceward whether its messages have the same properties as Onceward's
     */
    HandWritten(Stage stage, Transactions transactions, boolean woken, boolean asOnceward) throws SQLException {
        this.transactions = transactions;
        this.woken = woken;
        this.asOnceward = asOnceward;
        database = stage.database();
        queue = stage.queue();
        database.execute(
                "CREATE TABLE IF NOT EXISTS hand_outbox (seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id UUID NOT NULL,"
                        + " customer TEXT NOT NULL, payload TEXT NOT NULL, createdat TIMESTAMPTZ NOT NULL DEFAULT now())");
        broker = stage.broker().connectionFactory();
    }

    @Override
    public String about() {
        return "hand-written: DELETE … RETURNING " + BATCH + ", one worker, unordered, "
                + (woken ? "woken after commit" : "polling every " + PAUSE_MILLIS + " ms")
                + (transactions.isJta() ? ", in JTA transactions (Narayana, Agroal)" : "")
                + (asOnceward ? ", the same message as Onceward's" : "");
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE hand_outbox");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        transactions.run(connection -> {
            Business.insert(connection, events);
            try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                for (Event event : events) {
                    statement.setObject(1, UUID.randomUUID());
                    statement.setString(2, event.key());
                    statement.setString(3, event.payload());
                    if (events.size() > 1) {
                        statement.addBatch();
                    } else {
                        statement.executeUpdate();
                    }
                }
                if (events.size() > 1) {
                    statement.executeBatch();
                }
            }
        });
        if (woken && commits.availablePermits() == 0) {
            commits.release();
        }
    }

    @Override
    public void startRelay() {
        running = true;
        worker = new Thread(this::relay, "hand-written-relay");
        worker.start();
    }

    @Override
    public void stopRelay() throws InterruptedException {
        running = false;
        worker.join();
    }

    @Override
    public boolean keepsOrder() {
        return false;
    }

    private void relay() {
        try (jakarta.jms.Connection brokerConnection = broker.createConnection();
                Session session = brokerConnection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(queue));
                Connection connection = transactions.connection();
                PreparedStatement take = connection.prepareStatement(TAKE)) {
            while (running) {
                int sent = send(take, session, producer);
                if (sent > 0) {
                    session.commit();
                }
                connection.commit();
                if (sent < BATCH) {
                    await(sent);
                }
            }
        } catch (SQLException | JMSException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void await(int sent) throws InterruptedException {
        if (!woken) {
            if (sent == 0) {
                Thread.sleep(PAUSE_MILLIS);
            }
        } else if (commits.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
            commits.drainPermits();
        }
    }

    private int send(PreparedStatement take, Session session, MessageProducer producer)
            throws SQLException, JMSException {
        int sent = 0;
        try (ResultSet rows = take.executeQuery()) {
            while (rows.next()) {
                TextMessage message = session.createTextMessage(rows.getString(3));
                message.setStringProperty("id", rows.getString(1));
                if (asOnceward) {
                    complete(message, rows.getString(2));
                } else {
                    message.setStringProperty("customer", rows.getString(2));
                }
                producer.send(message);
                sent++;
            }
        }
        return sent;
    }

    /** Sets what Onceward writes for a text. */
    private static void complete(TextMessage message, String key) throws JMSException {
        message.setStringProperty("contenttype", "text/plain");
        message.setStringProperty("JMSXGroupID", key);
        message.setJMSType("OrderPlaced");
    }

    @Override
    public void close() {
        broker.close();
        transactions.close();
    }
}
