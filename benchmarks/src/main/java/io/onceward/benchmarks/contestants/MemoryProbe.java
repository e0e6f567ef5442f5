// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.onceward.benchmarks.contestants.ProbeTable.Row;
import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * A limit, no outbox to use: what has just been committed is sent from memory, without reading it back, and a second thread deletes what
 * was confirmed. It knows no failures, no other node and no other writer.
 */
final class MemoryProbe implements OutboxProducer {

    private static final int BATCH = 500;
    private static final int DELETED = 5000;
    private static final long PAUSE_MILLIS = 20;

    private final Database database;
    private final String queue;
    private final Transactions transactions;
    private final ActiveMQConnectionFactory broker;
    private final BlockingQueue<Row> recorded = new LinkedBlockingQueue<>();
    private final BlockingQueue<Row> confirmed = new LinkedBlockingQueue<>();
    private volatile boolean running;
    private Thread sending;
    private Thread deleting;

    MemoryProbe(Stage stage) throws SQLException {
        database = stage.database();
        queue = stage.queue();
        ProbeTable.create(database);
        transactions = Transactions.plain(database);
        broker = stage.broker().connectionFactory();
    }

    @Override
    public String about() {
        return "LIMIT: sent from memory after the commit, deleted by a second thread; no failures, no other node";
    }

    @Override
    public void reset() throws SQLException {
        ProbeTable.empty(database);
        recorded.clear();
        confirmed.clear();
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        List<Row> rows = new ArrayList<>();
        transactions.run(connection -> {
            Business.insert(connection, events);
            rows.addAll(ProbeTable.insert(connection, events));
        });
        if (running) {
            recorded.addAll(rows);
        }
    }

    /** Reads what is left in the table before anything is recorded. */
    @Override
    public void startRelay() throws SQLException {
        try (Connection connection = database.connect()) {
            recorded.addAll(ProbeTable.read(connection, 0, Integer.MAX_VALUE));
        }
        running = true;
        sending = new Thread(this::send, "memory-probe");
        sending.start();
        deleting = new Thread(this::delete, "memory-probe-delete");
        deleting.start();
    }

    @Override
    public void stopRelay() throws InterruptedException {
        running = false;
        sending.join();
        deleting.join();
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    private void send() {
        try (jakarta.jms.Connection connection = broker.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createQueue(queue))) {
            while (running || !recorded.isEmpty()) {
                List<Row> rows = take(recorded, BATCH);
                for (Row row : rows) {
                    producer.send(row.message(session));
                }
                if (!rows.isEmpty()) {
                    session.commit();
                    confirmed.addAll(rows);
                }
            }
        } catch (JMSException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void delete() {
        try (Connection connection = ProbeTable.deleting(database)) {
            while (running || sending.isAlive() || !confirmed.isEmpty()) {
                List<Row> rows = take(confirmed, DELETED);
                if (!rows.isEmpty()) {
                    ProbeTable.delete(connection, rows);
                }
            }
        } catch (SQLException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns what is there, after a short wait for the first. */
    private static List<Row> take(BlockingQueue<Row> from, int most) throws InterruptedException {
        List<Row> rows = new ArrayList<>();
        Row first = from.poll(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
            rows.add(first);
            from.drainTo(rows, most - 1);
        }
        return rows;
    }

    @Override
    public void close() {
        broker.close();
        transactions.close();
    }
}
