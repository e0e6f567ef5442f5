// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.Sql;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;

/** A node that works keeps its lease: otherwise other nodes take its lanes, and events arrive twice. */
class LeaseRenewalTest {

    private static final Jta JTA = new Jta();

    /** The lease is renewed after three seconds. */
    private static final Duration DUE = Duration.ofMillis(3100);

    @Test
    void leaseIsRenewedDuringALongLook() throws Exception {
        EmbeddedH2 h2 = new EmbeddedH2();
        MemoryPublisher publisher = new MemoryPublisher();
        ExecutorService threads = Executors.newCachedThreadPool();
        CountDownLatch looking = new CountDownLatch(1);
        CountDownLatch looked = new CountDownLatch(1);
        CountDownLatch confirmed = new CountDownLatch(1);
        publisher.duringPublish = () -> await(confirmed);
        try (AgroalDataSource pool =
                JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED)) {
            DataSource slow = ProxyDataSourceBuilder.create(pool)
                    .beforeQuery((execution, queries) -> {
                        if (SqlText.of(queries.get(0)).contains("availableat IS NULL")) {
                            looking.countDown();
                            await(looked);
                        }
                    })
                    .build();
            Engine engine = new Nodes(JTA, publisher).open(Map.of("onceward.schema", "create"), threads, slow);
            try {
                JTA.inTransaction(() -> engine.recording("orders").record("x", OutboxMetadata.none()));
                Await.until(
                        "an idle coordinator",
                        () -> lanes(pool) > 0 && engine.relayInStep().isZero());
                engine.poll();
                looking.await();
                String begun = lease(pool);
                long now = System.nanoTime();
                Await.until("a renewal that is due", () -> System.nanoTime() - now > DUE.toNanos());
                assertThat(lease(pool)).isEqualTo(begun);
                confirmed.countDown();
                Await.until("a renewal", () -> !begun.equals(lease(pool)));
            } finally {
                confirmed.countDown();
                looked.countDown();
                engine.stop(Duration.ofSeconds(5));
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

    private static int lanes(DataSource pool) {
        return Integer.parseInt(
                Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_lane WHERE owner IS NOT NULL"));
    }

    private static String lease(DataSource pool) {
        return Sql.text(pool::getConnection, "SELECT leaseuntil FROM onceward_node");
    }
}
