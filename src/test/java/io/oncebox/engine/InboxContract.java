// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.oncebox.inbox.ClaimStore;
import io.oncebox.inbox.ResultPolicy;
import io.oncebox.inbox.StoredResult;
import java.io.IOException;
import java.lang.reflect.Type;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Claims by methods that anybody calls, results, and the load of many sessions. {@code -Dinbox.messages=100000} makes the load
 * as heavy as the documentation says it was tried.
 */
abstract class InboxContract {

    private static final int MESSAGES = Integer.getInteger("inbox.messages", 10_000);
    private static final int SESSIONS = 8;
    private static final int NODES = 2;

    private static final Jta JTA = new Jta();
    private static final ResultPolicy NOTHING = ResultPolicy.none(null);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Engine> nodes = new ArrayList<>();
    private final FailedStatements failed = new FailedStatements("effect");
    private AgroalDataSource pool;
    private Engine engine;

    /** A pool on an empty database. */
    abstract AgroalDataSource emptyDatabase(Jta jta);

    @BeforeEach
    void open() {
        pool = emptyDatabase(JTA);
        Map<String, String> configuration = Map.of("oncebox.schema", "create", "oncebox.relay.enabled", "false");
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Nodes(JTA, new RecordingPublisher()).open(configuration, threads, failed.watch(pool)));
        }
        engine = nodes.get(0);
        sql("CREATE TABLE effect (id INTEGER)");
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        pool.close();
    }

    // ---- in the caller's transaction

    @Test
    void claimJoinsTheTransactionThatIsThere() throws Exception {
        assertThat(JTA.inTransaction(() -> call("k1", () -> effect(1)))).isEqualTo(1);
        assertThat(JTA.inTransaction(() -> call("k1", () -> effect(2)))).isNull();
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void claimIsGoneWithTheTransactionThatItJoined() throws Exception {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    call("k1", () -> effect(1));
                    throw new IllegalStateException("the caller fails");
                }))
                .hasMessage("the caller fails");
        assertThat(effects()).isZero();
        assertThat(JTA.inTransaction(() -> call("k1", () -> effect(2)))).isEqualTo(2);
    }

    @Test
    void methodThatThrowsCommitsNothingWhateverItsCallerMakesOfIt() throws Exception {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    assertThatThrownBy(() -> call("k1", () -> {
                                effect(1);
                                throw new IOException("checked");
                            }))
                            .isInstanceOf(IOException.class);
                    return null;
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(effects()).isZero();
        assertThat(call("k1", () -> effect(2))).isEqualTo(2);
    }

    @Test
    void handlersShareNoClaims() throws Exception {
        JTA.inTransaction(() -> {
            call("k1", () -> effect(1));
            return engine.calls().once("other", () -> "k1", NOTHING, () -> effect(2));
        });
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void handlersThatAreNotThereAnyMoreAreNamed() throws Exception {
        for (String handler : List.of("billing", "Billing", "shipping", "oncebox.probe")) {
            engine.calls().once(handler, () -> "k1", NOTHING, () -> effect(1));
        }
        assertThat(warningsOf(() -> warnOfOthersThan("billing", "shipping", "other")))
                .singleElement()
                .asString()
                .startsWith("OBX-1035")
                .contains(": Billing.");
        assertThat(warningsOf(() -> warnOfOthersThan("billing", "Billing", "shipping")))
                .isEmpty();
    }

    private void warnOfOthersThan(String... own) {
        engine.inbox().has(List.of(own));
        engine.inbox().warnOfOthers();
    }

    private static List<String> warningsOf(Runnable work) {
        Logger logger = Logger.getLogger("io.oncebox");
        List<String> warnings = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logged) {
                if (logged.getLevel().equals(Level.WARNING)) {
                    warnings.add(new SimpleFormatter().formatMessage(logged));
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            work.run();
        } finally {
            logger.removeHandler(handler);
        }
        return warnings;
    }

    @Test
    void callInATransactionThatIsMarkedIsRefused() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    JTA.manager.setRollbackOnly();
                    return call("k1", () -> effect(1));
                }))
                .hasMessageStartingWith("OBX-0061");
    }

    @Test
    void callWhoseConnectionsAreOutsideOfTheTransactionIsRefused() throws Exception {
        Nodes outside = new Nodes(JTA, new RecordingPublisher());
        Engine refusing = outside.openOutside(Map.of("oncebox.relay.enabled", "false"), threads, pool);
        assertThatThrownBy(() ->
                        JTA.inTransaction(() -> refusing.calls().once("billing", () -> "k1", NOTHING, () -> effect(1))))
                .hasMessageStartingWith("OBX-0124");
        assertThat(effects()).isZero();
        assertThat(call("k1", () -> effect(2))).isEqualTo(2);
    }

    // ---- in a transaction of its own

    @Test
    void withoutATransactionClaimAndMethodHaveOneOfTheirOwn() throws Exception {
        assertThat(call("k1", () -> effect(1))).isEqualTo(1);
        assertThat(call("k1", () -> effect(2))).isNull();
        assertThatThrownBy(() -> call("k2", () -> {
                    effect(3);
                    throw new IOException("checked");
                }))
                .isInstanceOf(IOException.class);
        assertThat(effects()).isEqualTo(1);
        assertThat(call("k2", () -> effect(4))).isEqualTo(4);
    }

    @Test
    void methodThatMarksItsOwnTransactionReturnsAndMayRunAgain() throws Exception {
        assertThat(call("k1", () -> {
                    JTA.manager.setRollbackOnly();
                    return effect(1);
                }))
                .isEqualTo(1);
        assertThat(effects()).isZero();
        assertThat(call("k1", () -> effect(2))).isEqualTo(2);
    }

    @Test
    void secondCallRunsIfTheFirstThatItWaitedForRollsBack() throws Exception {
        assertThat(secondCallWhileTheFirst(false, NOTHING)).isEqualTo(2);
        assertThat(effects()).isEqualTo(1);
    }

    // ---- results

    public record Receipt(String order, int cents, List<String> items) {}

    @Test
    void repeatedCallReturnsWhatTheFirstReturned() throws Exception {
        Receipt receipt = new Receipt("o1", 4200, List.of("tea", "cup"));
        assertThat(replay("receipt", Receipt.class, () -> receipt)).isEqualTo(receipt);
        assertThat(replay("receipt", Receipt.class, () -> null)).isEqualTo(receipt);
        assertThat(JTA.inTransaction(() -> replay("receipt", Receipt.class, () -> null)))
                .isEqualTo(receipt);
    }

    @Test
    void resultsOfManyTypesAreReplayed() throws Exception {
        assertReplayed("text", String.class, "tee \u2615 <&>");
        assertReplayed("bytes", byte[].class, new byte[] {0, -1});
        assertReplayed("int", int.class, 42);
        assertReplayed("boolean", boolean.class, true);
        assertReplayed("none", Receipt.class, null);
        assertReplayed("optional", returnType("optional"), Optional.of(new Receipt("o1", 1, List.of())));
        assertReplayed("empty", returnType("optional"), Optional.empty());
        assertReplayed("list", returnType("list"), List.of(new Receipt("o1", 1, List.of("x"))));
    }

    private void assertReplayed(String key, Type type, Object result) throws Exception {
        assertThat(replay(key, type, () -> result)).as("first " + key).isEqualTo(result);
        assertThat(replay(key, type, () -> "not called")).as("repeated " + key).isEqualTo(result);
    }

    @SuppressWarnings("UnusedMethod") // only its type is of interest
    private static Optional<Receipt> optional() {
        return Optional.empty();
    }

    @SuppressWarnings("UnusedMethod")
    private static List<Receipt> list() {
        return List.of();
    }

    private static Type returnType(String method) throws NoSuchMethodException {
        return InboxContract.class.getDeclaredMethod(method).getGenericReturnType();
    }

    @Test
    void resultThatCannotBeReadBackIsRefusedBeforeTheCommit() throws Exception {
        assertThatThrownBy(() -> replay("k1", Runnable.class, () -> {
                    effect(1);
                    return (Runnable) () -> {};
                }))
                .hasMessageStartingWith("OBX-0123");
        assertThat(effects()).isZero();
    }

    @Test
    void repeatedCallWhoseResultWasNotStoredIsRefused() throws Exception {
        call("k1", () -> effect(1));
        assertThatThrownBy(() -> replay("k1", Receipt.class, () -> null)).hasMessageStartingWith("OBX-0122");
    }

    @Test
    void handlerWithoutReplayStoresNoResult() throws Exception {
        call("k1", () -> effect(1));
        assertThat(rows("oncebox_inbox_result")).isZero();
    }

    @Test
    void resultGoesWithItsClaim() throws Exception {
        replay("k1", String.class, () -> "x");
        assertThat(rows("oncebox_inbox_result")).isOne();
        sql("DELETE FROM oncebox_inbox");
        assertThat(rows("oncebox_inbox_result")).isZero();
    }

    @Test
    void concurrentCallWaitsAndGetsTheResultOfTheFirst() throws Exception {
        assertThat(secondCallWhileTheFirst(true, engine.replay(Integer.class))).isEqualTo(1);
        assertThat(effects()).isEqualTo(1);
    }

    // ---- without waiting

    @Test
    void callThatDoesNotWaitIsToldSoonAndHarmsNobody() throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch told = new CountDownLatch(1);
        Future<Object> first = threads.submit(() -> engine.calls().once("billing", () -> "k1", new NotWaiting(), () -> {
            effect(1);
            claimed.countDown();
            told.await();
            return "first";
        }));
        claimed.await();
        long begin = System.nanoTime();
        for (Engine node : nodes) {
            assertThat(node.calls().once("billing", () -> "k1", new NotWaiting(), () -> effect(2)))
                    .isEqualTo("busy");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(6));
        assertThat(engine.calls().once("billing", () -> "k2", new NotWaiting(), () -> effect(3)))
                .as("another key")
                .isEqualTo(3);
        told.countDown();
        assertThat(first.get(20, TimeUnit.SECONDS)).isEqualTo("first");
        assertThat(engine.calls().once("billing", () -> "k1", new NotWaiting(), () -> effect(4)))
                .isEqualTo("first");
        assertThat(effects()).isEqualTo(2);
    }

    @Test
    void callThatDoesNotWaitRunsAfterTheFirstRolledBack() throws Exception {
        assertThatThrownBy(() -> engine.calls().once("billing", () -> "k1", new NotWaiting(), () -> {
                    throw new IOException("on purpose");
                }))
                .isInstanceOf(IOException.class);
        assertThat(engine.calls().once("billing", () -> "k1", new NotWaiting(), () -> effect(1)))
                .isEqualTo(1);
    }

    @Test
    void ofManyCallsThatDoNotWaitOneRuns() throws Exception {
        for (int round = 0; round < 10; round++) {
            String key = "k" + round;
            List<Callable<Object>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                Engine node = nodes.get(i % NODES);
                calls.add(() -> node.calls().once("billing", () -> key, new NotWaiting(), () -> effect(1)));
            }
            for (Future<Object> call : threads.invokeAll(calls)) {
                assertThat(call.get(20, TimeUnit.SECONDS)).isIn(1, "1", "busy");
            }
            assertThat(effects()).isEqualTo(round + 1);
        }
        assertThat(deadlocks()).isEmpty();
    }

    /** As HTTP has it. */
    private static final class NotWaiting implements ResultPolicy {

        @Override
        public boolean claim(ClaimStore store, String handler, String id) {
            return store.tryClaim(handler, id);
        }

        @Override
        public Object first(ClaimStore store, String handler, String id, Object returned) {
            store.keep(handler, id, new StoredResult("f", 201, null, returned.toString(), null));
            return returned;
        }

        @Override
        public Object repeated(ClaimStore store, String handler, String id) {
            return store.result(handler, id, false)
                    .map(StoredResult::contentType)
                    .orElse("busy");
        }
    }

    // ---- load

    @Test
    void manySessionsOnTwoNodesHaveOneEffectForEachMessage() throws Exception {
        List<Integer> deliveries = deliveries();
        AtomicInteger next = new AtomicInteger();
        List<Callable<Void>> sessions = new ArrayList<>();
        for (int s = 0; s < SESSIONS; s++) {
            Engine node = nodes.get(s % NODES);
            sessions.add(() -> {
                for (int i = next.getAndIncrement(); i < deliveries.size(); i = next.getAndIncrement()) {
                    int message = deliveries.get(i);
                    deliver(node, message);
                }
                return null;
            });
        }
        for (Future<Void> session : threads.invokeAll(sessions)) {
            session.get();
        }
        int messages = (int) deliveries.stream().distinct().count();
        assertThat(messages).isLessThan(deliveries.size());
        assertThat(effects()).isEqualTo(messages);
        assertThat(number("SELECT COUNT(DISTINCT id) FROM effect")).isEqualTo(messages);
        assertThat(rows("oncebox_inbox")).isEqualTo(messages);
        assertThat(deadlocks()).isEmpty();
    }

    /** Of ten deliveries three are duplicates, most of them close to each other, as redeliveries and races are. */
    private static List<Integer> deliveries() {
        Random random = new Random(5);
        List<Integer> all = new ArrayList<>();
        for (int message = 0; message < MESSAGES * 7 / 10; message++) {
            all.add(message);
        }
        for (int duplicate = all.size(); duplicate < MESSAGES; duplicate++) {
            int at = random.nextInt(all.size());
            all.add(Math.min(all.size(), at + random.nextInt(SESSIONS)), all.get(at));
        }
        return all;
    }

    private void deliver(Engine node, int message) throws Exception {
        JTA.inTransaction(() -> node.inbox().once("billing", "onMessage", new Object[] {"m" + message}, () -> {
            effect(message);
            return null;
        }));
    }

    private List<String> deadlocks() {
        return failed.list().stream()
                .filter(failure -> failure.toLowerCase(java.util.Locale.ROOT).contains("deadlock"))
                .toList();
    }

    // ----

    private Object call(String key, Callable<Object> method) throws Exception {
        return engine.calls().once("billing", () -> key, NOTHING, method);
    }

    private Object replay(String key, Type type, Callable<Object> method) throws Exception {
        return engine.calls().once("billing", () -> key, engine.replay(type), method);
    }

    private Object secondCallWhileTheFirst(boolean commits, ResultPolicy results) throws Exception {
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch second = new CountDownLatch(1);
        Future<Object> first = threads.submit(() -> engine.calls().once("billing", () -> "k1", results, () -> {
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
            return nodes.get(1).calls().once("billing", () -> "k1", results, () -> effect(2));
        });
        try {
            first.get(20, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            assertThat(e).hasRootCauseMessage("rolled back on purpose");
        }
        return waiting.get(20, TimeUnit.SECONDS);
    }

    private Integer effect(int id) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("INSERT INTO effect VALUES (" + id + ")");
            return id;
        }
    }

    private int effects() {
        return rows("effect");
    }

    private int rows(String table) {
        return number(RowCount.of(table));
    }

    private void sql(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private int number(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
