// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** A node that stores a message takes the lane of the message alone, and leaves the others to other nodes. */
class StoredLanesTest {

    private static final Jta JTA = new Jta();
    private static final Duration POLLING = Duration.ofHours(1);

    private final Nodes nodes = new Nodes(JTA, new MemoryPublisher());
    private final Queue<Integer> lanes = new ConcurrentLinkedQueue<>();
    private final AtomicInteger messages = new AtomicInteger();
    private AgroalDataSource pool;

    private final MessageHandler handler = new MessageHandler() {
        @Override
        public String name() {
            return "billing";
        }

        @Override
        public String channel() {
            return "bills";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> lanes.add(owned());
        }
    };

    private int owned() {
        return Integer.parseInt(
                Sql.text(pool::getConnection, "SELECT COUNT(owner) FROM onceward_inbox_lane WHERE lanes > 0"));
    }

    @Test
    void nodeTakesTheLaneOfTheMessageThatItStores() throws Exception {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        Map<String, String> configuration = Map.of("onceward.schema", "create");
        try (Polled one = new Polled(nodes, configuration, pool, POLLING, List.of(handler));
                Polled other = new Polled(nodes, configuration, pool, POLLING, List.of(handler))) {
            Await.until("a message for which a node owned one lane", () -> lanes.contains(1), () -> {
                store(one);
                store(other);
                // a node leaves lanes after its work, as soon as it knows of the other, which a busy machine delays
                long end = System.nanoTime()
                        + Duration.ofMillis(20L * messages.get()).toNanos();
                while (owned() > 0 && System.nanoTime() - end < 0) {
                    LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
                }
            });
        } finally {
            pool.close();
        }
    }

    private void store(Polled node) {
        node.engine().stored().receive("bills", List.of(new Text("m" + messages.incrementAndGet(), "k", "x")));
    }
}
