// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.EventFilter;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.LatencyComparison.Trouble;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import io.onceward.queue.outage.Outages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A channel or a handler that has trouble does not slow down another one on the same node.
 *
 * <p>A test measures the median latency of a healthy channel or handler at 100 events a second, in rounds without and with trouble
 * that alternate, and prints the medians and their ratio. It fails if the median of five rounds with trouble is above 1.2 times the
 * median of the five rounds without, plus 0.5 ms. Up to the 25th, further pairs of rounds follow until the bound holds for the last
 * five: other work of the machine affects both kinds of rounds, but not each pair equally. Trouble that slows down most rounds
 * fails. With {@code -Disolation.rounds=15}, on a quiet machine, it fails if the median ratio of so many pairs is above 1.2.
 */
class IsolationTest {

    private static final Jta JTA = new Jta();
    private static final int BACKLOG = 10_000;
    private static final Duration POLLS = Duration.ofMillis(500);

    private static final Map<String, String> CONFIGURATION = Map.of(
            "onceward.schema", "create",
            "onceward.relay.send-timeout", "PT0.4S",
            "mp.messaging.outgoing.far-away.destination", "far",
            "mp.messaging.incoming.good.max-attempts", "3",
            "mp.messaging.incoming.bad.retry-delay", "PT0.1S");

    private static DatabaseServer server;

    private final LatencyComparison latency = new LatencyComparison();
    private final TroubledPublisher publisher = new TroubledPublisher(event -> latency.received(event.id()));
    private final Nodes nodes = new Nodes(JTA, publisher);
    private final AtomicInteger messages = new AtomicInteger();
    private final Handler good = new Handler("good");
    private final Handler bad = new Handler("bad");
    private AgroalDataSource pool;
    private Polled node;

