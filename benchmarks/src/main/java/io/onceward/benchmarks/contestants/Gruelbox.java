// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import com.gruelbox.transactionoutbox.Dialect;
import com.gruelbox.transactionoutbox.Instantiator;
import com.gruelbox.transactionoutbox.Persistor;
import com.gruelbox.transactionoutbox.ThreadLocalContextTransactionManager;
import com.gruelbox.transactionoutbox.TransactionManager;
import com.gruelbox.transactionoutbox.TransactionOutbox;
import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * gruelbox transaction-outbox: a call is recorded for each event, and made after the commit or, for what is left in the
 * table, by its flush, which takes only what was due long enough ago: a relay that starts sets the clock ahead.
 */
abstract class Gruelbox implements OutboxProducer {

    private static final int WORKERS = 8;
    private static final int FLUSH = 4096;
    private static final Duration ATTEMPT = Duration.ofSeconds(60);
    private static final Duration AHEAD = Duration.ofMinutes(10);

    /** The method that the library calls for each event. The library makes a proxy of the class, and the proxy has no outbox. */
    static class Publication {

        private final Gruelbox outbox;

        Publication(Gruelbox outbox) {
            this.outbox = outbox;
        }

        void publish(String key, String payload) throws Exception {
            outbox.deliver(key, payload);
        }
    }

    private final Database database;
    private final AgroalDataSource pool;
    private final ThreadLocalContextTransactionManager transactions;
    private final TransactionOutbox outbox;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile Clock clock = Clock.systemUTC();
    private volatile boolean running;
    private ExecutorService workers;
    private Thread flusher;

    Gruelbox(Stage stage) throws SQLException {
        database = stage.database();
        pool = Pools.plain(database, true);
        transactions = TransactionManager.fromDataSource(pool);
        Publication publication = new Publication(this);
        outbox = TransactionOutbox.builder()
                .transactionManager(transactions)
                .persistor(Persistor.forDialect(Dialect.POSTGRESQL_9))
                .instantiator(Instantiator.using(type -> publication))
                .clockProvider(() -> clock)
                .attemptFrequency(ATTEMPT)
                .flushBatchSize(FLUSH)
                .submitter((entry, local) -> submit(() -> local.accept(entry)))
                .build();
    }

    private void submit(Runnable call) {
        if (running) {
            waiting.incrementAndGet();
            workers.execute(() -> {
                try {
                    call.run();
                } finally {
                    waiting.decrementAndGet();
                }
            });
        }
    }

    /** Takes an event to where it has to go, in a transaction of the library, which also removes the entry. */
    abstract void deliver(String key, String payload) throws Exception;

    ThreadLocalContextTransactionManager transactions() {
        return transactions;
    }

    @Override
    public String about() {
        return "gruelbox transaction-outbox, " + WORKERS + " workers, flush by " + FLUSH;
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE txno_outbox");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        transactions.inTransactionThrows(transaction -> {
            Business.insert(transaction.connection(), events);
            for (Event event : events) {
                outbox.schedule(Publication.class).publish(event.key(), event.payload());
            }
        });
    }

    @Override
    public void startRelay() {
        clock = Clock.offset(Clock.systemUTC(), AHEAD);
        workers = Executors.newFixedThreadPool(WORKERS);
        running = true;
        flusher = new Thread(this::flush, "gruelbox-flush");
        flusher.start();
    }

    private void flush() {
        try {
            while (running) {
                boolean more = waiting.get() < FLUSH && outbox.flush();
                if (!more) {
                    Thread.sleep(waiting.get() < FLUSH ? 200 : 5);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void stopRelay() throws InterruptedException {
        running = false;
        flusher.join();
        workers.shutdown();
        if (!workers.awaitTermination(60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("gruelbox's workers do not end");
        }
        clock = Clock.systemUTC();
    }

    @Override
    public boolean keepsOrder() {
        return false;
    }

    @Override
    public void close() throws JMSException {
        pool.close();
    }
}
