// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.EventFilter;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A channel or a handler that has trouble does not slow down another one on the same node. A subclass says what it checks of the
 * healthy one.
 */
abstract class IsolationContract {

    private static final Jta JTA = new Jta();
    private static final Duration POLLS = Duration.ofMillis(500);

    private static DatabaseServer server;

    private final int backlog;
    private final Map<String, String> configuration;
    private final TroubledPublisher publisher = new TroubledPublisher(event -> received(event.id()));
    private final Nodes nodes = new Nodes(JTA, publisher);
    private final AtomicInteger messages = new AtomicInteger();
    private final Handler good = new Handler("good");
    private final Handler bad = new Handler("bad");
    private AgroalDataSource pool;
    private Polled node;

    /**
     * @param backlog the number of events of a channel that has trouble
     * @param sendTimeout after which a call that hangs is given up
     */
    IsolationContract(int backlog, Duration sendTimeout) {
        this.backlog = backlog;
        configuration = Map.of(
                "onceward.schema", "create",
                "onceward.relay.send-timeout", sendTimeout.toString(),
                "mp.messaging.outgoing.far-away.destination", "far",
                "mp.messaging.incoming.good.max-attempts", "3",
                "mp.messaging.incoming.bad.retry-delay", "PT0.1S");
    }

    /**
     * Checks what is healthy while something has trouble.
     *
     * @param send commits something healthy, and returns its id
     */
    abstract void beside(String trouble, Callable<String> send, Trouble sick) throws Exception;

    /** Notes the receipt of an event or message. */
    abstract void received(String id);

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
        node = new Polled(nodes, configuration, pool, POLLS, List.of(good, bad));
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
        beside("a connection that hangs", () -> record(node.engine(), "orders"), new Trouble() {
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
        beside("a connection that is down", () -> record(node.engine(), "orders"), new Trouble() {
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
        beside("many refused events", () -> record(node.engine(), "orders"), new Trouble() {
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
        beside("a paused channel", () -> record(node.engine(), "orders"), new Trouble() {
            @Override
            public void begin() throws Exception {
                open("sick");
                node.engine().outboxAdmin().pause("sick", "test");
                insert("sick", "PENDING");
            }

            @Override
            public void end() {
                assertThat(rows("onceward_outbox WHERE aggregatetype = 'sick'")).isEqualTo(backlog);
                delete("sick");
                node.engine().outboxAdmin().resume("sick", "test");
            }
        });
    }

    @Test
    void longMessageDelaysNoOtherKeyOfItsHandler() throws Exception {
        beside("a message that takes long", () -> store("good"), new Trouble() {
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
        beside("a handler that fails always", storeForBoth, new Trouble() {
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
        beside("another application", () -> record(node.engine(), "orders"), new Trouble() {
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
        beside("an operator", () -> record(node.engine(), "orders"), new Trouble() {
            private Thread operator;
            private volatile boolean ends;
            private final AtomicInteger requeued = new AtomicInteger();

            @Override
            public void begin() throws Exception {
                insert("sick", "PARKED");
                ends = false;
                int before = requeued.get();
                operator = new Thread(this::operate);
                operator.start();
                Await.until("an operator at work", () -> requeued.get() >= before + backlog);
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
                delete("sick");
            }
        });
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
        node.engine().stored().receive(channel, texts);
        return texts.get(count - 1).id();
    }

    /** Inserts as many events as the backlog has, each with its own key. */
    private void insert(String channel, String state) {
        sql("INSERT INTO onceward_outbox"
                + " (id, aggregatetype, aggregateid, type, payload, contenttype, headers, destination, slot, state)"
                + " SELECT 's' || i, '" + channel + "', 's' || i, 't', 'x', 'text/plain', '{}', 'test:" + channel
                + "', i, '" + state + "' FROM generate_series(1, " + backlog + ") AS i");
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
            received(metadata.id());
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
