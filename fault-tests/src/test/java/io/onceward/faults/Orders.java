// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Places orders, each with its events in one transaction, until the table {@code control} says to stop, and as long as the consumers
 * follow. A key belongs to one
 * thread. Whether a commit that failed has happened is for the table of the orders to say.
 */
final class Orders implements AutoCloseable {

    /** The system property with the number of orders a second, of all threads. */
    static final String RATE = "storm.rate";

    static final int DEFAULT_RATE = 100;

    /** The channels on which each order has one event. */
    static final List<String> CHANNELS = List.of("billing", "shipping", "witness", PlainNode.LOCAL);

    private static final int THREADS = 4;
    private static final int KEYS_OF_EACH = 3;
    private static final long REST_MILLIS = 100;
    private static final long LOOK_MILLIS = 500;

    /**
     * If more effects are missing, no orders are placed: where the machine is slower than the rate, the consumers' backlog does not
     * grow with the length of the storm. An outage of twenty seconds stays below.
     */
    private static final long BACKLOG = 4000;

    private static final String LOOK = "SELECT stop OR (SELECT COUNT(*) FROM orders) * " + PlainNode.EFFECTS.size()
            + " - (SELECT COUNT(*) FROM effects) > " + BACKLOG + " FROM control";

    private final String node;
    private final TransactionManager manager;
    private final DataSource pool;
    private final Outbox outbox;
    private final List<Thread> threads = new ArrayList<>();
    private final long intervalNanos = TimeUnit.SECONDS.toNanos(THREADS) / Integer.getInteger(RATE, DEFAULT_RATE);

    /** Starts as stopped, until the control table has been read. */
    private volatile boolean stopped = true;

    private volatile boolean closed;

    Orders(String node, TransactionManager manager, DataSource pool, Outbox outbox) {
        this.node = node;
        this.manager = manager;
        this.pool = pool;
        this.outbox = outbox;
        for (int i = 0; i < THREADS; i++) {
            int first = i * KEYS_OF_EACH;
            start("orders-" + i, () -> placeInTurns(first));
        }
        start("orders-control", this::look);
    }

    private void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void placeInTurns(int firstKey) {
        long due = System.nanoTime();
        for (int turn = 0; !closed; turn++) {
            due = Math.max(due + intervalNanos, System.nanoTime() - intervalNanos);
            Pause.millis(Math.max(0, TimeUnit.NANOSECONDS.toMillis(due - System.nanoTime())));
            if (!stopped && !closed) {
                tryToPlace("key-" + (firstKey + turn % KEYS_OF_EACH));
            }
        }
    }

    private void tryToPlace(String key) {
        String id = UUID.randomUUID().toString();
        try {
            manager.begin();
            try {
                place(key, id);
                manager.commit();
            } finally {
                if (manager.getStatus() != Status.STATUS_NO_TRANSACTION) {
                    manager.rollback();
                }
            }
        } catch (Exception e) {
            System.out.println("order " + id + " of " + key + " failed: " + e);
            Pause.millis(REST_MILLIS);
            forget();
        }
    }

    private void place(String key, String id) throws SQLException {
        long nr;
        try (Connection connection = pool.getConnection();
                PreparedStatement last =
                        connection.prepareStatement("SELECT COALESCE(MAX(nr), 0) + 1 FROM orders WHERE key = ?");
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO orders (id, key, nr, node) VALUES (?, ?, ?, ?)")) {
            last.setString(1, key);
            try (ResultSet row = last.executeQuery()) {
                row.next();
                nr = row.getLong(1);
            }
            insert.setString(1, id);
            insert.setString(2, key);
            insert.setLong(3, nr);
            insert.setString(4, node);
            insert.executeUpdate();
        }
        for (String channel : CHANNELS) {
            outbox.record(
                    channel, key + " " + nr + " " + id, OutboxMetadata.none().withKey(key));
        }
    }

    /** A transaction that could not even be rolled back must not be the thread's for ever. */
    private void forget() {
        try {
            manager.suspend();
        } catch (SystemException e) {
            System.out.println("a transaction could not be forgotten: " + e);
        }
    }

    private void look() {
        while (!closed) {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(LOOK)) {
                stopped = row.next() && row.getBoolean(1);
            } catch (SQLException e) {
                System.out.println("whether to stop is not known: " + e.getMessage());
            }
            Pause.millis(LOOK_MILLIS);
        }
    }

    /** No order is placed after it. */
    @Override
    public void close() throws InterruptedException {
        closed = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
