// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.onceward.benchmarks.contestants.ProbeTable.Row;
import io.onceward.benchmarks.environment.Database;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/**
 * A limit, no outbox to use: the handler gets what has just been committed from memory, without a read, in a transaction that removes the
 * row. A worker has all events of its keys. It knows no failures, no other node and no other writer, and relies on it that all events of a key
 * come from one thread.
 */
final class LocalMemoryProbe implements LocalProducer {

    private static final int WORKERS = 8;
    private static final long PAUSE_MILLIS = 20;

    private final Database database;
    private final Transactions transactions;
    private final int most;
    private final Handler handler = new Handler();
    private final List<BlockingQueue<Row>> recorded = Stream.generate(
                    () -> (BlockingQueue<Row>) new LinkedBlockingQueue<Row>())
            .limit(WORKERS)
            .toList();
    private final List<Thread> workers = new ArrayList<>();
    private volatile boolean running;

    /** @param most the most events in a transaction of the handler */
    LocalMemoryProbe(Stage stage, Transactions transactions, int most) throws SQLException {
        this.database = stage.database();
        this.transactions = transactions;
        this.most = most;
        ProbeTable.create(database);
    }

    @Override
    public String about() {
        return "LIMIT: handled from memory after the commit, with the removal of the row; no failures, no other node; "
                + WORKERS + " workers, " + most + " event(s) a transaction" + (transactions.isJta() ? ", JTA" : "");
    }

    @Override
    public void reset() throws SQLException {
        ProbeTable.empty(database);
        recorded.forEach(BlockingQueue::clear);
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        List<Row> rows = new ArrayList<>();
        transactions.run(connection -> {
            Business.insert(connection, events);
            rows.addAll(ProbeTable.insert(connection, events));
        });
        if (running) {
            rows.forEach(this::add);
        }
    }

    private void add(Row row) {
        recorded.get(Math.floorMod(row.key().hashCode(), WORKERS)).add(row);
    }

    /** Reads what is left in the table before anything is recorded. */
    @Override
    public void startRelay() throws SQLException {
        try (Connection connection = database.connect()) {
            ProbeTable.read(connection, 0, Integer.MAX_VALUE).forEach(this::add);
        }
        running = true;
        for (BlockingQueue<Row> each : recorded) {
            Thread worker = new Thread(() -> work(each), "local-memory-probe");
            workers.add(worker);
            worker.start();
        }
    }

    private void work(BlockingQueue<Row> from) {
        try {
            while (running || !from.isEmpty()) {
                Row first = from.poll(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    List<Row> rows = new ArrayList<>(List.of(first));
                    from.drainTo(rows, most - 1);
                    transactions.run(connection -> handle(connection, rows));
                }
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void handle(Connection connection, List<Row> rows) throws SQLException {
        if (rows.size() == 1) {
            ProbeTable.delete(connection, rows.get(0));
        } else {
            ProbeTable.delete(connection, rows);
        }
        for (Row row : rows) {
            handler.handle(connection, new String(row.payload(), StandardCharsets.UTF_8));
        }
    }

    @Override
    public void note(LongConsumer handled) {
        handler.note(handled);
    }

    @Override
    public void stopRelay() throws InterruptedException {
        running = false;
        for (Thread worker : workers) {
            worker.join();
        }
        workers.clear();
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void close() {
        transactions.close();
    }
}
