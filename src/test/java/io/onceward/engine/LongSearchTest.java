// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.EmbeddedH2;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;

/** The search for malformed rows can take long, for example with many delayed events. Polls wait for it only briefly. */
class LongSearchTest {

    private static final Jta JTA = new Jta();

    @Test
    void eventsArePublishedDuringTheSearch() throws Exception {
        EmbeddedH2 h2 = new EmbeddedH2();
        MemoryPublisher publisher = new MemoryPublisher();
        ExecutorService threads = Executors.newCachedThreadPool();
        AtomicBoolean first = new AtomicBoolean(true);
        CountDownLatch searching = new CountDownLatch(1);
        CountDownLatch searched = new CountDownLatch(1);
        try (AgroalDataSource pool =
                JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED)) {
            DataSource slow = ProxyDataSourceBuilder.create(pool)
                    .beforeQuery((execution, queries) -> {
                        if (SqlText.of(queries.get(0)).contains("availableat IS NULL")) {
                            searching.countDown();
                            if (first.compareAndSet(true, false)) {
                                await(searched);
                            }
                        }
                    })
                    .build();
            Nodes nodes = new Nodes(JTA, publisher).declaring("orders", "bills");
            Engine producer = nodes.open(
                    Map.of("onceward.schema", "create", "onceward.relay.enabled", "false"), Runnable::run, pool);
            Engine relay = nodes.open(Map.of(), threads, slow);
            try {
                record(producer, "before the search");
                relay.poll();
                searching.await();
                record(producer, "during the search");
                Await.until(
                        "the events of both channels",
                        () -> publisher.published().size() == 4,
                        relay::poll);
            } finally {
                searched.countDown();
                relay.stop(Duration.ofSeconds(5));
                threads.shutdownNow();
            }
        }
    }

    private static void record(Engine producer, String payload) throws Exception {
        for (String channel : List.of("orders", "bills")) {
            JTA.inTransaction(() -> producer.recording(channel).record(payload, OutboxMetadata.none()));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
