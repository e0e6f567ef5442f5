// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.onceward.api.OutboxMetadata;
import io.onceward.config.OncewardConfig;
import io.onceward.inbox.ClaimLimit;
import io.onceward.inbox.IdempotentCalls;
import io.onceward.jdbc.Database;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.FutureTask;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * A node in its own process. It places orders, publishes their events, and consumes them by an idempotent consumer,
 * which records an event, by the stored inbox, and by a local channel. Callers make its idempotent calls for each order.
 */
final class Node implements AutoCloseable {

    /** The exit status of a node that gave up waiting for the rest. */
    static final int UNSETTLED = 98;

    /** The queues from which it receives. */
    static final List<String> QUEUES = List.of("billing", "shipping", "telling", "offers");

    private static final String RETRY_DELAY = "PT0.2S";
    private static final String[] KEYS = {"red", "blue"};
    private static final int CUSTOMERS = 2;
    private static final int PAUSE_MILLIS = 50;

    /** Shorter than the start of a broker and a node. */
    private static final Duration OFFER = Duration.ofSeconds(2);

    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private final String databaseUrl;
    private final NodeTask task;
    private final Troubles troubles;
    private final AgroalDataSource pool;
    private final ConnectionFactory broker;
    private final IdempotentCalls calls;
    private final Onceward onceward;
    private final JMSContext outboxed;
    private volatile boolean closing;

    private Node(String databaseUrl, String brokerUrl, NodeTask task) throws SQLException {
        this.databaseUrl = databaseUrl;
        this.task = task;
        troubles = new Troubles(task);
        pool = AgroalDataSource.from(
                new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(configuration -> configuration
                        .maxSize(20)
                        .transactionIntegration(new NarayanaTransactionIntegration(MANAGER, REGISTRY))
                        .connectionFactoryConfiguration(
                                factory -> factory.jdbcUrl(databaseUrl).connectionProviderClass(WatchedDriver.class))));
        broker = WatchedBroker.watch(new ActiveMQConnectionFactory(brokerUrl), troubles);
        Database database =
                Database.open("of idempotent calls", pool, new OncewardConfig(Set.of(), name -> Optional.empty()));
        calls = new IdempotentCalls(
                REGISTRY,
                new OwnTransactions(MANAGER),
                database.inbox(),
                database.sentinel(REGISTRY),
                new ClaimLimit(0, Duration.ZERO),
                new MetricsRecorder(),
                () -> true);
        onceward = start();
        outboxed = onceward.outboxedConnectionFactory().createContext();
    }

    private Onceward start() {
        OncewardBuilder builder = Onceward.builder()
                .transactionManager(MANAGER)
                .synchronizationRegistry(REGISTRY)
                .dataSource(pool)
                .connectionFactory(broker)
                .configuration(Map.of(
                        "onceward.broker",
                        "jms",
                        "onceward.node",
                        task.node(),
                        "onceward.relay.retry-delay",
                        RETRY_DELAY,
                        "onceward.relay.polling-interval",
                        task.polling().toString(),
                        "onceward.relay.batch-size",
                        Integer.toString(task.batchSize()),
                        "mp.messaging.outgoing.packing.destination",
                        "local:packing",
                        "onceward.outbox.retention",
                        "P30D",
                        "onceward.inbox.janitor-interval",
                        "PT0.5S"));
        if (task.consuming()) {
            builder.configuration(Map.of(
                            "mp.messaging.incoming.shipping.destination",
                            "queue:shipping",
                            "mp.messaging.incoming.shipping.retry-delay",
                            RETRY_DELAY,
                            "mp.messaging.incoming.telling.destination",
                            "queue:telling",
                            "mp.messaging.incoming.telling.max-attempts",
                            task.troubled() ? "1" : "15"))
                    .handle("shipping", "shipping", String.class, (order, metadata) -> {
                        effect("shipped", order);
                        troubles.maybeFail("shipped", order, "-0-0");
                    })
                    .handle("packing", "packing", String.class, (order, metadata) -> {
                        effect("packings", "packed", order);
                        troubles.maybeFail("packed", order, "-1-0");
                    })
                    .handle("telling", "telling", String.class, (order, metadata) -> {
                        effect("told", order);
                        troubles.maybeFail("told", order, "-1");
                    });
        }
        if (task.consuming() && task.offering()) {
            builder.configuration(Map.of("mp.messaging.incoming.offers.destination", "queue:offers"))
                    .handle("offers", "offering", String.class, (offer, metadata) -> takeUp(offer.split(" ")));
        }
        return builder.start();
    }

    /** An offer that is taken up when it has ended has the effect of an order that does not exist. */
    private void takeUp(String[] offer) throws SQLException {
        if (Instant.now().isAfter(Instant.parse(offer[2]))) {
            effect("shipped", offer[0] + " late-" + offer[1]);
        }
    }