    @BeforeAll
    static void startServer() {
        server = PostgreSqlServer.newest();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void open() {
        pool = JTA.pool(
                server.createDatabase(),
                server.user(),
                server.password(),
                TransactionIsolation.READ_COMMITTED,
                settings -> settings.maxSize(30));
        node = new Polled(nodes, CONFIGURATION, pool, POLLS, List.of(good, bad));
    }

    @AfterEach
    void close() {
        publisher.hangs.countDown();
        good.gate.countDown();
        bad.gate.countDown();
        node.close();
        pool.close();
    }

    @Test
    void connectionThatHangsDelaysNoOtherChannel() throws Exception {
        latency.compare("a connection that hangs", () -> record(node.engine(), "orders"), new Trouble() {
            @Override
            public void begin() throws Exception {
                publisher.hangs = new CountDownLatch(1);
                int before = publisher.hung.get();
                recordMany("far-away");
                Await.until("a call that hangs", () -> publisher.hung.get() > before);
            }

            @Override
            public void end() throws Exception {
                publisher.hangs.countDown();
                Await.until("an empty outbox", () -> rows("onceward_outbox") == 0);
            }
        });
    }

    @Test
    void connectionThatIsDownDelaysNoOtherChannel() throws Exception {
        latency.compare("a connection that is down", () -> record(node.engine(), "orders"), new Trouble() {
            @Override
            public void begin() throws Exception {
                publisher.down = true;
                int before = publisher.failed.get();
                recordMany("far-away");
                Await.until("a failed call", () -> publisher.failed.get() > before);
            }

            @Override
            public void end() throws Exception {
                publisher.down = false;
                Await.until("an empty outbox", () -> rows("onceward_outbox") == 0);
            }
        });
    }

    @Test
    void destinationThatRefusesEverythingDelaysNoOtherChannel() throws Exception {
        latency.compare("10,000 refused events", () -> record(node.engine(), "orders"), new Trouble() {
            @Override
            public void begin() throws Exception {
                publisher.refuses = true;
                int before = publisher.failed.get();
                insert("sick", "PENDING");
                Await.until("a refused event", () -> publisher.failed.get() > before);
            }

            @Override
            public void end() throws Exception {
                publisher.refuses = false;
                Await.until("an empty outbox", () -> rows("onceward_outbox") == 0);
            }
        });
    }

    @Test
    void pausedChannelDelaysNoOther() throws Exception {
        latency.compare("a paused channel", () -> record(node.engine(), "orders"), new Trouble() {
            @Override
            public void begin() throws Exception {
                open("sick");
                node.engine().outboxAdmin().pause("sick", "test");
                insert("sick", "PENDING");
            }

            @Override
            public void end() {
                assertThat(rows("onceward_outbox WHERE aggregatetype = 'sick'")).isEqualTo(BACKLOG);
                delete("sick");
                node.engine().outboxAdmin().resume("sick", "test");
            }
        });
    }

    @Test
    void longMessageDelaysNoOtherKeyOfItsHandler() throws Exception {
        latency.compare("a message that takes long", () -> store("good"), new Trouble() {
            @Override
            public void begin() throws Exception {
                good.gate = new CountDownLatch(1);
                int before = good.waiting.get();
                store("good", "slow", 1000);
                Await.until("a handler that waits", () -> good.waiting.get() > before);
            }

            @Override
            public void end() throws Exception {
                good.gate.countDown();
                Await.until("an empty inbox", () -> rows("onceward_inbox_message") == 0);
            }

            @Override
            public boolean missesGoal() {
                return true; // each read looks over the messages of the key
            }
        });
    }

    @Test
    void handlerThatFailsAlwaysDelaysNoOther() throws Exception {
        Callable<String> storeForBoth = () -> {
            store("bad");
            return store("good");
        };
        latency.compare("a handler that fails always", storeForBoth, new Trouble() {
            @Override
            public void begin() throws Exception {
                bad.fails = true;
                int before = bad.waiting.get();
                store("bad", null, 100);
                Await.until("a handler that fails", () -> bad.waiting.get() > before);
            }

            @Override
            public void end() throws Exception {
                bad.fails = false;
                Await.until("an empty inbox", () -> rows("onceward_inbox_message") == 0);
            }
        });
    }

    @Test
    void applicationWithAnotherPolicyDelaysNoChannelOfOthers() throws Exception {
        latency.compare("another application", () -> record(node.engine(), "orders"), new Trouble() {
            private Polled other;

            @Override
            public void begin() throws Exception {
                publisher.refuses = true;
                int before = publisher.failed.get();
                other = new Polled(
                        nodes.declaring("sick"),
                        Map.of("onceward.relay.on-failure", "skip", "onceward.relay.max-attempts", "1"),
                        pool,
                        POLLS);
                for (int i = 0; i < 100; i++) {
                    record(other.engine(), "sick");
                }
                Await.until("a refused event", () -> publisher.failed.get() > before);
            }

            @Override
            public void end() throws Exception {
                other.close();
                publisher.refuses = false;
                Await.until(
                        "an empty outbox",
                        () -> rows("onceward_outbox") == 0,
                        () -> sql("DELETE FROM onceward_outbox WHERE state IN ('PARKED', 'RETRYING')"));
            }
        });
    }

    /** Opens a channel by its first event, and waits until this is published. */
    private void open(String channel) throws Exception {
        node.engine().outboxAdmin().resume(channel, "test");
        record(node.engine(), channel);
        Await.until("the first event", () -> rows("onceward_outbox WHERE aggregatetype = '" + channel + "'") == 0);
    }

    @Test
    void administrationDelaysNoOtherChannel() throws Exception {
        open("sick");
        open("other");
        node.engine().outboxAdmin().pause("sick", "test");
        latency.compare("an operator", () -> record(node.engine(), "orders"), new Trouble() {
            private Thread operator;
            private volatile boolean ends;
            private final AtomicInteger requeued = new AtomicInteger();

            @Override
            public void begin() {
                insert("sick", "PARKED");
                ends = false;
                operator = new Thread(this::operate);
                operator.start();
            }

            private void operate() {
                while (!ends) {
                    node.engine().outboxAdmin().pause("other", "test");
                    requeued.addAndGet(node.engine()
                            .outboxAdmin()
                            .requeue(EventFilter.all().withQueue("sick"), "test"));
                    node.engine().outboxAdmin().resume("other", "test");
                    sql("UPDATE onceward_outbox SET state = 'PARKED' WHERE aggregatetype = 'sick'");
                }
            }

            @Override
            public void end() throws Exception {
                ends = true;
                operator.join();
                assertThat(requeued.get()).isGreaterThanOrEqualTo(BACKLOG);
                delete("sick");
            }
        });
    }

    @Test
    void eventsWhoseAdapterIsMissingWaitForANodeThatHasIt() throws Exception {
        insert("letters", "pigeon:letters", "PENDING", 100);
        Await.until(
                "a missing adapter",
                () -> Outages.names(node.engine().outages().brokers()).contains("broker adapter 'pigeon'"));
        String healthy = record(node.engine(), "orders");
        Await.until("an event of another channel", () -> latency.isReceived(healthy));
        assertThat(rows("onceward_outbox WHERE state = 'PENDING' AND attempts = 0 AND aggregatetype = 'letters'"))
                .isEqualTo(100);

        Queue<String> letters = new ConcurrentLinkedQueue<>();
        Nodes pigeons = new Nodes(JTA, "pigeon", new TroubledPublisher(event -> letters.add(event.id())));
        try (Polled other = new Polled(pigeons, Map.of(), pool, POLLS, List.of())) {
            Await.until("an empty outbox", () -> rows("onceward_outbox") == 0);
            assertThat(other.engine().outages().brokers()).isEmpty();
        }
        assertThat(letters).hasSize(100).doesNotHaveDuplicates();
    }

    private void recordMany(String channel) throws Exception {
        for (int i = 0; i < 20; i++) {
            record(node.engine(), channel);
        }
    }

    private String record(Engine engine, String channel) throws Exception {
        OutboxMetadata metadata = OutboxMetadata.none().withKey("k" + messages.incrementAndGet() % 20);
        return JTA.inTransaction(() -> engine.recording(channel).record("x", metadata));
    }

    private String store(String channel) {
        return store(channel, "k" + messages.get() % 20, 1);
    }

    /** Stores messages, and returns the id of the last one. */
    private String store(String channel, String key, int count) {
        List<Text> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int number = messages.incrementAndGet();
            texts.add(new Text("m" + number, key == null ? "k" + number : key, "x"));
        }
        node.engine().stored().store(channel, texts);
        return texts.get(count - 1).id();
    }

