// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.narayana.NarayanaTransactionIntegration;
import io.onceward.api.InboxMetadata;
import io.onceward.fixture.Sql;
import io.onceward.kafka.KafkaAdapter;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import jakarta.jms.ConnectionFactory;
import jakarta.transaction.TransactionManager;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A second application, with an empty database, that receives captured events and notes each that it handles. */
final class CaptureReceiver implements AutoCloseable {

    private static final String CHANNEL = "arrivals";

    private static final TransactionManager MANAGER = com.arjuna.ats.jta.TransactionManager.transactionManager();
    private static final TransactionSynchronizationRegistry REGISTRY = new TransactionSynchronizationRegistryImple();

    private final AgroalDataSource pool;
    private final Onceward onceward;

    private CaptureReceiver(String url, String destination, Map<String, String> broker, OncewardBuilder builder)
            throws SQLException {
        pool = AgroalDataSource.from(
                new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(configuration -> configuration
                        .maxSize(20)
                        .transactionIntegration(new NarayanaTransactionIntegration(MANAGER, REGISTRY))
                        .connectionFactoryConfiguration(factory -> factory.jdbcUrl(url))));
        Sql.execute(
                pool::getConnection,
                "CREATE TABLE handled (nr SERIAL PRIMARY KEY, id TEXT, key TEXT, type TEXT, contenttype TEXT, text TEXT)");
        Map<String, String> configuration = new HashMap<>(broker);
        configuration.put("onceward.schema", "create");
        configuration.put("mp.messaging.incoming." + CHANNEL + ".destination", destination);
        onceward = builder.transactionManager(MANAGER)
                .synchronizationRegistry(REGISTRY)
                .dataSource(pool)
                .configuration(configuration)
                .handle(CHANNEL, "billing", String.class, this::handle)
                .start();
    }

    /**
     * A receiver of the topic of the router.
     *
     * @param address of the broker
     */
    static CaptureReceiver ofKafka(String url, String address) throws SQLException {
        Map<String, String> broker = Map.of(
                "onceward.kafka.bootstrap-servers",
                address,
                "mp.messaging.incoming." + CHANNEL + ".consumer-group",
                "billing");
        return new CaptureReceiver(
                url, "kafka:outbox.event.seats", broker, Onceward.builder().adapter(new KafkaAdapter()));
    }

    /** One that receives from a queue of Jakarta Messaging. */
    static CaptureReceiver ofJms(String url, ConnectionFactory factory, String queue) throws SQLException {
        return new CaptureReceiver(
                url,
                "queue:" + queue,
                Map.of("onceward.broker", "jms"),
                Onceward.builder().connectionFactory(factory));
    }

    private void handle(String text, InboxMetadata metadata) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO handled (id, key, type, contenttype, text) VALUES (?, ?, ?, ?, ?)")) {
            insert.setString(1, metadata.id());
            insert.setString(2, metadata.key());
            insert.setString(3, metadata.type());
            insert.setString(4, metadata.contentType());
            insert.setString(5, text);
            insert.executeUpdate();
        }
    }

    /** Returns the ids of the events in the order in which they were handled, each as often as it was. */
    List<String> handled() {
        List<String> ids = new ArrayList<>();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id FROM handled ORDER BY nr")) {
            while (row.next()) {
                ids.add(row.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return ids;
    }

    /** Returns the number of messages that are stored and not handled yet. */
    int countStored() {
        return Integer.parseInt(Sql.text(pool::getConnection, "SELECT count(*) FROM onceward_inbox_message"));
    }

    /** Returns the number of events that were handled with another type, media type or key than they were recorded with. */
    int countChanged() {
        return Integer.parseInt(Sql.text(
                pool::getConnection,
                "SELECT count(*) FROM handled WHERE type IS DISTINCT FROM 'SeatSold'"
                        + " OR contenttype IS DISTINCT FROM 'text/plain' OR key IS NULL OR text NOT LIKE key || ' %'"));
    }

    @Override
    public void close() {
        onceward.close();
        pool.close();
    }
}
