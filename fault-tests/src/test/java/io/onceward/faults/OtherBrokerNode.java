// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.onceward.api.OutboxMetadata;
import io.onceward.standalone.Onceward;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/** A node in its own process that publishes orders to a broker in Artemis' place, receives them from there, and ships them. */
final class OtherBrokerNode implements AutoCloseable {

    private static final String CHANNEL = "placed";
    private static final String INCOMING = "shipping";
    private static final String[] KEYS = {"red", "blue"};
    private static final long PAUSE_MILLIS = 50;

    /** The number of unfinished orders and rows above which customers wait. */
    private static final int BACKLOG = 500;

    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private final NodeTask task;
    private final Shipments shipments;
    private final AgroalDataSource pool;
    private final Onceward onceward;

    private OtherBrokerNode(String databaseUrl, OtherBroker broker, String address, NodeTask task) throws SQLException {
        this.task = task;
        shipments = new Shipments(databaseUrl);
        pool = AgroalDataSource.from(
                new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(configuration -> configuration
                        .maxSize(20)
                        .transactionIntegration(new NarayanaTransactionIntegration(MANAGER, REGISTRY))
                        .connectionFactoryConfiguration(
                                factory -> factory.jdbcUrl(databaseUrl).connectionProviderClass(WatchedDriver.class))));
        Map<String, String> configuration = new HashMap<>(broker.configuration(address));
        configuration.put("onceward.schema", "create");
        configuration.put("onceward.node", task.node());
        configuration.put("onceward.relay.polling-interval", task.polling().toString());
        configuration.put("mp.messaging.outgoing." + CHANNEL + ".destination", broker.destination());
        configuration.put("mp.messaging.incoming." + INCOMING + ".destination", broker.destination());
        onceward = Onceward.builder()
                .transactionManager(MANAGER)
                .synchronizationRegistry(REGISTRY)
                .dataSource(pool)
                .adapter(new WatchedAdapter(broker.adapter()))
                .configuration(configuration)
                .handle(INCOMING, INCOMING, String.class, (order, metadata) -> ship(order))
                .start();
    }

    /** Arguments: the URL of the database, the broker, its address, and the task. */
    public static void main(String[] arguments) {
        Child.endWithInput();
        NodeTask task = NodeTask.of(arguments[3]);
        try (OtherBrokerNode node =
                new OtherBrokerNode(arguments[0], OtherBroker.valueOf(arguments[1]), arguments[2], task)) {
            Steps.watch(task);
            node.order();
            node.settle();
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
        System.exit(0);
    }

    private void order() throws Exception {
        for (int i = 0; i < task.orders() && !shipments.isStopped(); i++) {
            while (shipments.left() > BACKLOG) {
                Thread.sleep(PAUSE_MILLIS);
            }
            String key = task.node() + " " + KEYS[i % KEYS.length];
            String id = task.round() + "-" + i;
            MANAGER.begin();
            onceward.outbox().record(CHANNEL, id, OutboxMetadata.none().withKey(key));
            insert("INSERT INTO orders (id, key) VALUES (?, ?)", id, key);
            MANAGER.commit();
        }
    }

    private void ship(String order) throws SQLException {
        insert("INSERT INTO effects (what, order_id) VALUES (?, ?)", Shipments.EFFECT, order);
    }

    private void insert(String sql, String first, String second) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, first);
            insert.setString(2, second);
            insert.executeUpdate();
        }
    }

    /** Returns when nothing is left, of whatever round. */
    private void settle() throws InterruptedException {
        long deadline = System.nanoTime() + task.patience().toNanos();
        while (shipments.left() > 0) {
            if (System.nanoTime() - deadline > 0) {
                throw new IllegalStateException(shipments.left() + " orders and rows are left");
            }
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Threads of the relay may still take steps after the last order is settled: the stop waits for them. */
    @Override
    public void close() {
        onceward.close();
        pool.close();
    }
}
