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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * A limit, no outbox to use: a relay that owns its lanes, so it locks nothing and has no transaction while it sends. One thread reads,
 * splits the keys over senders with a session each, and deletes what was confirmed by one statement. With several senders, the next
 * batch is read meanwhile. It knows no failures and no other node.
 */
final class LeaseProbe implements OutboxProducer {

    private static final int BATCH = 500;
    private static final long PAUSE_MILLIS = 50;

    /** Fewer events go to one sender. */
    private static final int WORTH_SPLITTING = 50;

    private final Database database;
    private final String queue;
    private final int senders;
    private final Transactions transactions;
    private final ActiveMQConnectionFactory broker;
    private final Semaphore commits = new Semaphore(0);
    private volatile boolean running;
    private Thread relay;

    LeaseProbe(Stage stage, int senders) throws SQLException {
        this.senders = senders;
        database = stage.database();
        queue = stage.queue();
        ProbeTable.create(database);
        transactions = Transactions.plain(database);
        broker = stage.broker().connectionFactory();
    }

    @Override
    public String about() {
        return "LIMIT: no locks, no failures, no other node; batches of " + BATCH + ", senders: " + senders
                + (senders > 1 ? ", reads ahead" : "");
    }

    @Override
    public void reset() throws SQLException {
        ProbeTable.empty(database);
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        transactions.run(connection -> {
            Business.insert(connection, events);
            ProbeTable.insert(connection, events);
        });
        if (commits.availablePermits() == 0) {
            commits.release();
        }
    }

    @Override
    public void startRelay() {
        running = true;
        relay = new Thread(this::relay, "lease-probe");
        relay.start();
    }

    @Override
    public void stopRelay() throws InterruptedException {
        running = false;
        relay.join();
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    private void relay() {
        ExecutorService others = Executors.newCachedThreadPool();
        List<Sender> open = new ArrayList<>();
        try (Connection reading = database.connect();
                Connection deleting = ProbeTable.deleting(database)) {
            for (int i = 0; i < senders; i++) {
                open.add(new Sender());
            }
            List<Row> ahead = List.of();
            while (running) {
                List<Row> rows = ahead.isEmpty() ? ProbeTable.read(reading, 0, BATCH * senders) : ahead;
                ahead = rows.isEmpty() ? rows : sendAndReadAhead(rows, open, others, reading, deleting);
                if (ahead.isEmpty()) {
                    commits.tryAcquire(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
                }
            }
        } catch (SQLException | JMSException | InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            others.shutdown();
            open.forEach(Sender::close);
        }
    }

    /** Returns the events after these if there may be some. */
    private List<Row> sendAndReadAhead(
            List<Row> rows, List<Sender> open, ExecutorService others, Connection reading, Connection deleting)
            throws SQLException, JMSException, InterruptedException, ExecutionException {
        List<List<Row>> parts = split(rows);
        List<Future<?>> sent = new ArrayList<>();
        for (int i = 1; i < parts.size(); i++) {
            Sender sender = open.get(i);
            List<Row> part = parts.get(i);
            sent.add(others.submit(() -> sender.send(part)));
        }
        boolean full = rows.size() == BATCH * senders;
        long last = rows.get(rows.size() - 1).seq();
        Future<List<Row>> next =
                full && senders > 1 ? others.submit(() -> ProbeTable.read(reading, last, BATCH * senders)) : null;
        open.get(0).send(parts.get(0));
        for (Future<?> each : sent) {
            each.get();
        }
        ProbeTable.delete(deleting, rows);
        if (next != null) {
            return next.get();
        }
        return full ? ProbeTable.read(reading, last, BATCH * senders) : List.of();
    }

    private List<List<Row>> split(List<Row> rows) {
        int parts = rows.size() < WORTH_SPLITTING ? 1 : senders;
        List<List<Row>> split = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            split.add(new ArrayList<>());
        }
        for (Row row : rows) {
            split.get(Math.floorMod(row.key().hashCode(), parts)).add(row);
        }
        return split;
    }

    /** One connection and session; a batch is one transaction of it. */
    private final class Sender {

        private final jakarta.jms.Connection connection = broker.createConnection();
        private final Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
        private final MessageProducer producer = session.createProducer(session.createQueue(queue));

        private Sender() throws JMSException {}

        private Void send(List<Row> rows) throws JMSException {
            for (Row row : rows) {
                producer.send(row.message(session));
            }
            session.commit();
            return null;
        }

        private void close() {
            try {
                connection.close();
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    @Override
    public void close() {
        broker.close();
        transactions.close();
    }
}
