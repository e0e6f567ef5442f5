// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.Sql;
import io.onceward.inbox.MessageHandler;
import io.onceward.inbox.ResultPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handlers that hold the connection of a claim and need a second one do not exhaust the pool. */
class ClaimLimitTest {

    private static final Jta JTA = new Jta();
    private static final int POOL = 4;
    private static final ResultPolicy NOTHING = ResultPolicy.none(null);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch claimed = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private Future<?> first;
    private AgroalDataSource pool;
    private Engine engine;

    private void open(Map<String, String> more, MessageHandler... handlers) {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(
                h2.createDatabase(),
                h2.user(),
                h2.password(),
                TransactionIsolation.READ_COMMITTED,
                settings -> settings.maxSize(POOL).acquisitionTimeout(Duration.ofSeconds(30)));
        Map<String, String> configuration = new HashMap<>(Map.of("onceward.schema", "create"));
        configuration.putAll(more);
        engine = new Nodes(JTA, new MemoryPublisher()).open(configuration, Runnable::run, pool, List.of(handlers));
        Sql.execute(pool::getConnection, "CREATE TABLE effect (id INTEGER)");
    }

    @AfterEach
    void close() {
        end.countDown();
        engine.stop(Duration.ofSeconds(5));
        threads.shutdownNow();
        pool.close();
    }