    private void insert(String channel, String state) {
        insert(channel, "test:" + channel, state, BACKLOG);
    }

    /** Inserts events, each with its own key. */
    private void insert(String channel, String destination, String state, int count) {
        sql("INSERT INTO onceward_outbox"
                + " (id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, slot, state)"
                + " SELECT 's' || i, '" + channel + "', 's' || i, 't', 'x', 'text/plain', '{}', '" + destination
                + "', i, '" + state + "' FROM generate_series(1, " + count + ") AS i");
    }

    private void delete(String channel) {
        sql("DELETE FROM onceward_outbox WHERE aggregatetype = '" + channel + "'");
    }

    private void sql(String sql) {
        Sql.execute(pool::getConnection, sql);
    }

    private int rows(String table) {
        return Integer.parseInt(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM " + table));
    }

    /** The handler of a channel with the same name. */
    private final class Handler implements MessageHandler {

        private final String name;
        private final AtomicInteger waiting = new AtomicInteger();
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile boolean fails;

        private Handler(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String channel() {
            return name;
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> handle(metadata);
        }

        private Object handle(InboxMetadata metadata) throws Exception {
            latency.received(metadata.id());
            if (fails) {
                waiting.incrementAndGet();
                throw new IllegalStateException(name + " fails");
            }
            if ("slow".equals(metadata.key())) {
                waiting.incrementAndGet();
                gate.await();
            }
            return null;
        }
    }
}
