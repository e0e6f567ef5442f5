// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.EmbeddedH2;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server accepts the tasks of the engine and drops them, as GlassFish does while it changes its list of applications. */
class DroppedTasksTest {

    private static final Jta JTA = new Jta();

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean drops = new AtomicBoolean();
    private final AtomicInteger dropped = new AtomicInteger();
    private AgroalDataSource pool;
    private Engine engine;

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        Executor executor = task -> {
            if (drops.get()) {
                dropped.incrementAndGet();
            } else {
                threads.execute(task);
            }
        };
        engine = new Nodes(JTA, publisher).open(Map.of("onceward.schema", "create"), executor, pool);
    }

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(1));
        threads.shutdownNow();
        pool.close();
    }

    @Test
    void eventIsPublishedAlthoughTheTasksOfItsRelayWereDropped() throws Exception {
        drops.set(true);
        JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
        engine.poll();
        assertThat(dropped).hasPositiveValue();
        drops.set(false);
        Await.until("the event", () -> publisher.published().size() == 1, engine::poll);
    }
}
