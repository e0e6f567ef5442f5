// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.inbox.ResultPolicy;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;

/** Two nodes that share claims, and a table of effects. */
abstract class IdempotentCallFixture extends DatabaseContract {

    static final int NODES = 2;
    static final ResultPolicy NOTHING = ResultPolicy.none(null);
    final List<Engine> nodes = new ArrayList<>();
    final FailedStatements failed = new FailedStatements("effect");
    Engine engine;

    @BeforeEach
    void open() {
        Map<String, String> configuration = Map.of("onceward.schema", "create", "onceward.relay.enabled", "false");
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Nodes(JTA, new MemoryPublisher()).open(configuration, threads, failed.watch(pool)));
        }
        engine = nodes.get(0);
        sql("CREATE TABLE effect (id INTEGER)");
    }

    List<String> deadlocks() {
        return failed.list().stream()
                .filter(failure -> failure.toLowerCase(java.util.Locale.ROOT).contains("deadlock"))
                .toList();
    }

    Object call(String key, Callable<Object> method) throws Exception {
        return engine.calls().once("billing", key, NOTHING, method);
    }

    Object secondCallWhileTheFirst(boolean commits, ResultPolicy results) throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Future<Object> first = threads.submit(() -> engine.calls().once("billing", "k1", results, () -> {
            claimed.countDown();
            second.await();
            Thread.sleep(300);
            if (!commits) {
                throw new IOException("rolled back on purpose");
            }
            return effect(1);
        }));
        claimed.await();
        Future<Object> waiting = threads.submit(() -> {
            second.countDown();
            return nodes.get(1).calls().once("billing", "k1", results, () -> effect(2));
        });
        try {
            first.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e).hasRootCauseMessage("rolled back on purpose");
        }
        return waiting.get(20, TimeUnit.SECONDS);
    }

    Integer effect(int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO effect VALUES (" + id + ")");
            return id;
        }
    }

    int effects() {
        return rows("effect");
    }
}
