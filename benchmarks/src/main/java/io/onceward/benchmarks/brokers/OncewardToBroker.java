// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.agroal.api.AgroalDataSource;
import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.Jta;
import io.onceward.benchmarks.contestants.Pools;
import io.onceward.benchmarks.environment.Database;
import io.onceward.standalone.Onceward;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Onceward by its entry point for a plain JVM. While the relay is off, an instance without a relay records the events. */
final class OncewardToBroker implements BrokerContestant {

    private static final String CHANNEL = "orders";

    private final MeasuredBroker broker;
    private final Database database;
    private final Jta jta;
    private final int threads;
    private final int batchSize;
    private final AgroalDataSource pool;
    private Onceward relaying;
    private volatile Outbox outbox;

    OncewardToBroker(MeasuredBroker broker, Database database, Jta jta, int threads, int batchSize)
            throws SQLException {
        this.broker = broker;
        this.database = database;
        this.jta = jta;
        this.threads = threads;
        this.batchSize = batchSize;
        pool = Pools.joining(database, jta);
    }

    private Onceward open(boolean relays) {
        Map<String, String> configuration = new HashMap<>(broker.configuration());
        configuration.put("onceward.schema", "create");
        configuration.put("onceward.relay.enabled", Boolean.toString(relays));
        configuration.put("onceward.relay.senders", Integer.toString(threads));
        configuration.put("onceward.relay.batch-size", Integer.toString(batchSize));
        return broker.connect(Onceward.builder()
                        .transactionManager(jta.manager())
                        .synchronizationRegistry(jta.registry())
                        .dataSource(pool)
                        .configuration(configuration))
                .start();
    }

    @Override
    public void prepare(int events) throws Exception {
        try (Onceward recording = open(false)) {
            outbox = recording.outbox();
            database.execute("TRUNCATE onceward_outbox");
            for (int thread = 0; thread < threads; thread++) {
                for (List<Event> batch : BrokerContestant.batches(events, threads, thread, batchSize)) {
                    record(batch);
                }
            }
        }
        database.execute("ANALYZE");
    }

    private void record(List<Event> events) throws Exception {
        jta.inTransaction(() -> {
            for (Event event : events) {
                outbox.record(CHANNEL, event.payload(), OutboxMetadata.none().withKey(event.key()));
            }
        });
    }

    @Override
    public void start() {
        relaying = open(true);
        outbox = relaying.outbox();
    }

    @Override
    public void stop() {
        relaying.close();
    }

    @Override
    public void produce(Event event) throws Exception {
        record(List.of(event));
    }

    @Override
    public boolean isDirect() {
        return false;
    }

    @Override
    public void close() {
        pool.close();
    }
}
