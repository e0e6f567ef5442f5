// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import io.agroal.api.AgroalDataSource;
import io.onceward.benchmarks.environment.Database;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongConsumer;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.task.TaskExecutor;
import org.springframework.modulith.events.ApplicationModuleListener;
import org.springframework.modulith.events.IncompleteEventPublications;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Spring Modulith's registry of event publications: an event is recorded for its listener, which runs after the commit on another thread, in a
 * transaction of its own; another one deletes the record. While the relay is off, its threads take no work.
 */
final class ModulithLocal implements LocalProducer {

    private static final int WORKERS = 8;

    /** The event. */
    public record Publication(String key, String payload) {}

    /** The class at which Spring Boot starts its configuration. */
    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    @EnableTransactionManagement
    @EnableAutoConfiguration(
            excludeName = {
                "io.namastack.outbox.OutboxJacksonAutoConfiguration",
                "io.namastack.outbox.config.JdbcOutboxAutoConfiguration",
                "io.namastack.outbox.config.JdbcOutboxSchemaAutoConfiguration",
                "io.namastack.outbox.config.OutboxCoreInfrastructureAutoConfiguration",
                "io.namastack.outbox.config.OutboxCoreMulticasterAutoConfiguration",
                "io.namastack.outbox.config.OutboxCoreProcessingAutoConfiguration",
                "io.namastack.outbox.config.OutboxCoreSchedulingAutoConfiguration",
                "io.namastack.outbox.config.OutboxCoreThreadingAutoConfiguration"
            })
    static class Application {}

    /** The listener. Spring makes a proxy of its class. */
    static class Listener {

        private final ModulithLocal outbox;

        Listener(ModulithLocal outbox) {
            this.outbox = outbox;
        }

        @ApplicationModuleListener
        public void on(Publication publication) {
            outbox.handle(publication.payload());
        }
    }

    private final Database database;
    private final AgroalDataSource pool;
    private final Handler handler = new Handler();
    private final ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
    private final ConfigurableApplicationContext context;
    private final TransactionTemplate transactions;
    private volatile boolean running;

    ModulithLocal(Stage stage) throws SQLException {
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
                        "spring.modulith.events.jdbc.schema-initialization.enabled", "true",
                        "spring.modulith.events.completion-mode", "delete"))
                .run();
        transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
    }

    private void give(GenericApplicationContext starting) {
        starting.registerBean(DataSource.class, () -> pool);
        starting.registerBean(Listener.class, () -> new Listener(this));
        starting.registerBean("applicationTaskExecutor", TaskExecutor.class, () -> this::submit);
    }

    private void submit(Runnable task) {
        if (running) {
            workers.execute(task);
        }
    }

    @Override
    public String about() {
        return "Spring Modulith's event publications on Spring Boot, deleted when complete, " + WORKERS
                + " workers, a listener for each event, in a transaction of its own";
    }

    @Override
    public void reset() throws SQLException {
        database.execute("TRUNCATE business", "TRUNCATE event_publication");
    }

    @Override
    public void produce(List<Event> events) {
        transactions.executeWithoutResult(status -> {
            SpringTransactions.use(pool, connection -> Business.insert(connection, events));
            for (Event event : events) {
                context.publishEvent(new Publication(event.key(), event.payload()));
            }
        });
    }

    private void handle(String payload) {
        SpringTransactions.use(pool, connection -> handler.handle(connection, payload));
    }

    @Override
    public void note(LongConsumer handled) {
        handler.note(handled);
    }

    @Override
    public void startRelay() {
        running = true;
        context.getBean(IncompleteEventPublications.class).resubmitIncompletePublications(publication -> true);
    }

    /** Waits for the tasks that the workers have. */
    @Override
    public void stopRelay() throws InterruptedException {
        running = false;
        CyclicBarrier all = new CyclicBarrier(WORKERS); // so that each worker has one of these
        workers.invokeAll(Collections.nCopies(WORKERS, all::await));
    }

    @Override
    public boolean keepsOrder() {
        return false;
    }

    @Override
    public void close() {
        context.close();
        workers.shutdown();
        pool.close();
    }
}
