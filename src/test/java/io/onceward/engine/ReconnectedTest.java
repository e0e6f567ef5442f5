// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.ClaimStore;
import io.onceward.inbox.MessageHandler;
import io.onceward.inbox.ResultPolicy;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A wrapper of PostgreSQL's driver reconnects when a connection is lost, and the application goes on in what it takes for its
 * transaction. Some wrappers hide the driver's connection, others let it be seen.
 */
class ReconnectedTest {

    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final AtomicBoolean first = new AtomicBoolean(true);
    private String url;
    private AgroalDataSource pool;
    private Engine engine;

    @BeforeAll
    static void startServer() throws SQLException {
        server = PostgreSqlServer.newest();
        DriverManager.registerDriver(ReconnectingDriver.HIDING);
        DriverManager.registerDriver(ReconnectingDriver.SHOWING);
    }

    @AfterAll
    static void stopServer() throws SQLException {
        DriverManager.deregisterDriver(ReconnectingDriver.HIDING);
        DriverManager.deregisterDriver(ReconnectingDriver.SHOWING);
        server.close();
    }

    private void open(String wrapper) {
        url = server.createDatabase();
        pool = JTA.pool(wrapper + ":" + url, server.user(), server.password(), TransactionIsolation.READ_COMMITTED);
        engine = new Nodes(JTA, publisher)
                .tryingSoon()
                .open(
                        Map.of(
                                "onceward.schema", "create",
                                "mp.messaging.outgoing.audit.transaction", "own",
                                "mp.messaging.incoming.orders.retry-delay", "PT0.05S",
                                "mp.messaging.incoming.bulk.retry-delay", "PT0.05S"),
                        Runnable::run,
                        pool,
                        List.of(new Working("orders", false), new Working("bulk", true)));
        Sql.execute(pool::getConnection, "CREATE TABLE business (id INTEGER)");
    }

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(5));
        pool.close();
    }

    /** Its work loses the connection once. */
    private final class Working implements MessageHandler {

        private final String channel;
        private final boolean takesBatches;

        Working(String channel, boolean takesBatches) {
            this.channel = channel;
            this.takesBatches = takesBatches;
        }

        @Override
        public String name() {
            return "work of " + channel;
        }

        @Override
        public String channel() {
            return channel;
        }

        @Override
        public boolean takesBatches() {
            return takesBatches;
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return ReconnectedTest.this::work;
        }
    }

    private Object work() {
        business(1);
        if (first.getAndSet(false)) {
            loseConnection();
        }
        business(2);
        return null;
    }

    private void loseConnection() {
        String session = Sql.text(pool::getConnection, "SELECT pg_backend_pid()");
        Sql.text(
                () -> DriverManager.getConnection(url, server.user(), server.password()),
                "SELECT pg_terminate_backend(" + session + ", 10000)");
        assertThatThrownBy(() -> business(3)).hasMessageContaining("reconnected");
    }

    private void business(int id) {
        Sql.execute(pool::getConnection, "INSERT INTO business VALUES (" + id + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void messageIsHandledAgain(String wrapper) throws Exception {
        open(wrapper);
        assertRepeated(() -> engine.inbox().once("test", "k", this::work));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void messageWhoseHandlerRecordsAnEventIsHandledAgain(String wrapper) throws Exception {
        open(wrapper);
        assertRepeated(() -> engine.inbox().once("test", "k", () -> {
            work();
            return engine.recording("sales").record("sale", OutboxMetadata.none());
        }));
        assertThat(publisher.published()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void callIsRepeated(String wrapper) throws Exception {
        open(wrapper);
        assertRepeated(() -> engine.calls().once("test", "k", ResultPolicy.none(null), this::work));
    }

    /** A call in the handler claims, too, but not for the handler. */
    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void messageWhoseHandlerContainsACallIsHandledAgain(String wrapper) throws Exception {
        open(wrapper);
        assertRepeated(() -> engine.inbox().once("test", "k", () -> {
            work();
            return engine.calls().once("inner", "k", ResultPolicy.none(null), () -> null);
        }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void callThatDoesNotWaitForAnotherIsRepeated(String wrapper) throws Exception {
        open(wrapper);
        ResultPolicy notWaiting = new ResultPolicy() {
            @Override
            public boolean claim(ClaimStore store, String handler, String id) {
                return store.tryClaim(handler, id);
            }

            @Override
            public Object first(ClaimStore store, String handler, String id, Object returned) {
                return returned;
            }

            @Override
            public Object repeated(ClaimStore store, String handler, String id) {
                return null;
            }
        };
        assertRepeated(() -> engine.calls().once("test", "k", notWaiting, this::work));
    }

    /** A stream makes its elements within the transaction in which they are recorded. */
    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void elementsOfAStreamAreMadeAgain(String wrapper) throws Exception {
        open(wrapper);
        for (int events = 1; events <= 2; events++) {
            int count = events;
            first.set(true);
            assertRepeated(() -> engine.recording("audit").afterWork(each -> {
                each.guardElements();
                work();
                for (int i = 0; i < count; i++) {
                    each.record("entry", OutboxMetadata.none());
                }
                return null;
            }));
            Sql.execute(pool::getConnection, "DELETE FROM business");
        }
        assertThat(publisher.published()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void storedMessageIsHandledAgain(String wrapper) throws Exception {
        open(wrapper);
        engine.stored().store("orders", new Text("m1", "k", "one"));
        assertHandledAgain(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void localEventIsHandledAgain(String wrapper) throws Exception {
        open(wrapper);
        JTA.inTransaction(() -> engine.recording("orders").record("order", OutboxMetadata.none()));
        assertHandledAgain(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hiding", "showing"})
    void batchesAreHandledAgain(String wrapper) throws Exception {
        open(wrapper);
        engine.stored().receive("bulk", List.of(new Text("m1", null, "one"), new Text("m2", null, "two")));
        assertHandledAgain(2);
        first.set(true);
        JTA.inTransaction(() -> {
            engine.recording("bulk").record("three", OutboxMetadata.none());
            return engine.recording("bulk").record("four", OutboxMetadata.none());
        });
        assertHandledAgain(4);
    }

    private void assertHandledAgain(int messages) throws Exception {
        Await.until(
                "no messages",
                () -> !first.get() && rows("onceward_inbox_message").equals("0"),
                engine::poll);
        assertThat(rows("business")).isEqualTo(String.valueOf(2 * messages));
    }

    private void assertRepeated(Callable<?> call) throws Exception {
        assertThatThrownBy(call::call).hasStackTraceContaining("OWD-0221");
        for (String table : List.of("business", "onceward_inbox", "onceward_outbox")) {
            assertThat(rows(table)).as(table).isEqualTo("0");
        }
        call.call();
        assertThat(rows("business")).isEqualTo("2");
    }

    private String rows(String table) {
        return Sql.text(pool::getConnection, "SELECT COUNT(*) FROM " + table);
    }
}
