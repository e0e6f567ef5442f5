// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.EmbeddedH2;
import io.oncebox.fixture.LogLines;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** After the stop, no task of the engine uses the database: the server has closed the beans that run its transactions. */
class EngineStopTest {

    private static final Jta JTA = new Jta();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final RecordingPublisher publisher = new RecordingPublisher();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ConcurrentLinkedQueue<String> statements = new ConcurrentLinkedQueue<>();
    private final CountDownLatch counting = new CountDownLatch(1);
    private final CountDownLatch counted = new CountDownLatch(1);
    private AgroalDataSource pool;

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
    }

    @AfterEach
    void close() {
        counted.countDown();
        threads.shutdownNow();
        pool.close();
    }

    private Engine engine() {
        DataSource observed = ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> {
                    String statement = queries.get(0).getQuery();
                    statements.add(statement);
                    if (statement.contains("AS waiting")) {
                        counting.countDown();
                        awaitCounted();
                    }
                })
                .build();
        return new Nodes(JTA, publisher)
                .open(Map.of("oncebox.schema", "create", "oncebox.outbox.max-pending", "100"), threads, observed);
    }

    private void awaitCounted() {
        try {
            counted.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void stopWaitsForTasksBesideTheRelay() throws Exception {
        Engine engine = engine();
        JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
        engine.poll();
        counting.await();
        try (LogLines log = new LogLines()) {
            Future<?> stop = threads.submit(() -> engine.stop(PATIENCE));
            Await.until("relays that have stopped", () -> log.all().stream()
                    .anyMatch(line -> line.startsWith("OBX-1013: The relay of datasource")));
            assertThat(stop.isDone()).isFalse();
            counted.countDown();
            stop.get();
        }
        statements.clear();
        engine.poll();
        JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
        threads.shutdown();
        assertThat(threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(statements).allMatch(statement -> statement.startsWith("INSERT INTO oncebox_outbox "));
    }
}
