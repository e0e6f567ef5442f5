// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.benchmarks.environment.Database;
import io.onceward.standalone.Onceward;
import io.onceward.standalone.OncewardBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Onceward with a local channel. While its relay is off, the events are recorded by a node without the handler. */
final class OncewardLocal implements LocalProducer {

    private static final String CHANNEL = "events";
    private static final String HANDLER = "benchmark";

    /** As many as the others have. */
    private static final int WORKERS = 8;

    private final Database database;
    private final Map<String, String> configuration;
    private final Jta jta;
    private final AgroalDataSource pool;
    private final Handler handler = new Handler();
    private final Onceward recording;
    private volatile Onceward handling;

    OncewardLocal(Stage stage, Jta jta) throws SQLException {
        this.jta = jta;
        database = stage.database();
        configuration = stage.configuration();
        pool = Pools.joining(database, jta);
        recording = builder()
                .configuration(Map.of(
                        "onceward.schema",
                        "create",
                        "mp.messaging.outgoing." + CHANNEL + ".destination",
                        "local:" + HANDLER))
                .start();
    }

    private OncewardBuilder builder() {
        return Onceward.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .configuration(configuration);
    }

    @Override
    public String about() {
        return "Onceward's local channel in a plain JVM (Narayana, Agroal), " + WORKERS + " workers"
                + (configuration.isEmpty() ? ", defaults" : ", " + configuration);
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE TABLE business", "TRUNCATE TABLE onceward_inbox_message");
    }

    @Override
    public void produce(List<Event> events) throws Exception {
        Onceward node = handling == null ? recording : handling;
        Outbox outbox = node.outbox();
        jta.inTransaction(() -> {
            try (Connection connection = pool.getConnection()) {
                Business.insert(connection, events);
            }
            for (Event event : events) {
                outbox.record(CHANNEL, event.payload(), OutboxMetadata.none().withKey(event.key()));
            }
        });
    }

    @Override
    public void startRelay() {
        handling = builder()
                .configuration(Map.of("mp.messaging.incoming." + CHANNEL + ".concurrency", Integer.toString(WORKERS)))
                .handle(CHANNEL, HANDLER, String.class, (payload, metadata) -> handle(payload))
                .start();
    }

    private void handle(String payload) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            handler.handle(connection, payload);
        }
    }

    @Override
    public void note(LongConsumer handled) {
        handler.note(handled);
    }

    @Override
    public void stopRelay() {
        handling.close();
        handling = null;
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void close() {
        recording.close();
        pool.close();
    }
}
