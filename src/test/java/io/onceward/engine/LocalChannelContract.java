// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.onceward.api.EventFilter;
import io.onceward.api.InboxMetadata;
import io.onceward.api.InvalidCallException;
import io.onceward.api.OutboxMetadata;
import io.onceward.spi.OutboxEvent;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;

/** An event of a channel with both ends in the application goes to the queues of its handlers, on every database. */
@DialectContract
abstract class LocalChannelContract extends StoredInboxFixture {

    private static final Map<String, String> LOCAL = Map.of("mp.messaging.outgoing.orders.destination", "local:");

    /** The executor of a node that does nothing after a commit, as one that is killed then. */
    private static final Executor CRASHED = task -> {
        throw new RejectedExecutionException("killed");
    };

    String record(String payload, OutboxMetadata metadata) {
        return record(engine, payload, metadata);
    }

    private static String record(Engine on, String payload, OutboxMetadata metadata) {
        return on.recording("orders").record(payload, metadata);
    }

    private String recordAlone(Engine on, String payload, OutboxMetadata metadata) {
        try {
            return JTA.inTransaction(() -> record(on, payload, metadata));
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- recording

    @Test
    void eventGoesToEachHandlerWithoutABrokerAndWithoutAClaim() {
        String id =
                recordAlone(engine, "hello", OutboxMetadata.none().withKey("k").withHeader("tenant", "acme"));
        assertThat(billing.handled).containsExactly("hello");
        assertThat(shipping.handled).containsExactly("hello");
        assertThat(effects("billing")).containsExactly("hello");
        assertThat(billing.metadata)
                .returns(id, InboxMetadata::id)
                .returns("orders", InboxMetadata::channel)
                .returns("k", InboxMetadata::key)
                .returns("acme", metadata -> metadata.headers().get("tenant"));
        assertThat(publisher.published()).isEmpty();
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(rows("onceward_inbox_message")).isZero();
        assertThat(rows("onceward_inbox")).as("claims").isZero();
    }

    @Test
    void eventThatAnotherProgramRecordsReachesItsHandler() throws Exception {
        JTA.inTransaction(() -> PageStatement.insert(pool, "handler", "billing", "k", "by SQL"));
        pollUntil(() -> !billing.handled.isEmpty());
        recordAlone(engine, "hello", OutboxMetadata.none().withKey("k"));
        pollUntil(() -> billing.handled.size() == 2);
        assertThat(billing.handled).containsExactly("by SQL", "hello");
        assertThat(shipping.handled).containsExactly("hello");
    }

    @Test
    void eventThatRollsBackReachesNoHandler() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    record("hello", OutboxMetadata.none());
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        assertThat(rows("onceward_inbox_message")).isZero();
        assertThat(billing.tried).isEmpty();
    }

    @Test
    void rowsOfAllHandlersAreOneStatement() throws Exception {
        List<ExecutionInfo> inserts = Collections.synchronizedList(new ArrayList<>());
        Engine recording = watched(inserts, tenHandlers("handler"));
        recordAlone(recording, "hello", OutboxMetadata.none());
        assertThat(inserts).singleElement().satisfies(insert -> assertThat(insert.isBatch())
                .isFalse());
        assertThat(rows("onceward_inbox_message")).isEqualTo(10);
    }

    private Recorder[] tenHandlers(String name) {
        return IntStream.range(0, 10).mapToObj(i -> new Recorder(name + i)).toArray(Recorder[]::new);
    }

    /** Returns a node that only records, with the statements that insert events. */
    private Engine watched(List<ExecutionInfo> inserts, Recorder... handlers) {
        Engine recording = nodes.open(
                QUICK,
                CRASHED,
                ProxyDataSourceBuilder.create(pool)
                        .afterQuery((execution, queries) -> {
                            if (SqlText.of(queries.get(0)).startsWith("INSERT INTO onceward_inbox_message")) {
                                inserts.add(execution);
                            }
                        })
                        .build(),
                List.of(handlers));
        engines.add(recording);
        return recording;
    }

    @Test
    void explicitLocalDestinationGoesBesideThatOfABroker() {
        engine.stop(Duration.ZERO);
        engine = node(
                Map.of("mp.messaging.outgoing.orders.destinations", "local:,far=test:elsewhere"),
                Runnable::run,
                billing,
                shipping);
        String id = recordAlone(engine, "hello", OutboxMetadata.none());
        assertThat(billing.handled).containsExactly("hello");
        assertThat(shipping.handled).containsExactly("hello");
        assertThat(publisher.published())
                .extracting(OutboxEvent::id, OutboxEvent::channel, OutboxEvent::destination)
                .containsExactly(tuple(id, "orders.far", "test:elsewhere"));
    }

    @Test
    void channelWithADestinationOfABrokerIsNotLocal() {
        engine.stop(Duration.ZERO);
        engine = node(
                Map.of("mp.messaging.outgoing.orders.destination", "test:elsewhere"), Runnable::run, billing, shipping);
        recordAlone(engine, "hello", OutboxMetadata.none());
        assertThat(publisher.published()).hasSize(1);
        assertThat(billing.tried).isEmpty();
    }

    @Test
    void destinationsThatCannotWorkAreRefused() {
        assertThatThrownBy(() -> recordAlone(node(LOCAL, Runnable::run), "x", OutboxMetadata.none()))
                .hasMessageStartingWith("OWD-0306");
        Engine receiving = node(
                Map.of(
                        "mp.messaging.outgoing.orders.destination", "local:",
                        "mp.messaging.incoming.orders.destination", "test:orders"),
                Runnable::run,
                billing);
        assertThatThrownBy(() -> recordAlone(receiving, "x", OutboxMetadata.none()))
                .hasMessageStartingWith("OWD-0305")
                .hasMessageContaining("mp.messaging.incoming.orders.destination");
        Engine twice = node(
                Map.of(
                        "mp.messaging.outgoing.orders.destinations", "local:billing,test:orders",
                        "mp.messaging.incoming.orders.destination", "test:orders"),
                Runnable::run,
                billing);
        assertThatThrownBy(() -> recordAlone(twice, "x", OutboxMetadata.none()))
                .hasMessageStartingWith("OWD-1213")
                .hasMessageContaining("'orders' has a local destination and test:orders");
        Engine apart = node(Map.of("onceward.inbox.datasource", "jdbc/inbox"), Runnable::run, billing);
        assertThatThrownBy(() -> recordAlone(apart, "x", OutboxMetadata.none()))
                .hasMessageStartingWith("OWD-0307")
                .hasMessageContaining("mp.messaging.outgoing.orders.datasource=jdbc/inbox");
    }

    @Test
    void messageOfABrokersApiIsRefused() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> engine.adapterOutbox().record("orders", target -> {
                    throw new AssertionError(target);
                })))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith("OWD-0309");
    }

    // ---- handling

    @Test
    void eventsOfAKeyKeepTheirOrderAndWaitForAParkedOne() throws Exception {
        billing.fails = "bad";
        recordAlone(engine, "bad 1", OutboxMetadata.none().withKey("k"));
        recordAlone(engine, "good 2", OutboxMetadata.none().withKey("k"));
        recordAlone(engine, "good 3", OutboxMetadata.none().withKey("other"));
        pollUntil(() -> parked().size() == 1);
        assertThat(parked().get(0).attempts()).isEqualTo(3);
        assertThat(parked().get(0).destination()).isEqualTo("billing");
        assertThat(billing.handled).containsExactly("good 3");
        assertThat(shipping.handled).containsExactly("bad 1", "good 2", "good 3");
        billing.fails = "nothing";
        assertThat(engine.inboxAdmin().requeue(EventFilter.all().withQueue("billing"), "me"))
                .isOne();
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(effects("billing")).containsExactlyInAnyOrder("bad 1", "good 2", "good 3");
        assertThat(billing.handled).containsExactly("good 3", "bad 1", "good 2");
    }

    /** A claim is for messages of a broker and of {@code Inbox.store}: the row of a local event is its claim. */
    @Test
    void eventWithTheIdOfAClaimedMessageIsHandledAfterItWasBlocked() throws Exception {
        store("x", null, "stored");
        pollUntil(() -> billing.handled.contains("stored"));
        billing.fails = "bad";
        recordAlone(engine, "bad", OutboxMetadata.none().withKey("k"));
        recordAlone(engine, "local", OutboxMetadata.none().withKey("k").withId("x"));
        pollUntil(() -> parked().size() == 1);
        assertThat(engine.inboxAdmin().discard(EventFilter.all(), "me")).isOne();
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.handled).containsExactly("stored", "local");
    }

    /** The database has undone the removal of the event, and what the handler did before. */
    @Test
    void eventWhoseHandlerSwallowedADeadlockIsHandledAgain() throws Exception {
        Deadlock deadlock = new Deadlock(JTA, pool, threads);
        deadlock.prepare();
        AtomicBoolean first = new AtomicBoolean(true);
        billing.further = () -> {
            if (first.getAndSet(false)) {
                deadlock.swallow();
                try {
                    effect("billing", "after the deadlock");
                } catch (SQLException e) {
                    // PostgreSQL refuses further statements
                }
            }
            return null;
        };
        recordAlone(engine, "hello", OutboxMetadata.none());
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(effects("billing")).containsExactly("hello");
        assertThat(billing.handled).containsExactly("hello", "hello");
    }

    @Test
    void delayedEventWaitsForItsTime() throws Exception {
        Instant due = Instant.now().plusSeconds(1);
        recordAlone(engine, "later", OutboxMetadata.none().withDeliverAt(due));
        assertThat(billing.tried).isEmpty();
        pollUntil(() -> billing.handled.size() == 1);
        assertThat(Instant.now()).isAfterOrEqualTo(due.minusMillis(200)); // the database has the clock
    }

    @Test
    void expiredEventIsDropped() throws Exception {
        engine.stop(Duration.ZERO);
        Engine recording = node(Map.of(), CRASHED, billing, shipping);
        recordAlone(recording, "soon old", OutboxMetadata.none().withTimeToLive(Duration.ofMillis(1)));
        recording.stop(Duration.ZERO);
        Thread.sleep(5);
        engine = node(Map.of(), Runnable::run, billing, shipping);
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.tried).isEmpty();
    }

    /** The application has crashed after the commit, before any handler was woken. */
    @Test
    void eventOfACrashedNodeIsHandledByAnotherOne() throws Exception {
        engine.stop(Duration.ZERO);
        recordAlone(node(Map.of(), CRASHED, billing, shipping), "hello", OutboxMetadata.none());
        assertThat(rows("onceward_inbox_message")).isEqualTo(2);
        engine = node(Map.of(), Runnable::run, billing, shipping);
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(billing.handled).containsExactly("hello");
        assertThat(shipping.handled).containsExactly("hello");
    }

    @Test
    void handlerOfAnotherApplicationIsNamed() throws Exception {
        engine.stop(Duration.ZERO);
        Engine shop = node(
                Map.of("mp.messaging.outgoing.orders.destinations", "a=local:billing,b=local:archive"), Runnable::run);
        recordAlone(shop, "hello", OutboxMetadata.none());
        Engine accounting = node(Map.of(), Runnable::run, billing);
        until(() -> billing.handled.size() == 1, accounting::poll);
        assertThat(effects("billing")).containsExactly("hello");
        assertThat(text("SELECT handler FROM onceward_inbox_message")).isEqualTo("archive");
    }

    @Test
    void severalNodesHandleEachEventOnceAndInOrder() throws Exception {
        engine.stop(Duration.ZERO);
        List<Engine> cluster = List.of(
                node(Map.of(), threads, billing, shipping),
                node(Map.of(), threads, billing, shipping),
                node(Map.of(), threads, billing, shipping));
        List<Future<?>> recording = new ArrayList<>();
        for (int key = 0; key < 6; key++) {
            String each = "k" + key;
            Engine on = cluster.get(key % cluster.size());
            recording.add(threads.submit(() -> {
                for (int i = 0; i < 50; i++) {
                    recordAlone(on, each + "/" + i, OutboxMetadata.none().withKey(each));
                }
            }));
        }
        for (Future<?> each : recording) {
            each.get();
        }
        until(() -> rows("onceward_inbox_message") == 0, () -> cluster.forEach(Engine::poll));
        for (String handler : List.of("billing", "shipping")) {
            assertThat(effects(handler)).hasSize(300).doesNotHaveDuplicates();
        }
        Map<String, List<String>> byKey = List.copyOf(billing.handled).stream()
                .collect(Collectors.groupingBy(body -> body.substring(0, body.indexOf('/'))));
        byKey.forEach((key, bodies) -> assertThat(bodies)
                .as("the order of " + key)
                .isEqualTo(IntStream.range(0, 50).mapToObj(i -> key + "/" + i).toList()));
    }

    // ---- durable observers

    private static final String BILLING = "observer:billing";

    private void observed(Engine on, String observer, String event) {
        on.durable("observer:" + observer).record(event, OutboxMetadata.none().withKey("k"));
    }

    @Test
    void eventsForTenObserversAreOneStatement() throws Exception {
        List<ExecutionInfo> inserts = Collections.synchronizedList(new ArrayList<>());
        Engine recording = watched(inserts, tenHandlers(BILLING));
        JTA.inTransaction(() -> {
            for (int i = 0; i < 10; i++) {
                observed(recording, "billing" + i, "hello");
            }
            return null;
        });
        assertThat(inserts).singleElement().satisfies(insert -> assertThat(insert.isBatch())
                .isFalse());
        assertThat(number("SELECT COUNT(DISTINCT handler) FROM onceward_inbox_message"))
                .isEqualTo(10);
    }

    @Test
    void eventThatIsFiredWithoutATransactionIsRefusedUnlessConfigured() {
        Recorder observer = new Recorder(BILLING);
        Engine strict = node(Map.of(), Runnable::run, observer);
        assertThatThrownBy(() -> observed(strict, "billing", "hello"))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith("OWD-0348");
        strict.stop(Duration.ZERO);
        Engine lenient = node(Map.of("onceward.observers.transaction", "own"), Runnable::run, observer);
        observed(lenient, "billing", "hello");
        assertThat(observer.handled).containsExactly("hello");
    }

    @Test
    void eventsOfAnObserverThatIsGoneAreParkedUntilItIsBack() throws Exception {
        Recorder observer = new Recorder(BILLING);
        Engine before = node(Map.of(), CRASHED, observer);
        JTA.inTransaction(() -> {
            observed(before, "billing", "one");
            observed(before, "billing", "two");
            return null;
        });
        before.stop(Duration.ZERO);
        engine.stop(Duration.ZERO);
        engine = node(Map.of(), Runnable::run, billing);
        engine.poll();
        engine.poll();
        assertThat(parked()).as("nodes with the observer may still run").isEmpty();
        engine.stop(Duration.ZERO);
        engine = node(Map.of("onceward.observers.park-after", "PT0.001S"), Runnable::run);
        pollUntil(() -> !parked().isEmpty());
        assertThat(parked().get(0).error()).contains("OWD-0347", "'billing'");
        engine.stop(Duration.ZERO);
        engine = node(Map.of(), Runnable::run, billing, observer);
        assertThat(engine.inboxAdmin().requeue(EventFilter.all().withQueue(BILLING), "me"))
                .isPositive();
        pollUntil(() -> rows("onceward_inbox_message") == 0);
        assertThat(observer.handled).containsExactly("one", "two");
    }

    @Test
    void channelWithTheNameOfAnObserverIsNotItsOwn() {
        engine.stop(Duration.ZERO);
        Recorder observer = new Recorder("observer:orders");
        engine = node(Map.of(), Runnable::run, observer);
        recordAlone(engine, "hello", OutboxMetadata.none());
        assertThat(publisher.published()).hasSize(1);
        assertThat(observer.tried).isEmpty();
    }
}
