// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.onceward.api.Backlog;
import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.OutboxMetadata;
import io.onceward.queue.outage.BrokerConnection;
import io.onceward.spi.OutboxEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A channel with two destinations delivers, retries and parks for each of them independently, on every database. */
abstract class DestinationsContract extends OutboxFixture {

    private static final String KEY = "mp.messaging.outgoing.orders.destinations";
    private static final String NEAR = "orders.near";
    private static final String FAR = "orders.far";
    private static final String BOTH = "near=test:x,far=test:elsewhere";

    // ---- recording

    @Test
    void eachDestinationGetsTheEventWithTheSameIdInItsOwnQueue() throws Exception {
        engine = open(Map.of());
        String id = JTA.inTransaction(() ->
                record("orders", "hello", OutboxMetadata.none().withKey("k").withHeader("tenant", "acme")));
        assertThat(publisher.published())
                .extracting(OutboxEvent::id, OutboxEvent::channel, OutboxEvent::destination, OutboxEvent::key)
                .containsExactlyInAnyOrder(tuple(id, NEAR, "test:x", "k"), tuple(id, FAR, "test:elsewhere", "k"));
        assertThat(publisher.published()).allSatisfy(event -> {
            assertThat(event.payload()).asString().isEqualTo("hello");
            assertThat(event.type()).as("the channel's name").isEqualTo("orders");
            assertThat(event.headers()).containsEntry("tenant", "acme");
        });
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void rowsForAllDestinationsAreOneBatch() throws Exception {
        engine = open(Map.of("onceward.relay.enabled", "false"));
        JTA.inTransaction(() -> {
            for (int i = 0; i < 10; i++) {
                record("orders", "event " + i, OutboxMetadata.none());
            }
            executions.clear();
            return null;
        });
        assertThat(executions).singleElement().satisfies(execution -> {
            assertThat(execution.isBatch()).isTrue();
            assertThat(execution.getBatchSize()).isEqualTo(20);
        });
        assertThat(rows("onceward_outbox")).isEqualTo(20);
        assertThat(number("SELECT COUNT(DISTINCT id) FROM onceward_outbox")).isEqualTo(10);
    }

    @Test
    void eventThatRollsBackIsRecordedForNoDestination() {
        engine = open(Map.of());
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    record("orders", "hello", OutboxMetadata.none());
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(publisher.published()).isEmpty();
    }

    /** The application has crashed after the commit; no other one knows the destinations of its channel. */
    @Test
    void anyRelayPublishesTheRowsOfAllDestinations() throws Exception {
        engine = open(Map.of("onceward.relay.enabled", "false"));
        String id = JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        engine = reopen(new Nodes(JTA, publisher), Map.of(), Runnable::run, pool);
        pollUntilPublished(2);
        assertThat(publisher.published())
                .extracting(OutboxEvent::id, OutboxEvent::destination)
                .containsExactlyInAnyOrder(tuple(id, "test:x"), tuple(id, "test:elsewhere"));
    }

    @Test
    void relayWithSomeChannelsPublishesTheDestinationsThatItNames() throws Exception {
        engine = open(Map.of("onceward.relay.channels", FAR));
        JTA.inTransaction(() -> record("orders", "x", OutboxMetadata.none()));
        pollUntilPublished(1);
        assertThat(publisher.published()).extracting(OutboxEvent::channel).containsExactly(FAR);
        engine = open(Map.of("onceward.relay.channels", "orders"));
        pollUntilPublished(2);
        assertThat(publisher.published()).extracting(OutboxEvent::channel).containsExactly(FAR, NEAR);
    }

    @Test
    void delayedEventIsDelayedForEachDestination() throws Exception {
        engine = open(Map.of("onceward.relay.enabled", "false"));
        JTA.inTransaction(() -> record(
                "orders", "x", OutboxMetadata.none().withDeliverAt(Instant.now().plusSeconds(3600))));
        assertThat(number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'DELAYED'"))
                .isEqualTo(2);
    }

    // ---- delivering, retrying and parking

    @Test
    void outageOfOneDestinationDelaysNoOther() throws Exception {
        engine = open(new Nodes(JTA, publisher).declaring("orders").tryingSoon(), Map.of());
        publisher.elsewhereDown = true;
        List<String> ids = recordKeyed(6);
        pollUntilPublished(6);
        assertOrder(NEAR, ids);
        assertThat(text("SELECT CONCAT(MIN(aggregatetype), ' ', MAX(aggregatetype)) FROM onceward_outbox"))
                .isEqualTo(FAR + " " + FAR);
        assertThat(number("SELECT SUM(attempts) FROM onceward_outbox")).isZero();
        assertThat(engine.outages().brokers()).singleElement().satisfies(outage -> {
            assertThat(outage.name()).contains("elsewhere");
            assertThat(outage.queues()).containsExactly(FAR);
        });
        assertThat(engine.connections())
                .extracting(
                        BrokerConnection::kind,
                        BrokerConnection::name,
                        BrokerConnection::channels,
                        connection -> connection.outage() != null)
                .containsExactly(
                        tuple("test", "elsewhere", List.of(FAR), true), tuple("test", "here", List.of(NEAR), false));
        publisher.elsewhereDown = false;
        pollUntilPublished(12);
        assertOrder(FAR, ids);
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void eventIsParkedOnlyForTheDestinationThatRefusesIt() throws Exception {
        engine = open(parkingSoon("block-key"));
        List<String> ids = new ArrayList<>();
        publisher.refuse(
                event -> event.channel().equals(FAR) && event.id().equals(ids.isEmpty() ? event.id() : ids.get(0)));
        ids.addAll(recordKeyed(3));
        pollUntil(() -> number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'PARKED'") == 1);
        assertOrder(NEAR, ids);
        EventSummary parked = engine.outboxAdmin()
                .find(EventFilter.all().parked(), null, 10)
                .events()
                .get(0);
        assertThat(parked.id()).isEqualTo(ids.get(0));
        assertThat(parked.channel()).isEqualTo(FAR);
        pollUntil(() -> number("SELECT COUNT(*) FROM onceward_outbox WHERE state = 'BLOCKED'") == 2);
        String later = JTA.inTransaction(
                () -> record("orders", "x", OutboxMetadata.none().withKey("k")));
        ids.add(later);
        pollUntil(() -> published(NEAR).size() == 4);
        assertThat(published(FAR)).isEmpty();

        publisher.refuse(event -> false);
        EventFilter ofOther = EventFilter.all().withId(ids.get(0)).withQueue(NEAR);
        assertThat(engine.outboxAdmin().requeue(ofOther, "me")).isZero();
        assertThat(engine.outboxAdmin().requeue(ofOther.withQueue(FAR), "me")).isEqualTo(1);
        pollUntilPublished(8);
        assertOrder(NEAR, ids);
        assertOrder(FAR, ids);
    }

    @Test
    void destinationIsPausedAlone() throws Exception {
        engine = open(Map.of());
        assertThat(engine.outboxAdmin().pause(FAR, "me")).isTrue();
        List<String> ids = recordKeyed(3);
        pollUntilPublished(3);
        assertOrder(NEAR, ids);
        Map<String, Backlog> backlog =
                engine.outboxAdmin().backlog().stream().collect(Collectors.toMap(Backlog::queue, each -> each));
        assertThat(backlog.keySet()).containsExactlyInAnyOrder(NEAR, FAR);
        assertThat(backlog.get(FAR).pending()).isEqualTo(3);
        assertThat(backlog.get(NEAR).pending()).isZero();
        engine.outboxAdmin().resume(FAR, "me");
        pollUntilPublished(6);
        assertOrder(FAR, ids);
    }

    @Test
    void retryPolicyIsDeclaredForEachDestination() {
        engine = open(Map.of("onceward.relay.max-attempts", "7"));
        assertThat(number("SELECT COUNT(*) FROM onceward_policy WHERE maxattempts = 7 AND queue IN ('" + NEAR + "', '"
                        + FAR + "')"))
                .isEqualTo(2);
    }

    @Test
    void destinationThatIsRemovedStillGetsItsPendingEvents() throws Exception {
        engine = open(Map.of("onceward.relay.enabled", "false"));
        JTA.inTransaction(() -> record("orders", "old", OutboxMetadata.none()));
        engine = reopen(Map.of(KEY, "near=test:x"));
        JTA.inTransaction(() -> record("orders", "new", OutboxMetadata.none()));
        pollUntilPublished(3);
        assertThat(published(NEAR)).hasSize(2);
        assertThat(published(FAR)).hasSize(1);
    }

    // ---- mistakes

    @Test
    void oneDestinationTwiceIsRefused() {
        assertThatThrownBy(() -> reopen(Map.of(KEY, "test:x,again=test:x")))
                .hasMessageStartingWith("OWD-0303")
                .hasMessageContaining(KEY)
                .hasMessageContaining("'orders.test' and 'orders.again'")
                .hasMessageContaining("test:x");
    }

    @Test
    void channelWithTheNameOfAQueueIsRefused() {
        Nodes nodes = new Nodes(JTA, publisher);
        Map<String, String> destinations = Map.of(KEY, BOTH);
        assertThatThrownBy(() -> reopen(nodes.declaring("orders", FAR), destinations, Runnable::run, pool))
                .hasMessageStartingWith("OWD-0304")
                .hasMessageContaining("'" + FAR + "'")
                .hasMessageContaining(KEY);
        engine = open(Map.of());
        assertThatThrownBy(() -> JTA.inTransaction(() -> record(FAR, "x", OutboxMetadata.none())))
                .hasMessageStartingWith("OWD-0304");
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void queueNameThatIsTooLongIsRefused() {
        String channel = "c".repeat(252);
        String key = "mp.messaging.outgoing." + channel + ".destinations";
        Nodes nodes = new Nodes(JTA, publisher).declaring(channel);
        engine = reopen(nodes, Map.of(key, "xy=test:x"), Runnable::run, pool);
        assertThatThrownBy(() -> reopen(nodes, Map.of(key, "xyz=test:x"), Runnable::run, pool))
                .hasMessageStartingWith("OWD-0053")
                .hasMessageContaining("longer than 255");
    }

    private Engine open(Map<String, String> configuration) {
        return open(nodes(), configuration);
    }

    private Engine open(Nodes nodes, Map<String, String> configuration) {
        Map<String, String> values = new HashMap<>(configuration);
        values.put(KEY, BOTH);
        return reopen(nodes, values, Runnable::run, pool);
    }

    private List<String> recordKeyed(int count) throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(JTA.inTransaction(
                    () -> record("orders", "x", OutboxMetadata.none().withKey("k"))));
        }
        return ids;
    }

    private List<String> published(String queue) {
        return publisher.published().stream()
                .filter(event -> event.channel().equals(queue))
                .map(OutboxEvent::id)
                .toList();
    }

    private void assertOrder(String queue, List<String> ids) {
        assertThat(published(queue)).as("events of %s", queue).isEqualTo(ids);
    }
}
