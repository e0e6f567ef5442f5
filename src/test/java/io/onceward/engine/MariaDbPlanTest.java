// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The relay's statements use the primary key even if MariaDB estimates that another way is cheaper. */
@OnlyWithAllServers
class MariaDbPlanTest {

    private static final Jta JTA = new Jta();

    /** Below the 50 seconds after which MariaDB stops waiting for a lock. */
    private static final int PATIENCE_SECONDS = 40;

    /** Handlers remove the rows of their messages first. With a look into another index, one of them would wait for the others. */
    @Test
    void handlersDoNotWaitForEachOther() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try (MariaDbServer server = MariaDbServer.start("mariadb")) {
            String database = server.createDatabase();
            try (AgroalDataSource pool =
                    JTA.pool(database, server.user(), server.password(), TransactionIsolation.READ_COMMITTED)) {
                // before the tables are created: MariaDB reads the costs when it opens a table
                Sql.execute(pool::getConnection, "SET GLOBAL InnoDB.optimizer_key_lookup_cost = 1000");
                Meeting handler = new Meeting();
                Engine node = new Nodes(JTA, new MemoryPublisher())
                        .open(
                                Map.of("onceward.schema", "create", "mp.messaging.incoming.orders.concurrency", "3"),
                                threads,
                                pool,
                                List.of(handler));
                List<Text> messages =
                        List.of(new Text("a", "a", "a"), new Text("b", "b", "b"), new Text("c", "c", "c"));
                node.stored().receive("orders", messages);
                node.poll();
                try {
                    assertThat(handler.together.await(PATIENCE_SECONDS, TimeUnit.SECONDS))
                            .as("all handlers at the same time")
                            .isTrue();
                } finally {
                    node.stop(Duration.ofSeconds(PATIENCE_SECONDS));
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /** A handler that returns only when all three messages are being handled. */
    private static final class Meeting implements MessageHandler {

        private final CountDownLatch together = new CountDownLatch(3);

        @Override
        public String name() {
            return "meeting";
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> {
                together.countDown();
                return together.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
            };
        }
    }
}
