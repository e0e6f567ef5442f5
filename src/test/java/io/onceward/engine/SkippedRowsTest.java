// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.InboxMetadata;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A trigger of PostgreSQL skips some rows without an error, after a start whose probes it has let pass. */
class SkippedRowsTest {

    private static final Jta JTA = new Jta();

    private static DatabaseServer server;

    private final MemoryPublisher publisher = new MemoryPublisher();
    private final Nodes nodes = new Nodes(JTA, publisher).tryingSoon();
    private AgroalDataSource pool;
    private Engine engine;

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
        pool = JTA.pool(server.createDatabase(), server.user(), server.password(), TransactionIsolation.READ_COMMITTED);
        engine = engine(Map.of("onceward.schema", "create"));
        Sql.execute(pool::getConnection, "CREATE TABLE business (id INTEGER PRIMARY KEY)");
        Sql.execute(
                pool::getConnection,
                "CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
    }

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(5));
        pool.close();
    }

    private Engine engine(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.relay.max-attempts", "1",
                "onceward.relay.retry-delay", "PT0.05S",
                "mp.messaging.outgoing.sales.parked-channel", "parked_sales"));
        configuration.putAll(more);
        return nodes.open(
                configuration,
                Runnable::run,
                pool,
                List.of(
                        new Handler("billing", "orders"),
                        new Handler("shipping", "orders"),
                        new Handler("compensation", "parked_sales")));
    }

    private record Handler(String name, String channel) implements MessageHandler {

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> null;
        }
    }

    private void skip(String table, String condition) {
        Sql.execute(
                pool::getConnection,
                "CREATE TRIGGER skip BEFORE INSERT ON " + table + " FOR EACH ROW WHEN (" + condition
                        + ") EXECUTE FUNCTION skip()");
    }

    @Test
    void transactionWithASkippedEventRollsBack() {
        skip("onceward_outbox", "NEW.id = 'e1'");
        for (int events : List.of(1, 2, 49, 50, 99, 100)) {
            assertRefused(
                    () -> JTA.inTransaction(() -> {
                        business();
                        IntStream.range(0, events).forEach(i -> engine.recording("sales")
                                .record("sale", OutboxMetadata.none().withId("e" + (i + (events == 1 ? 1 : 0)))));
                        return null;
                    }),
                    "onceward_outbox");
        }
    }

    /** The statement that records it also looks for the other events of its key. */
    @Test
    void transactionWithASkippedEventThatTheRelayNeedNotReadRollsBack() throws Exception {
        for (int i = 0; i < 3; i++) { // then the relay has its lanes
            JTA.inTransaction(() -> {
                Sql.execute(pool::getConnection, "UPDATE onceward_schema SET version = version");
                return engine.recording("sales").record("sale", OutboxMetadata.none());
            });
        }
        skip("onceward_outbox", "NEW.id = 'e1'");
        assertRefused(
                () -> JTA.inTransaction(() -> {
                    business();
                    return engine.recording("sales")
                            .record("sale", OutboxMetadata.none().withId("e1"));
                }),
                "onceward_outbox");
    }

    @Test
    void transactionWithASkippedLocalEventRollsBack() {
        skip("onceward_inbox_message", "NEW.handler = 'shipping'");
        assertRefused(
                () -> JTA.inTransaction(() -> {
                    business();
                    return engine.recording("orders").record("order", OutboxMetadata.none());
                }),
                "onceward_inbox_message");
    }

    @Test
    void messageOfASkippedRowIsNotAccepted() {
        skip("onceward_inbox_message", "NEW.handler = 'shipping'");
        assertRefused(
                () -> {
                    engine.stored().store("orders", new Text("m1", "k", "one"));
                    return null;
                },
                "onceward_inbox_message");
        assertRefused(
                () -> {
                    engine.stored()
                            .receive(
                                    "orders",
                                    IntStream.range(0, 60)
                                            .mapToObj(i -> new Text("m" + i, "k", "one"))
                                            .toList());
                    return null;
                },
                "onceward_inbox_message");
    }

    /** It has no identity, so it would be parked. */
    @Test
    void messageThatCannotBeParkedIsNotAccepted() {
        skip("onceward_inbox_message", "NEW.state = 'PARKED'");
        assertRefused(
                () -> {
                    engine.stored().receive("orders", List.of(new Text(null, "k", "one")));
                    return null;
                },
                "onceward_inbox_message");
    }

    @Test
    void eventIsNotParkedWithoutItsCopyForAHandler() throws Exception {
        skip("onceward_inbox_message", "NEW.handler = 'compensation'");
        publisher.refuse(event -> true);
        try (LogLines log = new LogLines()) {
            JTA.inTransaction(() -> engine.recording("sales").record("sale", OutboxMetadata.none()));
            Await.until(
                    "a refusal", () -> log.all().stream().anyMatch(line -> line.contains("OWD-0230")), engine::poll);
        }
        assertThat(Sql.text(pool::getConnection, "SELECT state FROM onceward_outbox"))
                .isNotEqualTo("PARKED");
    }

    private void business() {
        Sql.execute(pool::getConnection, "INSERT INTO business VALUES (1)");
    }

    private void assertRefused(Callable<?> call, String table) {
        assertThatThrownBy(call::call)
                .satisfiesAnyOf(
                        failure -> assertThat(failure).isInstanceOf(OncewardException.class),
                        failure -> assertThat(failure).cause().isInstanceOf(OncewardException.class))
                .satisfies(failure -> assertThat(failure.getMessage() + failure.getCause())
                        .contains("OWD-0230", table)
                        .doesNotContain("OWD-0221"));
        for (String empty : List.of("business", "onceward_outbox", "onceward_inbox_message")) {
            assertThat(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM " + empty))
                    .as(empty)
                    .isEqualTo("0");
        }
    }
}
