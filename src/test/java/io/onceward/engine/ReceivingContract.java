// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.LogLines;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.queue.outage.Resource;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.proxy.ParameterSetOperation;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.junit.jupiter.api.Test;

/** Messages move from the broker to the stored inbox, on every database. */
abstract class ReceivingContract extends StoredInboxFixture {

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
        assertThat(nodes.source().broker.waiting(MemorySource.ORIGIN)).isEmpty();
    }

    @Test
    void messageWhoseAcknowledgementWasLostIsHandledOnce() throws Exception {
        nodes.source().broker.loseAcknowledgement();
        nodes.source().send(new Text("m1", "k", "one"));
        Engine node = receiving(Map.of());
        until(() -> nodes.source().batches.size() == 1, node::poll);
        until(() -> rows("onceward_inbox_message") == 0, node::poll);
        assertThat(billing.handled).containsExactly("one");
    }

    @Test
    void messageWithoutAnIdIsParkedWithItsBytesAndItsReasonAndHoldsUpNoOther() throws Exception {
        List<String> stored = new CopyOnWriteArrayList<>();
        Engine node = receivingBy(observing(row -> row.stream()
                .map(String::valueOf)
                .filter(value -> value.matches("m\\d"))
                .forEach(stored::add)));
        try (LogLines log = new LogLines()) {
            for (int i = 0; i < 10; i++) {
                nodes.source().send(new Text(i == 4 ? null : "m" + i, "k", "b" + i));
            }
            until(() -> billing.handled.size() == 9 && rows("onceward_inbox_message") == 1, node::poll);
            assertThat(log.all())
                    .filteredOn(line -> line.startsWith("OWD-1066"))
                    .singleElement()
                    .asString()
                    .contains("'orders'", "'billing'", "OWD-0091", "has no identity", "queue orders")
                    .doesNotContain("b4", "key");
        }
        assertThat(billing.handled).containsExactly("b0", "b1", "b2", "b3", "b5", "b6", "b7", "b8", "b9");
        assertThat(stored).as("stored once").hasSize(9);
        assertThat(nodes.source().broker.waiting(MemorySource.ORIGIN)).isEmpty();
        assertThat(nodes.source().dead()).isEmpty();
        EventSummary parked = parked().get(0);
        assertThat(parked.id()).isEqualTo("k");
        assertThat(parked.attempts()).isZero();
        assertThat(parked.error()).contains("OWD-0091", "has no identity", "queue orders");
        assertThat(engine.inboxAdmin().show(parked.datasource(), parked.position()))
                .hasValueSatisfying(details -> assertThat(details.headers())
                        .isEqualTo(Map.of(
                                "tenant", "acme",
                                "onceward_key", "k",
                                "onceward_place", "k",
                                "onceward_origin", "queue orders")));
        assertThat(engine.inboxAdmin().payload(parked.datasource(), parked.position()))
                .hasValue("unread b4".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void parkedMessageIsGivenToTheHandlerOrDiscardedByAnOperator() throws Exception {
        for (int i = 0; i < 2; i++) {
            nodes.source().send(new Text("m" + i, null, null));
        }
        Engine node = receiving(Map.of());
        until(() -> parked().size() == 2, node::poll);
        assertThat(billing.tried).isEmpty();
        assertThat(engine.inboxAdmin().requeue(EventFilter.all().withId("m0"), "me"))
                .isEqualTo(1);
        until(() -> billing.handled.size() == 1, node::poll);
        assertThat(engine.inboxAdmin().discard(EventFilter.all(), "me")).isEqualTo(1);
        until(() -> rows("onceward_inbox_message") == 0, node::poll);
        assertThat(billing.handled).containsExactly("unread null");
        assertThat(billing.metadata.id()).isEqualTo("m0");
    }

    /** The broker redelivers all three: two of them are duplicates then, and cost no message if that was their last delivery. */
    @Test
    void messagesBesideOneThatCanNeitherBeReadNorParkedAreStored() throws Exception {
        Engine node = receiving(Map.of());
        assertThatThrownBy(() -> node.stored()
                        .receive("orders", List.of(new Text("m1", null, "one"), 42, new Text("m2", null, "two"))))
                .hasMessageStartingWith("OWD-0091");
        until(() -> billing.handled.size() == 2, node::poll);
        assertThat(billing.handled).containsExactlyInAnyOrder("one", "two");
        assertThat(parked()).isEmpty();
    }

    /** The crash point between the commit and the acknowledgement. */
    @Test
    void messageWhoseAcknowledgementWasLostIsParkedOnce() throws Exception {
        nodes.source().broker.loseAcknowledgement();
        nodes.source().send(new Text(null, "place 1", "one"));
        Engine node = receiving(Map.of());
        until(() -> nodes.source().batches.size() == 1, node::poll);
        nodes.source().send(new Text(null, "place 2", "one"));
        until(() -> nodes.source().broker.waiting(MemorySource.ORIGIN).isEmpty(), node::poll);
        assertThat(parked()).extracting(EventSummary::id).containsExactlyInAnyOrder("place 1", "place 2");
    }

    @Test
    void brokerThatIsDownIsTriedAgain() throws Exception {
        nodes.source().broker.setDown(true);
        nodes.source().send(new Text("m1", null, "one"));
        Engine node = receiving(Map.of());
        until(() -> !node.outages().receivers().isEmpty(), node::poll);
        assertThat(node.outages().receivers()).singleElement().satisfies(outage -> {
            assertThat(outage.resource()).isEqualTo(Resource.receiver("orders"));
            assertThat(outage.cause()).isEqualTo("java.io.IOException: the broker is down");
        });
        assertThat(node.connections())
                .filteredOn(BrokerConnection::isIncoming)
                .singleElement()
                .satisfies(connection -> {
                    assertThat(connection.kind()).isEqualTo("test");
                    assertThat(connection.channels()).containsExactly("orders");
                    assertThat(connection.outage()).isNotNull();
                });
        nodes.source().broker.setDown(false);
        until(() -> billing.handled.size() == 1, node::poll);
        until(() -> node.outages().receivers().isEmpty(), node::poll);
        assertThat(node.connections())
                .allSatisfy(connection -> assertThat(connection.outage()).isNull());
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
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
        until(() -> System.nanoTime() - end > 0, node::poll);
        assertThat(failedDeliveries()).hasSize(5).allSatisfy(times -> assertThat(times)
                .isLessThanOrEqualTo(1));
        down.set(false);
        until(() -> billing.handled.size() == 5, node::poll);
        assertThat(nodes.source().dead()).isEmpty();
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

    /** Covers a full disk, a standby and a revoked privilege. */
    @Test
    void readOnlyDatabaseUsesUpOneDeliveryAtMost() throws Exception {
        AtomicBoolean full = new AtomicBoolean(true);
        AtomicInteger attempts = new AtomicInteger();
        Engine node = receivingBy(refusing(
                "could not extend file: No space left on device",
                "53100",
                row -> attempts.incrementAndGet() > 0 && full.get()));
        for (int i = 0; i < 5; i++) {
            nodes.source().send(new Text("m" + i, null, "b" + i));
        }
        until(this::allAreBack, node::poll);
        until(() -> attempts.get() > 4, node::poll);
        assertThat(nodes.source().dead()).isEmpty();
        assertThat(failedDeliveries()).hasSize(5).allSatisfy(times -> assertThat(times)
                .isLessThanOrEqualTo(1));
        full.set(false);
        until(() -> billing.handled.size() == 5, node::poll);
        until(() -> rows("onceward_inbox_message") == 0, node::poll);
        assertThat(nodes.source().dead()).isEmpty();
    }

    /** Covers a message that is larger than a packet, for example: the database is healthy and still refuses it. */
    @Test
    void messageThatTheDatabaseRefusesIsLeftToTheBrokerAlone() throws Exception {
        Engine node = receivingBy(refusing("packet too big", "HY000", row -> row.contains("m1")));
        for (int i = 0; i < 5; i++) {
            nodes.source().send(new Text("m" + i, null, "b" + i));
        }
        until(() -> billing.handled.size() == 4 && !nodes.source().dead().isEmpty(), node::poll);
        assertThat(nodes.source().dead()).containsExactly(new Text("m1", null, "b1"));
    }

    /** Returns whether the source has all five messages back, at least one of them after a failed delivery. */
    private boolean allAreBack() {
        return failedDeliveries().size() == 5 && failedDeliveries().stream().anyMatch(times -> times > 0);
    }

    private List<Integer> failedDeliveries() {
        return nodes.source().broker.failedDeliveries(MemorySource.ORIGIN);
    }

    private Engine receivingBy(DataSource dataSource) {
        engine.stop(Duration.ZERO);
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.put("mp.messaging.incoming.orders.destination", "queue:orders");
        Engine node = nodes.open(configuration, threads, dataSource, List.of(billing));
        engines.add(node);
        return node;
    }

    /** Returns a datasource that refuses to insert such rows into the stored inbox. */
    private DataSource refusing(String reason, String state, Predicate<List<Object>> rows) {
        return observing(row -> {
            if (rows.test(row)) {
                throw ReceivingContract.<RuntimeException>unchecked(new SQLException(reason, state));
            }
        });
    }

    /** Returns a datasource that shows the values of each row before it inserts it into the stored inbox. */
    private DataSource observing(Consumer<List<Object>> rows) {
        return ProxyDataSourceBuilder.create(pool)
                .beforeQuery((execution, queries) -> {
                    for (QueryInfo query : queries) {
                        if (SqlText.of(query).startsWith("INSERT INTO onceward_inbox_message")) {
                            query.getParametersList().forEach(row -> rows.accept(values(row)));
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
}
