// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.fixture.Await;
import io.oncebox.fixture.EmbeddedH2;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;

/** The search for malformed rows reads a complete table if the database has no statistics. No event waits for it. */
class LongSearchTest {

    private static final Jta JTA = new Jta();

    @Test
    void eventsArePublishedDuringTheSearch() throws Exception {
        EmbeddedH2 h2 = new EmbeddedH2();
        RecordingPublisher publisher = new RecordingPublisher();
        ExecutorService threads = Executors.newCachedThreadPool();
        CountDownLatch searching = new CountDownLatch(1);
        CountDownLatch searched = new CountDownLatch(1);
        try (AgroalDataSource pool =
                JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED)) {
            DataSource slow = ProxyDataSourceBuilder.create(pool)
                    .beforeQuery((execution, queries) -> {
                        if (queries.get(0).getQuery().contains("availableat IS NULL")) {
                            searching.countDown();
                            await(searched);
                        }
                    })
                    .build();
            Nodes nodes = new Nodes(JTA, publisher).declaring("orders");
            Engine producer = nodes.open(
                    Map.of("oncebox.schema", "create", "oncebox.relay.enabled", "false"), Runnable::run, pool);
            Engine relay = nodes.open(Map.of(), threads, slow);
            try {
                JTA.inTransaction(() -> producer.recording("orders").record("before", OutboxMetadata.none()));
                relay.poll();
                searching.await();
                Await.until("an event from before the start", () -> publisher.published.size() == 1);
                JTA.inTransaction(() -> producer.recording("orders").record("meanwhile", OutboxMetadata.none()));
                Await.until("an event that a poll finds", () -> publisher.published.size() == 2, relay::poll);
            } finally {
                searched.countDown();
                relay.stop(Duration.ofSeconds(5));
                threads.shutdownNow();
            }
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
