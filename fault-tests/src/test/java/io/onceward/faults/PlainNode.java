// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration.ConnectionValidator;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.onceward.api.OncewardException;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/** A node of the cluster in a process of its own: a producer, a relay or a consumer. It closes on SIGTERM. */
final class PlainNode {

    /** The last output, if no thread or connection of the node or of Onceward is left. */
    static final String CLOSED_WELL = "closed, no thread or connection is left";

    /** The local channel, and its handler. */
    static final String LOCAL = "packing";

    /** The effects of which each order has exactly one, by the channel that brings it. */
    static final Map<String, String> EFFECTS = Map.of("billing", "billed", "shipping", "shipped", LOCAL, "packed");

    /** For how long the broker may leave a call unanswered; shorter than some of its pauses. */
    private static final int ANSWER_MILLIS = 4_000;

    /** About a hundred messages for each consumer: with Artemis' default one of them takes the whole backlog, and the others wait. */
    private static final int PREFETCHED_BYTES = 65_536;

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration CLOSING = Duration.ofSeconds(10);
    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private final String name;
    private final Role role;
    private final AgroalDataSource pool;
    private final int brokerPort;
    private final ConnectionFactory broker;
    private final Onceward onceward;
    private final AutoCloseable work;

    private PlainNode(String name, Role role, int databasePort, int brokerPort) throws SQLException {
        this.name = name;
        this.role = role;
        pool = pool(name, databasePort);
        this.brokerPort = brokerPort;
        broker = new ActiveMQConnectionFactory("tcp://127.0.0.1:" + brokerPort + "?callTimeout=" + ANSWER_MILLIS
                + "&consumerWindowSize=" + PREFETCHED_BYTES);
        onceward = open();
        work = switch (role) {
            case PRODUCER -> new Orders(name, MANAGER, pool, onceward.outbox());
            case RELAY -> () -> {};
            case CONSUMER -> new Billing(broker, onceward, new Effects(pool, name));
        };
    }

    /** Arguments: its name, its role, and the ports of database and broker. */
    public static void main(String[] arguments) throws Exception {
        NodeLog.open();
        Child.endWithInput();
        PlainNode node = new PlainNode(
                arguments[0],
                Role.valueOf(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]));
        Runtime.getRuntime().addShutdownHook(new Thread(node::close, "close"));
        Child.works();
        Thread.currentThread().join();
    }

    /** With connections that are looked at before they are given out, as servers are configured. */
    private static AgroalDataSource pool(String name, int port) throws SQLException {
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres&loginTimeout=10&ApplicationName="
                + name;
        return AgroalDataSource.from(new AgroalDataSourceConfigurationSupplier()
                .metricsEnabled()
                .connectionPoolConfiguration(configuration -> configuration
                        .maxSize(20)
                        .acquisitionTimeout(Duration.ofSeconds(5))
                        .validateOnBorrow(true)
                        .connectionValidator(ConnectionValidator.defaultValidator())
                        .transactionIntegration(new NarayanaTransactionIntegration(MANAGER, REGISTRY))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))));
    }

    /** The database may be away while it starts. */
    private Onceward open() {
        while (true) {
            try {
                return builder().start();
            } catch (OncewardException e) {
                System.out.println("not started yet: " + e.getMessage());
                Pause.millis(PAUSE.toMillis());
            }
        }
    }

    private OncewardBuilder builder() {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.broker",
                "jms",
                "onceward.schema",
                "create",
                "onceward.outbox.retention",
                "PT4H",
                "mp.messaging.outgoing." + LOCAL + ".destination",
                "local:" + LOCAL,
                "onceward.relay.enabled",
                Boolean.toString(role == Role.RELAY)));
        OncewardBuilder builder = Onceward.builder()
                .transactionManager(MANAGER)
                .synchronizationRegistry(REGISTRY)
                .dataSource(pool)
                .connectionFactory(broker);
        if (role == Role.CONSUMER) {
            Effects effects = new Effects(pool, name);
            configuration.put("mp.messaging.incoming.shipping.destination", "queue:shipping");
            builder.handle("shipping", "shipping", String.class, (order, metadata) -> effects.add("shipping", order))
                    .handle(LOCAL, LOCAL, String.class, (order, metadata) -> effects.add(LOCAL, order));
        }
        return builder.configuration(configuration);
    }

    private void close() {
        try {
            work.close();
        } catch (Exception e) {
            System.out.println("the work did not close: " + e);
        }
        onceward.close();
        List<String> left = left();
        long deadline = System.nanoTime() + CLOSING.toNanos();
        while (!left.isEmpty() && System.nanoTime() - deadline < 0) {
            Pause.millis(50);
            left = left();
        }
        pool.close();
        System.out.println(left.isEmpty() ? CLOSED_WELL : "closed, but these are left: " + left);
    }

    private List<String> left() {
        List<String> left = new ArrayList<>(threadsLeft());
        long borrowed = pool.getMetrics().activeCount();
        if (borrowed > 0) {
            left.add(borrowed + " connections that the pool has not got back");
        }
        long connected = Loopback.connectionsTo(brokerPort);
        if (connected > 0) {
            left.add(connected + " connections to the broker");
        }
        return left;
    }

    private static List<String> threadsLeft() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(Thread::getName)
                .filter(thread ->
                        thread.startsWith("onceward") || thread.startsWith("orders") || thread.startsWith("billing"))
                .toList();
    }
}
