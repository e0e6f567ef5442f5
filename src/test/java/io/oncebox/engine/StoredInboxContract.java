// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.agroal.api.AgroalDataSource;
import io.oncebox.api.Backlog;
import io.oncebox.api.EventFilter;
import io.oncebox.api.EventSummary;
import io.oncebox.api.InboxMetadata;
import io.oncebox.api.OnceboxException;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.engine.TextMessages.Text;
import io.oncebox.inbox.MessageHandler;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.proxy.ParameterSetOperation;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What holds of stored messages on every database: one subclass each. */
abstract class StoredInboxContract {

    private static final Jta JTA = new Jta();

    private static final Map<String, String> QUICK = Map.of(
            "oncebox.relay.polling-interval", "PT0.05S",
            "mp.messaging.incoming.orders.retry-delay", "PT0.1S",
            "mp.messaging.incoming.orders.retry-max-delay", "PT0.2S",
            "mp.messaging.incoming.orders.max-attempts", "3");

    private static final Map<String, String> PRUNING = Map.of("oncebox.inbox.janitor-interval", "PT0.001S");

    private final RecordingPublisher publisher = new RecordingPublisher();
    private final Nodes nodes = new Nodes(JTA, publisher);
    private final List<Engine> engines = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Recorder billing = new Recorder("billing");
    private final Recorder shipping = new Recorder("shipping");
    private AgroalDataSource pool;
    private Engine engine;

    /** A pool on an empty database. */
    abstract AgroalDataSource emptyDatabase(Jta jta);

    /** Whether workers can lock some lanes each: InnoDB at repeatable read keeps the locks of all rows that it looked at. */
    private boolean workersShareLanes() throws SQLException {
        try (Connection connection = pool.getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            boolean innoDb = product.equals("MySQL") || product.equals("MariaDB");
            return !innoDb || connection.getTransactionIsolation() < Connection.TRANSACTION_REPEATABLE_READ;
        }
    }

    @BeforeEach
    void open() {
        pool = emptyDatabase(JTA);
        engine = node(Map.of("oncebox.schema", "create"), Runnable::run, billing, shipping);
        sql("CREATE TABLE effect (handler VARCHAR(20), body VARCHAR(50))");
    }

    @AfterEach
    void close() {
        billing.gate.countDown();
        engines.forEach(each -> each.stop(Duration.ofSeconds(5)));
        threads.shutdownNow();
        pool.close();
    }

