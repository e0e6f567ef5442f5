// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import io.agroal.api.AgroalDataSource;
import io.onceward.api.OutboxMetadata;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.benchmarks.contestants.Jta;
import io.onceward.benchmarks.contestants.Pools;
import io.onceward.benchmarks.environment.Database;
import io.onceward.benchmarks.environment.Postgres;
import io.onceward.fixture.DebeziumEngine;
import io.onceward.fixture.Sql;
import io.onceward.fixture.SuspendedProcess;
import io.onceward.standalone.Onceward;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Log-based capture: Debezium's engine in a process of its own sends the events of Onceward to Kafka. The process is suspended
 * while nothing is to be published, so that it need not warm up again.
 */
final class CapturedToKafka implements BrokerContestant {

    private static final long PATIENCE_NANOS = 120_000_000_000L;

    private final KafkaMeasured kafka;
    private final Database database;
    private final Jta jta;
    private final int threads;
    private final int batchSize;
    private final AgroalDataSource pool;
    private final DebeziumEngine engine;
    private Onceward recording;

    /**
     * @param page the page with the connector
     * @param module the folder {@code server-configs/debezium}, which was built
     */
    CapturedToKafka(
            KafkaMeasured kafka,
            Postgres postgres,
            Jta jta,
            int threads,
            int batchSize,
            Path page,
            Path module,
            Path folder)
            throws Exception {
        this.kafka = kafka;
        this.jta = jta;
        this.threads = threads;
        this.batchSize = batchSize;
        database = postgres.create("captured");
        pool = Pools.joining(database, jta);
        open("create", "false").close();
        Sql.executeFile(pool::getConnection, "postgresql-capture.sql");
        Properties connector = connector(page, postgres.port());
        kafka.createTopic("__debezium-heartbeat." + connector.getProperty("topic.prefix"));
        engine = new DebeziumEngine(
                module, Files.createDirectories(folder.resolve("debezium")), connector, "kafka", kafka.address());
        engine.start("-Xmx1g", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        await("SELECT count(*) FROM pg_replication_slots WHERE active");
        stop();
    }

    /** The events go to the topic that has the name of their channel, so each slice can have its own topic. */
    private static Properties connector(Path page, int port) throws IOException {
        Properties connector = DebeziumEngine.connectorOf(page, "PostgresConnector");
        connector.setProperty("database.port", Integer.toString(port));
        connector.setProperty("database.user", "postgres");
        connector.setProperty("database.dbname", "captured");
        connector.setProperty("transforms.outbox.route.topic.replacement", "${routedByValue}");
        return connector;
    }

    private Onceward open(String schema, String check) {
        return Onceward.builder()
                .transactionManager(jta.manager())
                .synchronizationRegistry(jta.registry())
                .dataSource(pool)
                .configuration(
                        Map.of("onceward.schema", schema, "onceward.outbox.mode", "cdc", "onceward.cdc.check", check))
                .start();
    }

    @Override
    public void prepare(int events) throws Exception {
        if (recording == null) {
            recording = open("validate", "true");
        }
        for (int thread = 0; thread < threads; thread++) {
            for (List<Event> batch : BrokerContestant.batches(events, threads, thread, batchSize)) {
                record(batch);
            }
        }
        if (events == 0) {
            start();
            long position = database.number("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn");
            await("SELECT count(*) FROM pg_stat_replication WHERE sent_lsn - '0/0'::pg_lsn >= " + position);
        }
    }

    private void await(String query) throws Exception {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (database.number(query) == 0) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException("The engine does not read:\n" + Files.readString(engine.log()));
            }
            Thread.sleep(20);
        }
    }

    private void record(List<Event> events) throws Exception {
        jta.inTransaction(() -> {
            for (Event event : events) {
                recording
                        .outbox()
                        .record(
                                kafka.topic(),
                                event.payload(),
                                OutboxMetadata.none().withKey(event.key()));
            }
        });
    }

    @Override
    public void start() throws IOException, InterruptedException {
        SuspendedProcess.resume(engine.process());
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        SuspendedProcess.suspend(engine.process());
    }

    @Override
    public void produce(Event event) throws Exception {
        record(List.of(event));
    }

    @Override
    public boolean isDirect() {
        return false;
    }

    /** Returns the size of the table with its indexes. */
    long tableBytes() throws SQLException {
        return database.number("SELECT pg_total_relation_size('onceward_outbox')");
    }

    @Override
    public void close() {
        if (recording != null) {
            recording.close();
        }
        pool.close();
        try {
            engine.kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
