// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.standalone.Oncebox;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * A node in a process of its own: it places orders, publishes their events, and consumes these in both ways: inline, where
 * the handler records an event of its own, and through the stored inbox. It ends well when nothing is left to do.
 */
final class Node implements AutoCloseable {

    /** What each order has exactly one effect of. */
    static final String[] EFFECTS = {"billed", "shipped", "told"};

    private static final String[] KEYS = {"red", "blue"};
    private static final int ORDERS = 6;
    private static final long PATIENCE_NANOS = 60_000_000_000L;
    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private final String databaseUrl;
    private final AgroalDataSource pool;
    private final ConnectionFactory broker;
    private final Oncebox oncebox;
    private final Thread billing = new Thread(this::bill, "billing");

    private Node(String databaseUrl, String brokerUrl) throws SQLException {
        this.databaseUrl = databaseUrl;
        pool = AgroalDataSource.from(
                new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(configuration -> configuration
                        .maxSize(20)
                        .transactionIntegration(new NarayanaTransactionIntegration(MANAGER, REGISTRY))
                        .connectionFactoryConfiguration(
                                factory -> factory.jdbcUrl(databaseUrl).connectionProviderClass(WatchedDriver.class))));
        broker = WatchedBroker.watch(new ActiveMQConnectionFactory(brokerUrl));
        oncebox = Oncebox.builder()
                .transactionManager(MANAGER)
                .synchronizationRegistry(REGISTRY)
                .dataSource(pool)
                .connectionFactory(broker)
                .configuration(Map.of(
                        "oncebox.schema", "create",
                        "oncebox.relay.polling-interval", "PT0.05S",
                        "oncebox.outbox.retention", "P1D",
                        "mp.messaging.incoming.shipping.destination", "queue:shipping",
                        "mp.messaging.incoming.telling.destination", "queue:telling"))
                .handle("shipping", "shipping", String.class, (order, metadata) -> effect("shipped", order))
                .handle("telling", "telling", String.class, (order, metadata) -> effect("told", order))
                .start();
        billing.setDaemon(true);
    }

    /** Arguments: URLs of the database and of the broker, and the name of the round of orders to place, if one is. */
    public static void main(String[] arguments) throws Exception {
        Thread.currentThread().setName("ordering");
        try (Node node = new Node(arguments[0], arguments[1])) {
            Steps.watch();
            node.billing.start();
            if (arguments.length > 2) {
                node.order(arguments[2]);
            }
            node.settle();
        }
        System.exit(0);
    }

    private void order(String round) throws Exception {
        for (int i = 0; i < ORDERS; i++) {
            String id = round + "-" + i;
            String key = KEYS[i % KEYS.length];
            MANAGER.begin();
            insert("INSERT INTO orders (id, key) VALUES (?, ?)", id, key);
            oncebox.outbox()
                    .record("billing", key + " " + id, OutboxMetadata.none().withKey(key));
            oncebox.outbox()
                    .record("shipping", key + " " + id, OutboxMetadata.none().withKey(key));
            MANAGER.commit();
        }
    }

    /** Acknowledges each message by a commit of its own, after the one of what was done. */
    private void bill() {
        try (jakarta.jms.Connection connection = broker.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue("billing"))) {
            connection.start();
            while (true) {
                Message message = consumer.receive();
                String order = ((TextMessage) message).getText();
                oncebox.once("billing", message, () -> {
                    effect("billed", order);
                    oncebox.outbox()
                            .record("telling", order, OutboxMetadata.none().withKey(order.split(" ")[0]));
                });
                session.commit();
            }
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }

    private void effect(String what, String order) throws SQLException {
        insert(
                "INSERT INTO effects (what, order_id, key) VALUES (?, ?, ?)",
                what,
                order.split(" ")[1],
                order.split(" ")[0]);
    }

    private void insert(String sql, String... values) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    /** Until the tables are empty and each order has had all its effects, whatever round it was of. */
    private void settle() throws Exception {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (number("SELECT COUNT(*) FROM oncebox_outbox") > 0
                || number("SELECT COUNT(*) FROM oncebox_inbox_message") > 0
                || number("SELECT COUNT(DISTINCT (what, order_id)) FROM effects")
                        < EFFECTS.length * number("SELECT COUNT(*) FROM orders")) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException("something is left");
            }
            Thread.sleep(20);
        }
    }

    /** Not through the pool: to look is no step. */
    private long number(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(databaseUrl);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    @Override
    public void close() {
        oncebox.close();
        pool.close();
    }
}