    private Engine node(Map<String, String> more, Executor executor, Recorder... handlers) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.putAll(more);
        Engine opened = nodes.open(configuration, executor, pool, List.of(handlers));
        engines.add(opened);
        return opened;
    }

    /** A handler that notes in the database what it got. */
    private final class Recorder implements MessageHandler {

        private final String name;
        private final List<String> handled = Collections.synchronizedList(new ArrayList<>());
        private final CountDownLatch gate = new CountDownLatch(1);
        private final AtomicInteger at = new AtomicInteger();
        private final AtomicInteger most = new AtomicInteger();
        private volatile String fails = "nothing";
        private volatile Callable<?> further = () -> null;
        private volatile boolean waits;
        private volatile InboxMetadata metadata;

        Recorder(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata received) {
            String body = new String(payload, StandardCharsets.UTF_8);
            if (body.startsWith("{broken")) {
                throw new IllegalArgumentException("no JSON: " + body.length() + " characters");
            }
            return () -> handle(body, received);
        }

        private Object handle(String body, InboxMetadata received) throws Exception {
            most.accumulateAndGet(at.incrementAndGet(), Math::max);
            try {
                metadata = received;
                effect(name, body);
                if (waits) {
                    gate.await(40, TimeUnit.SECONDS);
                }
                if (body.startsWith(fails)) {
                    throw new IllegalStateException(name + " does not like " + body);
                }
                handled.add(body);
                return further.call();
            } finally {
                at.decrementAndGet();
            }
        }
    }

    // ---- storing and handling

    @Test
    void storedMessageIsHandledByEachHandlerAndGone() {
        store("m1", "k1", "hello");
        assertThat(billing.handled).containsExactly("hello");
        assertThat(shipping.handled).containsExactly("hello");
        assertThat(rows("oncebox_inbox_message")).isZero();
        assertThat(rows("effect")).isEqualTo(2);
        assertThat(rows("oncebox_inbox")).isEqualTo(2);
        assertThat(billing.metadata)
                .isEqualTo(new InboxMetadata("m1", "orders", "k1", "orders", "text/plain", Map.of("tenant", "acme")));
    }

    @Test
    void messageThatIsStoredAgainIsDropped() {
        store("m1", null, "hello");
        store("m1", null, "hello");
        assertThat(billing.handled).containsExactly("hello");
        assertThat(rows("oncebox_inbox_message")).isZero();
    }

    @Test
    void storingIsATransactionOfItsOwn() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    store("m1", null, "hello");
                    throw new IllegalStateException("the delivery fails");
                }))
                .hasMessage("the delivery fails");
        assertThat(billing.handled).containsExactly("hello");
    }

    @Test
    void refusedMessagesAreNotStored() {
        assertThatThrownBy(() -> engine.stored().store("nobody", List.of(new Text("m1", null, "x"))))
                .hasMessageStartingWith("OBX-0090");
        assertThatThrownBy(() -> store(null, null, "x")).hasMessageStartingWith("OBX-0091");
        assertThatThrownBy(() -> store("m1", null, null))
                .hasMessageStartingWith("OBX-0091")
                .hasMessageContaining("no body");
        assertThat(rows("oncebox_inbox_message")).isZero();
    }

    @Test
    void longIdentityAndKeyAreNeverCut() {
        String much = "x".repeat(400);
        store(much + "1", much + "1", "one");
        store(much + "2", much + "2", "two");
        store(much + "2", much + "2", "two again");
        assertThat(billing.handled).containsExactly("one", "two");
    }

    @Test
    void identityThatDatabasesRefuseOrChangeIsStoredAsItsHash() {
        for (String odd : List.of("m\0", "m\ud83d", "m\ud83e", "m?")) {
            store(odd, odd, "of " + (int) odd.charAt(1));
            store(odd, odd, "again");
        }
        assertThat(billing.handled).containsExactly("of 0", "of 55357", "of 55358", "of 63");
    }

    @Test
    void manyMessagesAreOneBatch() {
        List<Text> many = IntStream.range(0, 1000)
                .mapToObj(i -> new Text("m" + i, "k" + i % 7, "b" + i))
                .toList();
        engine.stored().store("orders", many);
        assertThat(billing.handled).hasSize(1000).doesNotHaveDuplicates();
        assertThat(shipping.handled).hasSize(1000).doesNotHaveDuplicates();
        for (int key = 0; key < 7; key++) {
            int k = key;
            assertThat(billing.handled.stream()
                            .map(body -> Integer.parseInt(body.substring(1)))
                            .filter(n -> n % 7 == k))
                    .isSorted();
        }
    }

    // ---- failures

    @Test
    void failureOfOneHandlerUndoesItsEffectsAndNothingElse() throws Exception {
        engine.stop(Duration.ZERO);
        engine = node(Map.of("mp.messaging.incoming.orders.max-attempts", "1000"), Runnable::run, billing, shipping);
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        store("m2", "k", "good 2");
        store("m3", "other", "good 3");
        assertThat(shipping.handled).containsExactly("bad 1", "good 2", "good 3");
        assertThat(billing.handled).containsExactly("good 3");
        assertThat(effects("billing")).containsExactly("good 3");
        billing.fails = "nothing";
        pollUntil(() -> billing.handled.size() == 3);
        assertThat(billing.handled).containsExactly("good 3", "bad 1", "good 2");
        pollUntil(() -> rows("oncebox_inbox_message") == 0);
    }

    @Test
    void messageIsParkedAfterItsAttemptsAndItsKeyWaitsUntilItIsRequeued() throws Exception {
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        store("m2", "k", "good 2");
        pollUntil(() -> parked().size() == 1);
        EventSummary parked = parked().get(0);
        assertThat(parked.id()).isEqualTo("m1");
        assertThat(parked.channel()).isEqualTo("orders");
        assertThat(parked.destination()).isEqualTo("handler:billing");
        assertThat(parked.attempts()).isEqualTo(3);
        assertThat(parked.error()).contains("billing does not like bad 1");
        engine.poll();
        assertThat(billing.handled).isEmpty();
        billing.fails = "nothing";
        assertThat(engine.inboxAdmin().requeue(EventFilter.all().withQueue("shipping"), "me"))
                .isZero();
        assertThat(engine.inboxAdmin().requeue(EventFilter.all().withQueue("billing"), "me"))
                .isEqualTo(1);
        pollUntil(() -> billing.handled.size() == 2);
        assertThat(billing.handled).containsExactly("bad 1", "good 2");
        assertThat(engine.outboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events())
                .isEmpty();
    }

    @Test
    void discardedMessageLetsItsKeyGoOn() throws Exception {
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        store("m2", "k", "good 2");
        pollUntil(() -> parked().size() == 1);
        assertThat(engine.inboxAdmin().discard(EventFilter.all().withId("m1"), "me"))
                .isEqualTo(1);
        pollUntil(() -> billing.handled.size() == 1);
        assertThat(rows("oncebox_inbox_message")).isZero();
    }

    @Test
    void pausedHandlerIsNotCalledButItsMessagesAreStored() throws Exception {
        assertThat(engine.inboxAdmin().pause("billing", "me")).isTrue();
        store("m1", "k", "one");
        store("m2", "k", "two");
        pollUntil(() -> effects("shipping").size() == 2);
        engine.poll();
        assertThat(effects("billing")).isEmpty();
        assertThat(engine.inboxAdmin().backlog())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .extracting(Backlog::queue, Backlog::pending, Backlog::paused)
                                .containsExactly("billing", 2L, true),
                        line -> assertThat(line)
                                .extracting(Backlog::queue, Backlog::pending, Backlog::paused)
                                .containsExactly("shipping", 0L, false));
        assertThat(engine.inboxAdmin()
                        .find(EventFilter.all().withQueue("billing"), null, 10)
                        .events())
                .extracting(EventSummary::id, EventSummary::handler)
                .containsExactly(tuple("m1", "billing"), tuple("m2", "billing"));

        assertThat(engine.inboxAdmin().resume("billing", "me")).isTrue();
        pollUntil(() -> effects("billing").size() == 2);
        assertThat(billing.handled).containsExactly("one", "two");
    }

    @Test
    void purgedMessageReachesItsHandlerNoMore() throws Exception {
        engine.inboxAdmin().pause("billing", "me");
        store("m1", "k", "one");
        pollUntil(() -> effects("shipping").size() == 1);
        assertThat(engine.inboxAdmin().purge(EventFilter.all().withQueue("billing"), "me"))
                .isEqualTo(1);
        engine.inboxAdmin().resume("billing", "me");
        store("m2", "k", "two");
        pollUntil(() -> effects("billing").size() == 1);
        assertThat(billing.handled).containsExactly("two");
    }

    @Test
    void keyOfAParkedMessageGoesOnIfConfiguredSo() throws Exception {
        Engine skipping = node(Map.of("mp.messaging.incoming.orders.on-failure", "skip"), Runnable::run, billing);
        engine.stop(Duration.ZERO);
        billing.fails = "bad";
        skipping.stored().store("orders", List.of(new Text("m1", "k", "bad 1"), new Text("m2", "k", "good 2")));
        until(() -> billing.handled.size() == 1, skipping::poll);
        assertThat(skipping.inboxAdmin()
                        .find(EventFilter.all().parked(), null, 10)
                        .events())
                .hasSize(1);
    }

    @Test
    void whatCannotBeDecodedIsParkedAtOnce() {
        store("m1", null, "{broken");
        assertThat(parked()).hasSize(2).allSatisfy(parked -> {
            assertThat(parked.attempts()).isEqualTo(1);
            assertThat(parked.error()).contains("OBX-0093").contains("no JSON");
        });
        assertThat(rows("oncebox_inbox")).isZero();
        store("m2", null, "sound");
        assertThat(billing.handled).containsExactly("sound");
    }

    @Test
    void manyPoisonMessagesDoNotKeepOthersFromBeingHandled() throws Exception {
        billing.fails = "bad";
        List<Text> messages = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            messages.add(new Text("m" + i, null, (i < 10 ? "bad " : "good ") + i));
        }
        engine.stored().store("orders", messages);
        pollUntil(() -> billing.handled.size() == 10);
        pollUntil(() -> parked().size() == 10);
        assertThat(rows("oncebox_inbox_message")).isEqualTo(10);
    }

    @Test
    void errorOfTheHandlersCodeIsAFailureLikeAnother() throws Exception {
        billing.further = () -> {
            throw new NoSuchMethodError("gone with the upgrade");
        };
        store("m1", null, "hello");
        pollUntil(() -> parked().size() == 1);
        assertThat(parked().get(0).error()).contains("OBX-0094").contains("gone with the upgrade");
        assertThat(effects("billing")).isEmpty();
    }

    @Test
    void handlerThatMarksItsTransactionHasFailed() throws Exception {
        billing.further = () -> {
            JTA.manager.setRollbackOnly();
            return null;
        };
        store("m1", null, "hello");
        pollUntil(() -> parked().size() == 1);
        assertThat(effects("billing")).isEmpty();
    }

    /** The transaction of its pass is older than its own, so that one is over too. */
    @Test
    void handlerThatOutlastsItsTransactionHasFailed() throws Exception {
        billing.further = () -> {
            if (billing.metadata.id().equals("m1")) {
                untilTheTransactionIsOver();
            }
            return null;
        };
        engine.stop(Duration.ZERO);
        AtomicInteger timeout = new AtomicInteger(2);
        engine = node(Map.of(), work -> threads.execute(() -> withTimeout(timeout.get(), work)), billing, shipping);
        store("m1", "k", "slow 1");
        store("m2", "k", "quick 2");
        store("m3", "other", "quick 3");
        pollUntil(() -> parked().size() == 1);
        timeout.set(0);
        assertThat(parked().get(0).id()).isEqualTo("m1");
        assertThat(parked().get(0).attempts()).isEqualTo(3);
        pollUntil(() -> effects("billing").contains("quick 3"));
        assertThat(effects("billing")).containsExactly("quick 3");
        engine.inboxAdmin().discard(EventFilter.all(), "me");
        pollUntil(() -> rows("oncebox_inbox_message") == 0);
        assertThat(effects("billing")).containsExactly("quick 3", "quick 2");
    }

    /** The timeout is that of the thread, so what the test does itself has all the time that it needs. */
    private static void withTimeout(int seconds, Runnable work) {
        try {
            JTA.manager.setTransactionTimeout(seconds);
        } catch (SystemException e) {
            throw new IllegalStateException(e);
        }
        work.run();
    }

    private static void untilTheTransactionIsOver() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (JTA.manager.getStatus() == Status.STATUS_ACTIVE) {
            assertThat(System.nanoTime()).as("time to wait until").isLessThan(deadline);
            Thread.sleep(20);
        }
    }

    @Test
    void eventsOfAHandlerCommitWithItsEffects() throws Exception {
        billing.further = () -> engine.recorder().record(engine.channel("invoices"), "invoice", OutboxMetadata.none());
        billing.fails = "bad";
        store("m1", null, "good");
        store("m1", null, "good");
        store("m2", null, "bad");
        assertThat(publisher.published).hasSize(1);
        assertThat(rows("oncebox_outbox")).isZero();
    }

    // ---- nodes and concurrency

    @Test
    void messageWhoseRowOutlivedItsEffectsIsDropped() throws Exception {
        store("m1", null, "one");
        sql("INSERT INTO oncebox_inbox_message (id, aggregatetype, type, payload, contenttype, destination, slot)"
                + " VALUES ('m1', 'orders', 'orders', '', 'text/plain', 'handler:billing', 1)");
        pollUntil(() -> rows("oncebox_inbox_message") == 0);
        assertThat(billing.handled).containsExactly("one");
    }

    @Test
    void slowHandlerHoldsUpNoOther() throws Exception {
        Engine node = node(Map.of(), threads, billing, shipping);
        billing.waits = true;
        node.stored().store("orders", List.of(new Text("m1", "k", "one"), new Text("m2", "k", "two")));
        until(() -> shipping.handled.size() == 2, node::poll);
        assertThat(billing.handled).isEmpty();
        billing.gate.countDown();
        until(() -> billing.handled.size() == 2, node::poll);
    }

    @Test
    void handlerHasAsManyMessagesAtATimeAsConfigured() throws Exception {
        engine.stop(Duration.ZERO);
        Engine node = node(Map.of("mp.messaging.incoming.orders.concurrency", "3"), threads, billing);
        billing.further = () -> {
            Thread.sleep(2);
            return null;
        };
        List<Text> many = IntStream.range(0, 600)
                .mapToObj(i -> new Text("m" + i, null, "b" + i))
                .toList();
        node.stored().store("orders", many);
        until(() -> billing.handled.size() == 600, node::poll);
        assertThat(billing.most.get()).isBetween(workersShareLanes() ? 2 : 1, 3);
        assertThat(billing.handled).doesNotHaveDuplicates();
    }

    @Test
    void nodesShareTheMessagesAndKeepTheOrderOfKeys() throws Exception {
        engine.stop(Duration.ZERO);
        Recorder one = new Recorder("billing");
        Recorder two = new Recorder("billing");
        List<Engine> both = List.of(node(Map.of(), threads, one), node(Map.of(), threads, two));
        int messages = 400;
        for (int i = 0; i < messages; i += 20) {
            int from = i;
            both.get(i / 20 % 2)
                    .stored()
                    .store(
                            "orders",
                            IntStream.range(from, from + 20)
                                    .mapToObj(n -> new Text("m" + n, "k" + n % 5, "b" + n))
                                    .toList());
        }
        until(() -> rows("oncebox_inbox_message") == 0, () -> both.forEach(Engine::poll));
        List<String> effects = effects("billing");
        assertThat(effects).hasSize(messages).doesNotHaveDuplicates();
        assertThat(one.handled.size() + two.handled.size()).isEqualTo(messages);
        for (Recorder node : Arrays.asList(one, two)) {
            for (int key = 0; key < 5; key++) {
                int k = key;
                assertThat(node.handled.stream()
                                .map(body -> Integer.parseInt(body.substring(1)))
                                .filter(n -> n % 5 == k))
                        .isSorted();
            }
        }
    }

    @Test
    void applicationLeavesHandlersOfOthersAlone() throws Exception {
        engine.stop(Duration.ZERO);
        Engine first = node(Map.of(), Runnable::run, billing);
        Engine second = node(Map.of(), Runnable::run, shipping);
        billing.fails = "bad";
        first.stored().store("orders", List.of(new Text("m1", "k", "bad")));
        second.stored().store("orders", List.of(new Text("m1", "k", "bad")));
        second.poll();
        assertThat(shipping.handled).containsExactly("bad");
        assertThat(rows("oncebox_inbox_message")).isEqualTo(1);
    }

    @Test
    void severalNodesThatMakeTheSameLanesAllStart() throws Exception {
        List<Future<Engine>> starts = IntStream.range(0, 4)
                .mapToObj(i -> threads.submit(
                        () -> nodes.open(QUICK, Runnable::run, pool, List.of(new Recorder("new handler")))))
                .toList();
        for (Future<Engine> start : starts) {
            start.get(30, TimeUnit.SECONDS).stop(Duration.ZERO);
        }
        assertThat(number("SELECT COUNT(*) FROM oncebox_inbox_lane WHERE handler = 'new handler'"))
                .isEqualTo(rows("oncebox_lane"));
    }

    // ---- receiving

    @Test
    void channelWithADestinationIsReceivedInBatches() throws Exception {
        Engine node = receiving(Map.of("mp.messaging.incoming.orders.batch-size", "50"));
        for (int i = 0; i < 200; i++) {
            nodes.source().send(new Text("m" + i, "k", "b" + i));
        }
        until(() -> billing.handled.size() == 200, node::poll);
        assertThat(billing.handled)
                .containsExactlyElementsOf(
                        IntStream.range(0, 200).mapToObj(i -> "b" + i).toList());
        assertThat(nodes.source().batches).contains(50);
        assertThat(nodes.source().queue).isEmpty();
    }

    @Test
    void messageWhoseAcknowledgementWasLostIsHandledOnce() throws Exception {
        nodes.source().losesAcknowledgement = true;
        nodes.source().send(new Text("m1", "k", "one"));
        Engine node = receiving(Map.of());
        until(() -> nodes.source().batches.size() == 1, node::poll);
        until(() -> rows("oncebox_inbox_message") == 0, node::poll);
        assertThat(billing.handled).containsExactly("one");
    }

    @Test
    void messageThatCannotBeStoredIsLeftToTheBrokerAndHoldsUpNobody() throws Exception {
        for (int i = 0; i < 10; i++) {
            nodes.source().send(new Text(i == 4 ? null : "m" + i, "k", "b" + i));
        }
        Engine node = receiving(Map.of());
        until(() -> billing.handled.size() == 9 && !nodes.source().dead.isEmpty(), node::poll);
        assertThat(nodes.source().dead).containsExactly(new Text(null, "k", "b4"));
    }

    @Test
    void messageThatCannotBeStoredPutsNoOthersOutOfOrder() throws Exception {
        nodes.source().redeliversLast = true;
        for (int i = 0; i < 6; i++) {
            nodes.source().send(new Text(i == 1 ? null : "m" + i, "k", "b" + i));
        }
        Engine node = receiving(Map.of("mp.messaging.incoming.orders.batch-size", "3"));
        until(() -> nodes.source().dead.size() == 1 && rows("oncebox_inbox_message") == 0, node::poll);
        assertThat(billing.handled).containsExactly("b0", "b2", "b3", "b4", "b5");
    }

    @Test
    void brokerThatIsDownIsTriedAgain() throws Exception {
        nodes.source().down = true;
        nodes.source().send(new Text("m1", null, "one"));
        Engine node = receiving(Map.of());
        node.poll();
        nodes.source().down = false;
        until(() -> billing.handled.size() == 1, node::poll);
    }

    @Test
    void databaseThatIsDownUsesUpOneDeliveryAtMost() throws Exception {
        AtomicBoolean down = new AtomicBoolean();
        Engine node = receivingBy(unlessDown(down));
        down.set(true);
        for (int i = 0; i < 5; i++) {
            nodes.source().send(new Text("m" + i, null, "b" + i));
        }
        until(this::allAreBack, node::poll);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        until(() -> System.nanoTime() - end > 0, node::poll);
        assertThat(nodes.source().queue).hasSize(5).allSatisfy(delivery -> assertThat(delivery.times())
                .isLessThanOrEqualTo(1));
        down.set(false);
        until(() -> billing.handled.size() == 5, node::poll);
        assertThat(nodes.source().dead).isEmpty();
    }

    private DataSource unlessDown(AtomicBoolean down) {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (down.get()) {
                        throw new SQLException("the database is down", "08006");
                    }
                    return method.invoke(pool, arguments);
                });
    }

    /** A full disk, a standby, a right that was taken away. */
    @Test
    void databaseThatTakesNoWritesUsesUpOneDeliveryAtMost() throws Exception {
        AtomicBoolean full = new AtomicBoolean(true);
        Engine node =
                receivingBy(refusing("could not extend file: No space left on device", "53100", row -> full.get()));
        for (int i = 0; i < 5; i++) {
            nodes.source().send(new Text("m" + i, null, "b" + i));
        }
        until(this::allAreBack, node::poll);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        until(() -> System.nanoTime() - end > 0, node::poll);
        assertThat(nodes.source().dead).isEmpty();
        assertThat(nodes.source().queue).hasSize(5).allSatisfy(delivery -> assertThat(delivery.times())
                .isLessThanOrEqualTo(1));
        full.set(false);
        until(() -> billing.handled.size() == 5, node::poll);
        until(() -> rows("oncebox_inbox_message") == 0, node::poll);
        assertThat(nodes.source().dead).isEmpty();
    }

    /** One that is larger than a packet may be, for example: that the database is well does not tell. */
    @Test
    void messageThatTheDatabaseDoesNotTakeIsLeftToTheBrokerAlone() throws Exception {
        Engine node = receivingBy(refusing("packet too big", "HY000", row -> row.contains("m1")));
        for (int i = 0; i < 5; i++) {
            nodes.source().send(new Text("m" + i, null, "b" + i));
        }
        until(() -> billing.handled.size() == 4 && !nodes.source().dead.isEmpty(), node::poll);
        assertThat(nodes.source().dead).containsExactly(new Text("m1", null, "b1"));
    }

    /** Whether something of what was sent was delivered in vain, and nothing is under way. */
    private boolean allAreBack() {
        return nodes.source().queue.size() == 5
                && nodes.source().queue.stream().anyMatch(delivery -> delivery.times() > 0);
    }

    private Engine receivingBy(DataSource dataSource) {
        engine.stop(Duration.ZERO);
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.put("mp.messaging.incoming.orders.destination", "queue:orders");
        Engine node = nodes.open(configuration, threads, dataSource, List.of(billing));
        engines.add(node);
        return node;
    }

    /** The database, which refuses to write such rows into the stored inbox. */
    private DataSource refusing(String reason, String state, Predicate<List<Object>> rows) {
        return ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> {
                    for (QueryInfo query : queries) {
                        if (query.getQuery().startsWith("INSERT INTO oncebox_inbox_message")
                                && query.getParametersList().stream().anyMatch(row -> rows.test(values(row)))) {
                            throw StoredInboxContract.<RuntimeException>unchecked(new SQLException(reason, state));
                        }
                    }
                })
                .build();
    }

    private static List<Object> values(List<ParameterSetOperation> row) {
        return row.stream().map(parameter -> parameter.getArgs()[1]).toList();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E unchecked(Exception e) throws E {
        throw (E) e;
    }

    private Engine receiving(Map<String, String> more) {
        engine.stop(Duration.ZERO);
        Map<String, String> configuration = new HashMap<>(more);
        configuration.put("mp.messaging.incoming.orders.destination", "queue:orders");
        return node(configuration, threads, billing);
    }

    @Test
    void channelOfAnotherConnectorIsRefused() {
        assertThatThrownBy(() -> node(
                        Map.of("mp.messaging.incoming.orders.connector", "smallrye-kafka"), Runnable::run, billing))
                .isInstanceOf(OnceboxException.class)
                .hasMessageStartingWith("OBX-0095");
    }

    // ---- the janitor

    @Test
    void claimsAreDeletedAfterTheRetentionOfTheirHandler() throws Exception {
        engine.stop(Duration.ZERO);
        claims("billing", 2500, 40);
        claims("audit", 1500, 40);
        claims("short", 10, 5);
        claims("billing-today", 10, 0);
        claims("another application's", 10, 400);
        Engine node = node(
                Map.of(
                        "oncebox.inbox.janitor-interval", "PT0.001S",
                        "oncebox.inbox.retention.audit", "P90D",
                        "oncebox.inbox.retention.short", "P1D"),
                Runnable::run,
                billing);
        until(() -> rows("oncebox_inbox") < 4030, node::poll);
        assertThat(number("SELECT COUNT(*) FROM oncebox_inbox WHERE handler = 'billing'"))
                .isZero();
        assertThat(number("SELECT COUNT(*) FROM oncebox_inbox WHERE handler = 'short'"))
                .isZero();
        assertThat(number("SELECT COUNT(*) FROM oncebox_inbox WHERE handler = 'audit'"))
                .isEqualTo(1500);
        assertThat(rows("oncebox_inbox")).isEqualTo(1520);
    }

    /** Behind a parked one it could wait for longer than the claim is remembered. */
    @Test
    void secondRowOfAHandledMessageWaitsBehindNoOther() throws Exception {
        billing.fails = "bad";
        Text handled = new Text("m1", "k", "good 1");
        Text parked = new Text("m2", "k", "bad 2");
        engine.stored().store("orders", List.of(handled, parked, handled, parked));
        pollUntil(() -> parked().size() == 1);
        engine.poll();
        sql("DELETE FROM oncebox_inbox");
        billing.fails = "nothing";
        engine.inboxAdmin().requeue(EventFilter.all(), "me");
        pollUntil(() -> rows("oncebox_inbox_message") == 0);
        assertThat(billing.handled).containsExactly("good 1", "bad 2");
    }

    @Test
    void onlyOneNodePrunesAtATime() throws Exception {
        engine.stop(Duration.ZERO);
        claims("billing", 10, 40);
        JTA.inTransaction(() -> {
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement()) {
                statement
                        .executeQuery("SELECT version FROM oncebox_schema FOR UPDATE")
                        .close();
                Engine node = node(PRUNING, Runnable::run, billing);
                JTA.suspended(() -> {
                    Thread.sleep(5);
                    node.poll();
                    return null;
                });
                assertThat(JTA.suspended(() -> rows("oncebox_inbox"))).isEqualTo(10);
            }
            return null;
        });
        until(() -> rows("oncebox_inbox") == 0, node(PRUNING, Runnable::run, billing)::poll);
    }

    private void claims(String handler, int count, int days) throws SQLException {
        java.time.LocalDateTime at =
                java.time.LocalDateTime.now(java.time.ZoneOffset.UTC).minusDays(days);
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO oncebox_inbox (handler, messageid, processedat) VALUES (?, ?, ?)")) {
            for (int i = 0; i < count; i++) {
                insert.setString(1, handler);
                insert.setString(2, "m" + i);
                insert.setObject(3, at);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    // ---- help

    private void store(String id, String key, String body) {
        engine.stored().store("orders", List.of(new Text(id, key, body)));
    }

    private List<EventSummary> parked() {
        return engine.inboxAdmin().find(EventFilter.all().parked(), null, 100).events();
    }

    private void pollUntil(BooleanSupplier condition) throws InterruptedException {
        until(condition, engine::poll);
    }

    private static void until(BooleanSupplier condition, Runnable poll) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("time to wait until").isLessThan(deadline);
            poll.run();
            Thread.sleep(20);
        }
    }

    private void effect(String handler, String body) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO effect VALUES (?, ?)")) {
            insert.setString(1, handler);
            insert.setString(2, body);
            insert.executeUpdate();
        }
    }

    private List<String> effects(String handler) {
        try (Connection connection = pool.getConnection();
                PreparedStatement select = connection.prepareStatement("SELECT body FROM effect WHERE handler = ?")) {
            select.setString(1, handler);
            try (ResultSet row = select.executeQuery()) {
                List<String> bodies = new ArrayList<>();
                while (row.next()) {
                    bodies.add(row.getString(1));
                }
                return bodies;
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void sql(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private int rows(String table) {
        return number(RowCount.of(table));
    }

    private int number(String sql) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
