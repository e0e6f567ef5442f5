// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.api.Backlog;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.benchmarks.environment.Database;
import io.onceward.standalone.Onceward;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Onceward by its entry point for a plain JVM, with a channel that has the name of its queue. While the relay is off, the
 * events are recorded by one without a relay.
 */
final class OncewardOutbox implements Administered {

    private final Database database;
    private final Map<String, String> configuration;
    private final String queue;
    private final Jta jta;
    private final AgroalDataSource pool;
    private final ActiveMQConnectionFactory broker;
    private final Onceward recording;
    private Onceward relaying;
    private volatile Outbox outbox;

    OncewardOutbox(Stage stage, Jta jta, Map<String, String> settings) throws SQLException {
        this.jta = jta;
        database = stage.database();
        queue = stage.queue();
        configuration = new HashMap<>(stage.configuration());
        configuration.putAll(settings);
        pool = Pools.joining(database, jta);
        broker = stage.broker().connectionFactory();
        recording = start(Map.of(
                "onceward.schema", "create", "onceward.relay.enabled", "false", "onceward.admin.refresh", "PT0.001S"));
        outbox = recording.outbox();
    }

    private Onceward start(Map<String, String> more) {
        return Onceward.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .connectionFactory(broker)
                .configuration(configuration)
                .configuration(Map.of("onceward.broker", "jms"))
                .configuration(more)
                .start();
    }

    @Override
    public String about() {
        return "Onceward in a plain JVM (Narayana, Agroal)"
                + (configuration.isEmpty() ? ", defaults" : ", " + configuration);
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE onceward_outbox");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        jta.inTransaction(() -> {
            try (Connection connection = pool.getConnection()) {
                Business.insert(connection, events);
            }
            for (Event event : events) {
                outbox.record(queue, event.payload(), OutboxMetadata.none().withKey(event.key()));
            }
        });
    }

    @Override
    public long overview() {
        return recording.outboxAdmin().backlog().stream()
                .mapToLong(Backlog::pending)
                .sum();
    }

    @Override
    public void startRelay() {
        relaying = start(Map.of());
        outbox = relaying.outbox();
    }

    @Override
    public void stopRelay() {
        outbox = recording.outbox();
        relaying.close();
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void close() {
        recording.close();
        broker.close();
        pool.close();
    }
}
