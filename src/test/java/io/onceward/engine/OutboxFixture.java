// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.jdbc.dialect.Dialect;
import io.onceward.spi.OutboxEvent;
import jakarta.transaction.Synchronization;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A node with an outbox, a broker in memory, and a business table. */
abstract class OutboxFixture extends DatabaseContract {

    static final Map<String, String> QUICK_RETRY =
            Map.of("onceward.relay.retry-delay", "PT0.1S", "onceward.relay.retry-max-delay", "PT0.2S");

    /** Statements that set or check the sentinel of a transaction: a savepoint, a setting or, on H2, a row. */
    static final Predicate<String> OF_A_SENTINEL = Pattern.compile(
                    "SAVEPOINT onceward_|^SET LOCAL onceward.sentinel|^SELECT COALESCE\\(current_setting\\('onceward.sentinel"
                            + "|INSERT INTO onceward_inbox \\(handler, messageid\\) VALUES \\(\\?, \\?\\)$|DELETE FROM onceward_inbox ")
            .asPredicate();

    final MemoryPublisher publisher = new MemoryPublisher();
    final List<ExecutionInfo> executions = Collections.synchronizedList(new ArrayList<>());
    final List<ExecutionInfo> sentinels = Collections.synchronizedList(new ArrayList<>());
    final List<String> statements = Collections.synchronizedList(new ArrayList<>());
    Engine engine;

    @BeforeEach
    void open() {
        engine = reopen(Map.of("onceward.schema", "create"));
        sql("CREATE TABLE business (id INTEGER PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(5));
    }

    /** Stops the engine of the test, and opens another, which does without the lanes of the first. */
    Engine reopen(Map<String, String> configuration) {
        return reopen(configuration, Runnable::run);
    }

    Engine reopen(Map<String, String> configuration, Executor executor) {
        return reopen(nodes(), configuration, executor, pool);
    }

    Engine reopen(Nodes nodes, Map<String, String> configuration, Executor executor, DataSource dataSource) {
        if (engine != null) {
            engine.stop(Duration.ofSeconds(5));
        }
        return engine(nodes, configuration, executor, dataSource);
    }

    Engine engine(Map<String, String> configuration) {
        return engine(configuration, Runnable::run);
    }

    Engine engine(Map<String, String> configuration, Executor executor) {
        return engine(configuration, executor, pool);
    }

    Engine engine(Map<String, String> configuration, Executor executor, DataSource dataSource) {
        return engine(nodes(), configuration, executor, dataSource);
    }

    /** Returns the nodes of an application that declares the channel "orders". */
    Nodes nodes() {
        return new Nodes(JTA, publisher).declaring("orders");
    }

    Engine engine(Nodes nodes, Map<String, String> configuration, Executor executor, DataSource dataSource) {
        DataSource observed = ProxyDataSourceBuilder.create(dataSource)
                .afterQuery((execution, queries) -> {
                    boolean sentinel = queries.stream().anyMatch(query -> OF_A_SENTINEL.test(SqlText.of(query)));
                    (sentinel ? sentinels : executions).add(execution);
                    queries.forEach(query -> statements.add(SqlText.of(query)));
                })
                .build();
        return nodes.open(configuration, executor, observed);
    }

    static Map<String, String> parkingSoon(String onFailure) {
        Map<String, String> configuration = new HashMap<>(QUICK_RETRY);
        configuration.put("onceward.relay.max-attempts", "2");
        configuration.put("onceward.relay.on-failure", onFailure);
        return configuration;
    }

    Dialect dialect() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            DatabaseMetaData database = connection.getMetaData();
            return Dialect.of(database.getDatabaseProductName(), database.getDatabaseProductVersion())
                    .orElseThrow();
        }
    }

    /** Records events while the broker is down, each in its own transaction. */
    List<String> record(int count, String channel, IntFunction<String> key) throws Exception {
        publisher.setDown(true);
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String k = key.apply(i);
            OutboxMetadata metadata =
                    k == null ? OutboxMetadata.none() : OutboxMetadata.none().withKey(k);
            ids.add(JTA.inTransaction(() -> record(channel, "x", metadata)));
        }
        return ids;
    }

    String record(String channel, Object payload, OutboxMetadata metadata) {
        return engine.recording(channel).record(payload, metadata);
    }

    void pollUntil(BooleanSupplier condition) throws InterruptedException {
        Await.until("what the relay does", condition, engine::poll);
    }

    void pollUntilPublished(int count) throws InterruptedException {
        Await.until(count + " published events", () -> publisher.published().size() >= count, engine::poll);
        assertThat(publisher.published()).hasSize(count);
    }

    /** Fails unless the events have first arrived in the order of five keys, which took turns. */
    void assertPublishedInOrder(List<String> ids) {
        for (int k = 0; k < 5; k++) {
            int key = k;
            List<String> ofKey = IntStream.range(0, ids.size())
                    .filter(i -> i % 5 == key)
                    .mapToObj(ids::get)
                    .toList();
            assertThat(publisher.published().stream()
                            .filter(event -> event.key().equals("key-" + key))
                            .map(OutboxEvent::id)
                            .distinct())
                    .containsExactlyElementsOf(ofKey);
        }
    }

    void business(int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO business VALUES (" + id + ")");
        }
    }

    static Synchronization before(Runnable work) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                work.run();
            }

            @Override
            public void afterCompletion(int status) {
                // only the phase before matters
            }
        };
    }
}
