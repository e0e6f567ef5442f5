// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.metrics.Metric;
import io.onceward.metrics.ShownGauges;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server may take its metrics from an application that is about to stop, so a failure is logged only if the engine goes on. */
class FailedMetricsTest {

    private static final Jta JTA = new Jta();

    private final Logger logger = Logger.getLogger("io.onceward");
    private final long thread = Thread.currentThread().getId();
    private final ConcurrentLinkedQueue<String> logged = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            if (line.getLongThreadID() == thread && line.getMessage().startsWith("OWD-1080")) {
                logged.add(line.getThrown().getMessage());
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private AgroalDataSource pool;

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        logger.addHandler(handler);
    }

    @AfterEach
    void close() {
        logger.removeHandler(handler);
        threads.shutdownNow();
        pool.close();
    }

    @Test
    void failureIsLoggedOnceIfTheEngineGoesOn() throws Exception {
        Engine engine = new Nodes(JTA, new MemoryPublisher()).open(Map.of("onceward.schema", "create"), threads, pool);
        engine.metrics().addSink(new ShownGauges() {
            @Override
            public void count(Metric metric, String label, long times) {
                throw new IllegalStateException("taken away");
            }
        });
        JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
        engine.poll();
        assertThat(logged).isEmpty();

        Await.until("OWD-1080 in the log", () -> !logged.isEmpty(), engine::poll);
        engine.poll();
        assertThat(logged).containsExactly("taken away");
        engine.stop(Duration.ofSeconds(5));
    }
}
