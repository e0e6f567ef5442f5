// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** Has Onceward receive and store, in batches, and does the business in a handler that gets what was stored. */
final class StoredConsumer implements DelayedConsumer {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Database database;
    private final Stage stage;
    private final Jta jta;
    private final AgroalDataSource pool;
    private final ActiveMQConnectionFactory broker;
    private volatile CountDownLatch delayed = new CountDownLatch(0);
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile long delayedNumber = -1;
    private volatile Onceward onceward;

    StoredConsumer(Stage stage, Jta jta) throws SQLException {
        this.stage = stage;
        this.jta = jta;
        database = stage.database();
        pool = Pools.joining(database, jta);
        broker = stage.broker().connectionFactory();
        builder().start().close();
    }

    private OncewardBuilder builder() {
        return Onceward.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .connectionFactory(broker)
                .configuration(stage.configuration())
                .configuration(Map.of(
                        "onceward.schema", "create",
                        "onceward.relay.enabled", "false",
                        "onceward.broker", "jms",
                        "mp.messaging.incoming.events.destination", "queue:" + stage.queue()))
                .handle("events", "benchmark", String.class, (payload, metadata) -> business(payload));
    }

    @Override
    public String about() {
        return "Onceward's stored inbox, JTA (Narayana, Agroal): one receiver, which acknowledges what it has stored, and"
                + " 4 workers with one message a transaction";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE onceward_inbox CASCADE", "TRUNCATE onceward_inbox_message");
    }

    @Override
    public void startConsuming() {
        onceward = builder().start();
    }

    /** Stops after it has handled the acknowledged messages. */
    @Override
    public void stopConsuming() throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (waiting() > 0 && System.nanoTime() - deadline < 0) {
            Thread.sleep(20);
        }
        onceward.close();
    }

    private long waiting() {
        try {
            return database.number("SELECT COUNT(*) FROM (SELECT 1 FROM onceward_inbox_message LIMIT 1) AS one");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void delay(long number) {
        delayed = new CountDownLatch(1);
        gate = new CountDownLatch(1);
        delayedNumber = number;
    }

    @Override
    public void awaitDelayed() throws InterruptedException {
        delayed.await();
    }

    @Override
    public void goOn() {
        gate.countDown();
    }

    private void business(String payload) throws SQLException, InterruptedException {
        long number = Event.numberIn(payload);
        if (number == delayedNumber) {
            delayed.countDown();
            gate.await();
        }
        try (Connection connection = pool.getConnection()) {
            Business.insert(connection, List.of(Event.of(number, Sessions.COUNT)));
        }
    }

    @Override
    public boolean removesDuplicates() {
        return true;
    }

    @Override
    public void close() {
        broker.close();
        pool.close();
    }
}
