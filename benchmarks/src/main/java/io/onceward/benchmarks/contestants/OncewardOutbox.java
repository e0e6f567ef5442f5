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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;

/**
 * Onceward by its entry point for a plain JVM, with a channel that has the name of its queue: one node, or several in this JVM, which
 * record the events in turns. While the relay is off, the events are recorded by one without a relay.
 */
final class OncewardOutbox implements Administered {

    private final Database database;
    private final Map<String, String> configuration;
    private final String queue;
    private final Jta jta;
    private final AgroalDataSource pool;
    private final ActiveMQConnectionFactory broker;
    private final Onceward recording;
    private final int nodes;
    private final List<Onceward> relaying = new ArrayList<>();
    private volatile List<Outbox> outboxes;

    OncewardOutbox(Stage stage, Jta jta, int nodes, Map<String, String> settings) throws SQLException {
        this.nodes = nodes;
        this.jta = jta;
        database = stage.database();
        queue = stage.queue();
        configuration = new HashMap<>(stage.configuration());
        configuration.putAll(settings);
        pool = Pools.joining(database, jta);
        broker = stage.broker().connectionFactory();
        recording = start(Map.of(
                "onceward.schema", "create", "onceward.relay.enabled", "false", "onceward.admin.refresh", "PT0.001S"));
        outboxes = List.of(recording.outbox());
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
                + (nodes > 1 ? ", nodes: " + nodes : "")
                + (configuration.isEmpty() ? ", defaults" : ", " + configuration);
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE TABLE business", "TRUNCATE TABLE onceward_outbox");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        List<Outbox> all = outboxes;
        Outbox outbox = all.get((int) (events.get(0).number() % all.size()));
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
        for (int node = 0; node < nodes; node++) {
            relaying.add(start(Map.of()));
        }
        outboxes = relaying.stream().map(Onceward::outbox).toList();
    }

    @Override
    public void stopRelay() {
        outboxes = List.of(recording.outbox());
        relaying.forEach(Onceward::close);
        relaying.clear();
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
