// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.Backlog;
import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxAdmin;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import io.onceward.queue.Slots;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** An engine whose publisher is down, and what administers it. */
abstract class AdminFixture extends DatabaseContract {

    static final String HERE = "java:comp/DefaultDataSource";

    final MemoryPublisher publisher = new MemoryPublisher();
    final Nodes nodes = new Nodes(JTA, publisher);
    final List<Engine> engines = new ArrayList<>();
    final LogLines log = new LogLines();
    Engine engine;
    OutboxAdmin admin;

    @BeforeEach
    void open() {
        publisher.setDown(true);
        engine = node(Map.of("onceward.schema", "create", "onceward.admin.refresh", "PT1H"));
        admin = engine.outboxAdmin();
    }

    @AfterEach
    void close() {
        engines.forEach(each -> each.stop(Duration.ofSeconds(5)));
        log.close();
    }

    Engine node(Map<String, String> configuration) {
        return node(nodes, configuration, pool);
    }

    Engine node(Nodes like, Map<String, String> configuration) {
        return node(like, configuration, pool);
    }

    Engine node(Nodes like, Map<String, String> configuration, DataSource dataSource) {
        Engine opened = like.open(configuration, Runnable::run, dataSource);
        engines.add(opened);
        return opened;
    }

    static void assertCode(String code, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(OncewardException.class, e -> assertThat(e.code())
                .isEqualTo(code));
    }

    List<EventSummary> find(EventFilter filter) {
        return admin.find(filter, null, 1000).events();
    }

    Backlog backlog(String queue) {
        return admin.backlog().stream()
                .filter(each -> each.queue().equals(queue))
                .findFirst()
                .orElseThrow();
    }

    void pollUntilPublished(Engine engine, int count) throws InterruptedException {
        Await.until(count + " published events", () -> publisher.ids().size() >= count, engine::poll);
        assertThat(publisher.ids()).hasSize(count);
    }

    static String record(Engine engine, String channel, String key) throws Exception {
        return JTA.inTransaction(() ->
                engine.recording(channel).record("x", OutboxMetadata.none().withKey(key)));
    }

    void record(String channel, String key, String body) throws Exception {
        OutboxMetadata metadata = OutboxMetadata.none().withHeader("tenant", "acme");
        JTA.inTransaction(() -> engine.recording(channel).record(body, key == null ? metadata : metadata.withKey(key)));
    }

    /** Inserts rows as relays leave them, each with its own key. */
    void insert(int count, String channel, EventState state, String error) throws SQLException {
        insert(
                IntStream.range(0, count)
                        .mapToObj(i -> channel + "-" + state + "-" + error + "-" + i)
                        .toList(),
                channel,
                state,
                error);
    }

    void insertWithKey(String channel, EventState state, String key) throws SQLException {
        insert(List.of(key), channel, state, null);
    }

    void insert(List<String> keys, String channel, EventState state, String error) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO onceward_outbox (id, aggregatetype,"
                        + " aggregateid, type, payload, contenttype, destination, slot, state, lasterror, attempts, availableat)"
                        + " VALUES (?, ?, ?, 'x', ?, 'text/plain', 'test:x', ?, ?, ?, 7, "
                        + (Set.of(EventState.RETRYING, EventState.DELAYED).contains(state)
                                ? "CURRENT_TIMESTAMP"
                                : "NULL")
                        + ")")) {
            connection.setAutoCommit(false);
            for (String key : keys) {
                insert.setString(1, "id of " + key);
                insert.setString(2, channel);
                insert.setString(3, key);
                insert.setBytes(4, new byte[] {'x'});
                insert.setInt(5, Slots.of(key, key));
                insert.setString(6, state.name());
                insert.setString(7, error);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
            connection.setAutoCommit(true);
        }
    }
}
