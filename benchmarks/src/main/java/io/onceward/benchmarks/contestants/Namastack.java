// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.namastack.outbox.Outbox;
import io.namastack.outbox.OutboxProcessingScheduler;
import io.namastack.outbox.handler.OutboxRecordMetadata;
import io.namastack.outbox.handler.OutboxTypedHandler;
import io.onceward.benchmarks.environment.Database;
import jakarta.jms.JMSException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** namastack outbox in a Spring Boot application: polls, and hands the records of a key to a handler, in order. */
abstract class Namastack implements OutboxProducer {

    private static final int KEYS = 1000;
    private static final int WORKERS = 8;
    private static final String POLL = "100ms";

    /** The recorded object. */
    public record Publication(String key, String payload) {}

    /** The class at which Spring Boot starts its configuration. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.modulith.core.config.ApplicationModuleInitializerRuntimeVerification",
                "org.springframework.modulith.events.config.EventExternalizationAutoConfiguration",
                "org.springframework.modulith.events.config.EventPublicationAutoConfiguration",
                "org.springframework.modulith.events.jackson.JacksonEventSerializationConfiguration",
                "org.springframework.modulith.events.jdbc.JdbcEventPublicationAutoConfiguration",
                "org.springframework.modulith.moments.autoconfigure.MomentsAutoConfiguration",
                "org.springframework.modulith.moments.autoconfigure.MomentsJacksonAutoConfiguration"
            })
    static class Application {}

    private record Delivering(Namastack outbox) implements OutboxTypedHandler<Publication> {

        @Override
        public void handle(Publication publication, OutboxRecordMetadata metadata) {
            try {
                outbox.deliver(publication.key(), publication.payload());
            } catch (JMSException | SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final Database database;
    private final AgroalDataSource pool;
    private final ConfigurableApplicationContext context;
    private final TransactionTemplate transactions;
    private final Outbox outbox;
    private final OutboxProcessingScheduler scheduler;

    Namastack(Stage stage) throws SQLException {
        System.setProperty("org.springframework.boot.logging.LoggingSystem", "none");
        database = stage.database();
        pool = Pools.plain(database, true);
        context = new SpringApplicationBuilder(Application.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .initializers(starting -> give((GenericApplicationContext) starting))
                .properties(Map.of(
                        "spring.main.banner-mode", "off",
                        "spring.main.log-startup-info", "false",
                        "namastack.outbox.polling.batch-size", KEYS,
                        "namastack.outbox.polling.fixed.interval", POLL,
                        "namastack.outbox.processing.delete-completed-records", "true",
                        "namastack.outbox.processing.executor-core-pool-size", WORKERS,
                        "namastack.outbox.processing.executor-max-pool-size", WORKERS))
                .run();
        transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
        outbox = context.getBean(Outbox.class);
        scheduler = context.getBean(OutboxProcessingScheduler.class);
        scheduler.stop();
    }

    private void give(GenericApplicationContext starting) {
        starting.registerBean(DataSource.class, () -> pool);
        starting.registerBean(Delivering.class, () -> new Delivering(this));
    }

    @Override
    public String about() {
        return "namastack outbox on Spring Boot, batches of " + KEYS + " keys, polling every " + POLL + ", " + WORKERS
                + " workers";
    }

    /** Takes an event to where it has to go, without a transaction of the library. */
    abstract void deliver(String key, String payload) throws JMSException, SQLException;

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE outbox_record");
    }

    @Override
    public void produce(List<Event> events) {
        transactions.executeWithoutResult(status -> {
            insert(events);
            for (Event event : events) {
                outbox.schedule(new Publication(event.key(), event.payload()), event.key());
            }
        });
    }

    private void insert(List<Event> events) {
        SpringTransactions.use(pool, connection -> Business.insert(connection, events));
    }

    TransactionTemplate transactions() {
        return transactions;
    }

    AgroalDataSource pool() {
        return pool;
    }

    @Override
    public void startRelay() {
        scheduler.start();
    }

    @Override
    public void stopRelay() {
        scheduler.stop();
    }

    @Override
    public boolean keepsOrder() {
        return true;
    }

    @Override
    public void close() throws JMSException {
        context.close();
        pool.close();
    }
}