    /**
     * Arguments: URLs of the database and of the broker. The task comes as a line on the standard input, and when that ends,
     * so does the process.
     */
    public static void main(String[] arguments) {
        try {
            System.exit(run(arguments[0], arguments[1]) ? 0 : UNSETTLED);
        } catch (Exception e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static boolean run(String databaseUrl, String brokerUrl) throws Exception {
        warmUp(databaseUrl, brokerUrl);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line = input.readLine();
        if (line == null) {
            return true;
        }
        daemon("parent", () -> {
            while (input.read() >= 0) {
                // whatever comes: only the end counts
            }
            Runtime.getRuntime().halt(1);
        });
        NodeTask task = NodeTask.of(line);
        if (task.troubled()) {
            new Books(databaseUrl).addNodes();
        }
        try (Node node = new Node(databaseUrl, brokerUrl, task)) {
            Steps.watch(task);
            return node.run();
        }
    }

    /** Loads what takes long to load, so that a node is there as soon as it is wanted; changes nothing. */
    private static void warmUp(String databaseUrl, String brokerUrl) throws Exception {
        MANAGER.begin();
        MANAGER.commit();
        DriverManager.getConnection(databaseUrl).close();
        try (ActiveMQConnectionFactory factory = new ActiveMQConnectionFactory(brokerUrl);
                jakarta.jms.Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            session.createTextMessage();
        }
    }

    /** Returns whether nothing is left. */
    private boolean run() throws Exception {
        if (task.consuming()) {
            daemon("billing", () -> unlessClosing(this::bill));
            daemon("reserving", () -> unlessClosing(() -> caller("reserved").callAlone(databaseUrl)));
            daemon(
                    "rating",
                    () -> unlessClosing(() -> caller("rated").callJoining(databaseUrl, new OwnTransactions(MANAGER))));
        }
        if (task.troubled()) {
            daemon("operator", () -> unlessClosing(new Operator(onceward)::work));
        }
        order();
        boolean settled = settle();
        if (settled && task.staying()) {
            stay();
        }
        return settled;
    }

    private void stay() throws SQLException, InterruptedException {
        Books books = new Books(databaseUrl);
        List<String> leases = books.leases();
        while (books.leases().equals(leases)) {
            Thread.sleep(PAUSE_MILLIS);
        }
    }

    /** Work of a thread. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static void daemon(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (Exception e) {
                        e.printStackTrace();
                        Runtime.getRuntime().halt(1);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Runs work whose failure does not count while the node closes: it comes again. */
    private void unlessClosing(Work work) throws Exception {
        try {
            work.run();
        } catch (Exception e) {
            if (!closing) {
                throw e;
            }
        }
    }

    private IdempotentCaller caller(String effect) {
        return new IdempotentCaller(
                calls,
                effect,
                (what, order, note) -> change(
                        "INSERT INTO effects (what, order_id, key, note) VALUES (?, ?, ?, ?)",
                        what,
                        order.id(),
                        order.key(),
                        note));
    }

    private void order() throws Exception {
        List<FutureTask<Void>> customers = new ArrayList<>();
        for (int i = 0; i < CUSTOMERS; i++) {
            int number = i;
            FutureTask<Void> customer = new FutureTask<>(() -> {
                order(number);
                return null;
            });
            new Thread(customer, "ordering-" + number).start();
            customers.add(customer);
        }
        for (FutureTask<Void> customer : customers) {
            customer.get();
        }
    }

    /** The row of the key is locked after the events were recorded, and their places in the order are those of the commits. */
    private void order(int customer) throws Exception {
        for (int i = 0; i < task.orders() / CUSTOMERS; i++) {
            String key = KEYS[(customer + i) % KEYS.length];
            String id = task.round() + "-" + customer + "-" + i;
            MANAGER.begin();
            record("billing", key + " " + id);
            sendOutboxed("shipping", key, key + " " + id, Duration.ZERO);
            record("packing", key + " " + id);
            if (task.offering()) {
                Instant end = Instant.now().plus(OFFER);
                sendOutboxed("offers", key, key + " " + id + " " + end, OFFER);
            }
            change("UPDATE customers SET orders = orders + 1 WHERE key = ?", key);
            change("INSERT INTO orders (id, key) VALUES (?, ?)", id, key);
            MANAGER.commit();
        }
    }

    private void record(String channel, String order) {
        onceward.outbox().record(channel, order, OutboxMetadata.none().withKey(order.split(" ")[0]));
    }

    /** Records by the API of Jakarta Messaging. */
    private void sendOutboxed(String channel, String key, String text, Duration timeToLive) {
        outboxed.createProducer()
                .setProperty("JMSXGroupID", key)
                .setTimeToLive(timeToLive.toMillis())
                .send(outboxed.createQueue(channel), text);
    }

    /** Acknowledges each message by a commit of its own, after the one of what was done. */
    private void bill() throws Exception {
        try (jakarta.jms.Connection connection = broker.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(session.createQueue("billing"))) {
            connection.start();
            while (true) {
                Message message = consumer.receive();
                String order = ((TextMessage) message).getText();
                onceward.once("billing", message, () -> {
                    effect("billed", order);
                    record("telling", order);
                });
                session.commit();
            }
        }
    }

    private void effect(String what, String order) throws SQLException {
        effect("effects", what, order);
    }

    /** @param table the table of effects, or a view of it that gives the step a name of its own */
    private void effect(String table, String what, String order) throws SQLException {
        change(
                "INSERT INTO " + table + " (what, order_id, key) VALUES (?, ?, ?)",
                what,
                order.split(" ")[1],
                order.split(" ")[0]);
    }

    private void change(String sql, String... values) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }

    /** Until nothing is left, whatever round it was of, or for too long nothing has become less. To look is no step. */
    private boolean settle() throws SQLException, InterruptedException {
        Books books = new Books(databaseUrl);
        long least = Long.MAX_VALUE;
        long since = System.nanoTime();
        while (System.nanoTime() - since < task.patience().toNanos()) {
            long left = task.consuming() ? books.left() : books.waiting();
            if (left == 0) {
                return true;
            }
            if (left < least) {
                least = left;
                since = System.nanoTime();
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return false;
    }

    @Override
    public void close() {
        closing = true;
        Steps.stop();
        onceward.close();
        pool.close();
    }
}