    @Test
    void handlersThatReadByASecondConnectionNeverExhaustThePool() throws Exception {
        open(Map.of("onceward.inbox.concurrency", Integer.toString(POOL - 1)));
        CountDownLatch together = new CountDownLatch(POOL - 1);
        List<Future<Object>> deliveries = IntStream.range(0, 5 * POOL)
                .mapToObj(i -> threads.submit(() -> deliver("m" + i, () -> {
                    Sql.execute(pool::getConnection, "INSERT INTO effect VALUES (" + i + ")");
                    together.countDown();
                    together.await();
                    return JTA.suspended(() -> Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_inbox"));
                })))
                .toList();
        for (Future<Object> delivery : deliveries) {
            assertThat(delivery.get(20, TimeUnit.SECONDS))
                    .as("what it has read")
                    .isNotNull();
        }
        assertThat(Sql.text(pool::getConnection, "SELECT COUNT(*) FROM effect")).isEqualTo("20");
    }

    @Test
    void messageThatWaitsTooLongIsRefusedAndHandledLater() throws Exception {
        open(Map.of("onceward.inbox.concurrency", "1", "onceward.inbox.claim-wait", "PT0.1S"));
        occupy();
        assertThatThrownBy(() -> deliver("m1", () -> "handled"))
                .hasMessageStartingWith("OWD-0212")
                .hasMessageContaining("'billing'")
                .hasMessageContaining("onceward.inbox.concurrency=1");
        assertThatThrownBy(() -> engine.calls().once("billing", "k1", NOTHING, () -> "called"))
                .hasMessageStartingWith("OWD-0212");
        end.countDown();
        first.get(20, TimeUnit.SECONDS);
        assertThat(deliver("m1", () -> "handled")).isEqualTo("handled");
        assertThat(engine.calls().once("billing", "k1", NOTHING, () -> "called"))
                .isEqualTo("called");
    }

    @Test
    void callInTheTransactionOfItsCallerIsNotLimited() throws Exception {
        open(Map.of("onceward.inbox.concurrency", "1", "onceward.inbox.claim-wait", "PT0.1S"));
        occupy();
        assertThat(JTA.inTransaction(() -> engine.calls().once("billing", "k1", NOTHING, () -> "called")))
                .isEqualTo("called");
    }

    @Test
    void handlerThatCallsAnotherOneDoesNotWaitForItself() throws Exception {
        open(Map.of("onceward.inbox.concurrency", "1", "onceward.inbox.claim-wait", "PT0.1S"));
        assertThat(deliver("m1", () -> engine.inbox().once("shipping", (Object) "m1", () -> "shipped")))
                .isEqualTo(true);
        assertThat(deliver("m2", () -> "handled")).as("the limit is free again").isEqualTo("handled");
    }

    @Test
    void interruptedThreadDoesNotWait() throws Exception {
        open(Map.of("onceward.inbox.concurrency", "1"));
        occupy();
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> engine.calls().once("billing", "k1", NOTHING, () -> "called"))
                    .hasMessageStartingWith("OWD-0212");
        } finally {
            assertThat(Thread.interrupted()).as("the mark of the interruption").isTrue();
        }
    }

    @Test
    void attemptsOfAStoredMessageDoNotCountWhileTheLimitIsReached() throws Exception {
        List<String> handled = new ArrayList<>();
        open(
                Map.of(
                        "onceward.inbox.concurrency",
                        "1",
                        "onceward.inbox.claim-wait",
                        "PT0.1S",
                        "mp.messaging.incoming.orders.max-attempts",
                        "1"),
                new Stored(handled));
        occupy();
        engine.stored().receive("orders", List.of(new Text("m1", null, "order")));
        Await.until("a refusal", () -> stored().stream().anyMatch(message -> message.error() != null), engine::poll);
        assertThat(stored()).singleElement().satisfies(message -> {
            assertThat(message.error()).contains("OWD-0212");
            assertThat(message.attempts()).isZero();
        });
        assertThat(handled).isEmpty();
        end.countDown();
        Await.until("the handler", () -> !handled.isEmpty(), engine::poll);
        assertThat(handled).containsExactly("order");
    }

    @Test
    void batchStaysTogetherWhileTheLimitIsReached() throws Exception {
        List<List<String>> calls = Collections.synchronizedList(new ArrayList<>());
        open(Map.of("onceward.inbox.concurrency", "1", "onceward.inbox.claim-wait", "PT2S"), new Together(calls));
        occupy();
        threads.execute(() -> engine.stored()
                .receive(
                        "orders",
                        IntStream.range(0, 6)
                                .mapToObj(i -> new Text("m" + i, null, "order " + i))
                                .toList()));
        Await.until("a refusal", () -> stored().stream().anyMatch(message -> message.error() != null), () -> {});
        assertThat(calls).isEmpty();
        end.countDown();
        Await.until("the handler", () -> stored().isEmpty(), engine::poll);
        assertThat(calls.stream().flatMap(List::stream)).hasSize(6).doesNotHaveDuplicates();
        assertThat(calls).anySatisfy(call -> assertThat(call).hasSizeGreaterThan(1));
    }

    private List<EventSummary> stored() {
        return engine.inboxAdmin().find(EventFilter.all(), null, 10).events();
    }

    /** Holds a claim until {@link #end}. */
    private void occupy() throws InterruptedException {
        first = threads.submit(() -> deliver("first", () -> {
            claimed.countDown();
            end.await();
            return "done";
        }));
        claimed.await();
    }

    private Object deliver(String id, Callable<Object> handler) throws Exception {
        return JTA.inTransaction(() -> engine.inbox().deliver("billing", id, new Object[] {id}, handler));
    }

    private record Together(List<List<String>> calls) implements MessageHandler {

        private record Element(List<List<String>> calls, String body) implements Callable<Object> {

            @Override
            public Object call() {
                return calls.add(List.of(body));
            }
        }

        @Override
        public String name() {
            return "shipping";
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public boolean takesBatches() {
            return true;
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return new Element(calls, new String(payload, java.nio.charset.StandardCharsets.UTF_8));
        }

        @Override
        public Callable<?> together(List<Callable<?>> decoded) {
            return () -> calls.add(
                    decoded.stream().map(each -> ((Element) each).body()).toList());
        }
    }

    private record Stored(List<String> handled) implements MessageHandler {

        @Override
        public String name() {
            return "shipping";
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> handled.add(new String(payload, java.nio.charset.StandardCharsets.UTF_8));
        }
    }
}
