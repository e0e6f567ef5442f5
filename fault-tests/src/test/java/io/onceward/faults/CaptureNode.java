// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.onceward.api.OncewardException;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Sql;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * An application whose events are captured from the log, or relayed to a broker, in a process of its own. It sells seats: each sale
 * takes the next number of a key and records an event; some sales roll back. It ends when enough seats are sold and a relay has
 * emptied the outbox.
 */
final class CaptureNode {

    static final String CHANNEL = "seats";

    /** The start of the payload of an event whose transaction rolls back. */
    static final String ROLLED_BACK = "rolled-back";

    static final int KEYS = 20;

    private static final int THREADS = 8;
    private static final int ROLLED_BACK_PERCENT = 10;
    private static final long PAUSE_MILLIS = 100;

    /** Reads the number of a key, and how many sales have committed, with that of the transaction. */
    private static final String NUMBERS = "SELECT nr, (SELECT sum(nr) FROM seats) FROM seats WHERE name = ?";

    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private final AgroalDataSource pool;
    private final int enough;
    private final Outbox outbox;
    private volatile boolean ended;

    private CaptureNode(AgroalDataSource pool, Outbox outbox, int enough) {
        this.pool = pool;
        this.outbox = outbox;
        this.enough = enough;
    }

    /**
     * Arguments: the URL of the database, the number of sales after which it ends, and the port of the broker if it relays its
     * events.
     */
    public static void main(String[] arguments) throws Exception {
        NodeLog.open();
        Child.endWithInput();
        try (AgroalDataSource pool = pool(arguments[0])) {
            boolean relays = arguments.length > 2;
            Onceward onceward = relays ? relaying(pool, arguments[2]) : captured(pool);
            CaptureNode node = new CaptureNode(pool, onceward.outbox(), Integer.parseInt(arguments[1]));
            node.run();
            if (relays) {
                node.awaitEmptyOutbox();
            }
            onceward.close();
        }
        System.exit(0);
    }

    private static AgroalDataSource pool(String url) throws SQLException {
        return AgroalDataSource.from(
                new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(configuration -> configuration
                        .maxSize(THREADS + 4)
                        .acquisitionTimeout(Duration.ofSeconds(5))
                        .validateOnBorrow(true)
                        .connectionValidator(ConnectionValidator.defaultValidator())
                        .transactionIntegration(new NarayanaTransactionIntegration(MANAGER, REGISTRY))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))));
    }

    private static Onceward captured(AgroalDataSource pool) {
        return start(() -> builder(pool).configuration(Map.of("onceward.outbox.mode", "cdc")));
    }

    private static Onceward relaying(AgroalDataSource pool, String brokerPort) {
        ConnectionFactory broker = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + brokerPort);
        return start(() -> builder(pool).connectionFactory(broker).configuration(Map.of("onceward.broker", "jms")));
    }

    private static OncewardBuilder builder(AgroalDataSource pool) {
        return Onceward.builder()
                .transactionManager(MANAGER)
                .synchronizationRegistry(REGISTRY)
                .dataSource(pool);
    }

    /** The database may be down while it starts. */
    private static Onceward start(Supplier<OncewardBuilder> builder) {
        while (true) {
            try {
                return builder.get().start();
            } catch (OncewardException e) {
                System.out.println("not started yet: " + e.getMessage());
                Pause.millis(PAUSE_MILLIS);
            }
        }
    }

    private void run() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(this::sell, "sale-" + i);
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    /** The stop of a node leaves events to other nodes, and there are none. */
    private void awaitEmptyOutbox() {
        while (!Sql.text(pool::getConnection, "SELECT count(*) FROM onceward_outbox")
                .equals("0")) {
            Pause.millis(PAUSE_MILLIS);
        }
    }

    private void sell() {
        while (!ended) {
            try {
                MANAGER.begin();
                try {
                    sell("key-" + ThreadLocalRandom.current().nextInt(KEYS));
                    MANAGER.commit();
                } finally {
                    if (MANAGER.getStatus() != Status.STATUS_NO_TRANSACTION) {
                        MANAGER.rollback();
                    }
                }
            } catch (Undone e) {
                // as intended
            } catch (Exception e) {
                System.out.println("a sale failed: " + e);
                Pause.millis(PAUSE_MILLIS);
                forget();
            }
        }
    }

    private void sell(String key) throws SQLException, Undone {
        boolean rollsBack = ThreadLocalRandom.current().nextInt(100) < ROLLED_BACK_PERCENT;
        String id = UUID.randomUUID().toString();
        long nr;
        try (Connection connection = pool.getConnection();
                PreparedStatement next = connection.prepareStatement("UPDATE seats SET nr = nr + 1 WHERE name = ?");
                PreparedStatement numbers = connection.prepareStatement(NUMBERS);
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO sold (id, name, nr) VALUES (?, ?, ?)")) {
            next.setString(1, key);
            next.executeUpdate();
            numbers.setString(1, key);
            try (ResultSet row = numbers.executeQuery()) {
                row.next();
                nr = row.getLong(1);
                ended |= row.getLong(2) > enough; // this sale may roll back
            }
            insert.setString(1, id);
            insert.setString(2, key);
            insert.setLong(3, nr);
            insert.executeUpdate();
        }
        OutboxMetadata metadata = OutboxMetadata.none()
                .withId(id)
                .withKey(key)
                .withType("SeatSold")
                .withHeader("tenant", "acme");
        outbox.record(CHANNEL, rollsBack ? ROLLED_BACK : key + " " + nr, metadata);
        if (rollsBack) {
            throw new Undone();
        }
    }

    /** A transaction that could not even be rolled back must not be the thread's for ever. */
    private static void forget() {
        try {
            MANAGER.suspend();
        } catch (jakarta.transaction.SystemException e) {
            System.out.println("a transaction could not be forgotten: " + e);
        }
    }

    /** Rolls back a sale. */
    private static final class Undone extends Exception {

        private static final long serialVersionUID = 1L;
    }
}
