// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.engine.TextMessages.Text;
import io.onceward.fixture.Await;
import io.onceward.inbox.MessageHandler;
import io.onceward.inbox.ResultPolicy;
import io.onceward.metrics.Distribution;
import io.onceward.metrics.Metric;
import io.onceward.metrics.ShownGauges;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Metrics are exact, on every database. */
@DialectContract
abstract class MetricsContract extends DatabaseContract {

    private static final String DATASOURCE = "java:comp/DefaultDataSource";

    private static final Map<String, String> QUICK = Map.of(
            "onceward.schema", "create",
            "onceward.relay.polling-interval", "PT0.02S",
            "onceward.admin.refresh", "PT0.05S",
            "onceward.relay.retry-delay", "PT0.001S",
            "onceward.relay.max-attempts", "3",
            "mp.messaging.outgoing.orders.destination", "test:x",
            "mp.messaging.incoming.orders.retry-delay", "PT0.001S",
            "mp.messaging.incoming.orders.max-attempts", "2");

    private final MemoryPublisher publisher = new MemoryPublisher();
    private Engine engine;

    @BeforeEach
    void open() {
        engine = node(Map.of());
    }

    private Engine node(Map<String, String> more) {
        Map<String, String> configuration = new HashMap<>(QUICK);
        configuration.putAll(more);
        return new Nodes(JTA, publisher).open(configuration, Runnable::run, pool, List.of(new Billing()));
    }

    @AfterEach
    void close() {
        engine.stop(Duration.ofSeconds(5));
    }

    /** A handler that fails on messages that begin with "bad". */
    private static final class Billing implements MessageHandler {

        @Override
        public String name() {
            return "billing";
        }

        @Override
        public String channel() {
            return "orders";
        }

        @Override
        public Callable<?> decode(byte[] payload, InboxMetadata metadata) {
            return () -> {
                if (new String(payload, StandardCharsets.UTF_8).startsWith("bad")) {
                    throw new IllegalStateException("billing does not like it");
                }
                return null;
            };
        }
    }

    @Test
    void committedEventsCountAsRecordedAndSent() throws Exception {
        JTA.inTransaction(() -> {
            record("orders", "a");
            record("orders", "b");
            return record("letters", "c");
        });
        assertThat(counts(Metric.RECORDED)).containsOnly(Map.entry("orders", 2L), Map.entry("letters", 1L));
        assertThat(counts(Metric.SENT)).containsOnly(Map.entry("orders", 2L), Map.entry("letters", 1L));
        assertThat(distribution(Metric.BATCH_SIZE, DATASOURCE).getCount())
                .as("batches, one for each channel")
                .isEqualTo(2);
        assertThat(distribution(Metric.BATCH_SIZE, DATASOURCE).getMax()).isEqualTo(2);
        assertThat(distribution(Metric.SEND_DURATION, DATASOURCE).getCount()).isEqualTo(2);
        assertThat(distribution(Metric.CYCLE_DURATION, DATASOURCE).getCount()).isPositive();
        assertThat(distribution(Metric.PUBLISH_LATENCY, "orders").getCount()).isEqualTo(2);
        assertThat(counts(Metric.PUBLISH_FAILURES)).isEmpty();
        assertThat(counts(Metric.EVENTS_PARKED)).isEmpty();
    }

    @Test
    void rolledBackEventsAreNotCounted() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    record("orders", "a");
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        assertThat(counts(Metric.RECORDED)).isEmpty();
        assertThat(counts(Metric.SENT)).isEmpty();
    }

    @Test
    void refusalsCountUntilTheEventIsParked() throws Exception {
        publisher.refuse(event -> event.channel().equals("orders"));
        JTA.inTransaction(() -> record("orders", "a"));
        pollUntil(() -> counts(Metric.EVENTS_PARKED).containsKey("orders"));
        assertThat(counts(Metric.EVENTS_PARKED)).containsOnly(Map.entry("orders", 1L));
        assertThat(counts(Metric.PUBLISH_FAILURES)).containsOnly(Map.entry("orders", 3L));
        assertThat(counts(Metric.SENT)).isEmpty();
    }

    @Test
    void outageCountsAsNothingAndIsInTheLatency() throws Exception {
        publisher.setDown(true);
        JTA.inTransaction(() -> record("orders", "a"));
        Thread.sleep(300);
        publisher.setDown(false);
        pollUntil(() -> counts(Metric.SENT).containsKey("orders"));
        assertThat(counts(Metric.PUBLISH_FAILURES)).isEmpty();
        assertThat(distribution(Metric.PUBLISH_LATENCY, "orders").getSum()).isBetween(0.29, 30.0);
    }

    @Test
    void latencyOfADelayedEventBeginsWhenItIsDue() throws Exception {
        JTA.inTransaction(() -> engine.recording("orders")
                .record(
                        "late",
                        OutboxMetadata.none().withDeliverAt(Instant.now().minusSeconds(100))));
        pollUntil(() -> counts(Metric.SENT).containsKey("orders"));
        assertThat(distribution(Metric.PUBLISH_LATENCY, "orders").getSum()).isBetween(99.0, 130.0);
    }

    /** The broker has accepted the event, but the row that is to be removed has another id by then. */
    @Test
    void eventThatIsPublishedAgainCountsAgain() throws Exception {
        publisher.duringPublish = () -> {
            publisher.duringPublish = () -> {};
            sql("UPDATE onceward_outbox SET id = 'another'");
        };
        JTA.inTransaction(() -> record("orders", "a"));
        pollUntil(() -> publisher.published().size() == 2);
        assertThat(counts(Metric.RECORDED)).containsOnly(Map.entry("orders", 1L));
        assertThat(counts(Metric.SENT)).containsOnly(Map.entry("orders", 2L));
    }

    @Test
    void storedMessagesCountByHandler() {
        engine.stored().receive("orders", List.of(new Text("m1", null, "good"), new Text("m2", null, "good")));
        engine.stored().receive("orders", List.of(new Text("m1", null, "good")));
        assertThat(counts(Metric.RECEIVED)).containsOnly(Map.entry("orders", 3L));
        assertThat(distribution(Metric.PROCESS_DURATION, "billing").getCount()).isEqualTo(2);
        assertThat(counts(Metric.DUPLICATES)).containsOnly(Map.entry("billing", 1L));
        assertThat(distribution(Metric.PROCESS_LATENCY, "billing").getCount()).isEqualTo(3);
        assertThat(counts(Metric.SENT)).isEmpty();
    }

    @Test
    void failuresOfAHandlerCountUntilTheMessageIsParked() throws Exception {
        engine.stored().receive("orders", List.of(new Text("m1", null, "bad")));
        pollUntil(() -> counts(Metric.MESSAGES_PARKED).containsKey("billing"));
        assertThat(counts(Metric.MESSAGES_PARKED)).containsOnly(Map.entry("billing", 1L));
        assertThat(counts(Metric.PROCESS_FAILURES)).containsOnly(Map.entry("billing", 2L));
        assertThat(engine.metrics().distributions(Metric.PROCESS_DURATION)).isEmpty();
    }

    @Test
    void idempotentCallsAreCountedWhenTheirTransactionCommits() throws Exception {
        Callable<Object> call = () -> engine.calls().once("calls", "k1", ResultPolicy.none(null), () -> 1);
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    call.call();
                    throw new IllegalStateException("the caller fails");
                }))
                .hasMessage("the caller fails");
        assertThat(engine.metrics().distributions(Metric.PROCESS_DURATION)).isEmpty();
        JTA.inTransaction(call);
        JTA.inTransaction(call);
        call.call();
        engine.calls().once("calls", "k2", ResultPolicy.none(null), () -> 1);
        assertThat(distribution(Metric.PROCESS_DURATION, "calls").getCount()).isEqualTo(2);
        assertThat(counts(Metric.DUPLICATES)).containsOnly(Map.entry("calls", 2L));
    }

    @Test
    void idempotentDeliveriesAreCounted() throws Exception {
        assertThat(engine.inbox().once("mdb", (Object) "m1", () -> 1)).isTrue();
        assertThat(engine.inbox().once("mdb", (Object) "m1", () -> 1)).isFalse();
        assertThatThrownBy(() -> engine.inbox().once("mdb", (Object) "m2", () -> {
                    throw new IllegalStateException("no");
                }))
                .hasMessage("no");
        assertThat(distribution(Metric.PROCESS_DURATION, "mdb").getCount()).isEqualTo(1);
        assertThat(counts(Metric.DUPLICATES)).containsOnly(Map.entry("mdb", 1L));
    }

    @Test
    void deletedRowsAreCounted() throws Exception {
        engine.stop(Duration.ofSeconds(5));
        engine = node(Map.of(
                "onceward.outbox.retention", "PT0.001S",
                "onceward.inbox.retention", "PT0.001S",
                "onceward.inbox.janitor-interval", "PT0.01S"));
        JTA.inTransaction(() -> record("orders", "a"));
        engine.inbox().once("billing", (Object) "m1", () -> 1);
        pollUntil(() -> counts(Metric.JANITOR_DELETED).equals(Map.of("outbox_sent", 1L, "inbox", 1L)));
    }

    @Test
    @OwnDatabase
    void gaugesShowTheBacklogAndDisappearWithTheDatabase() throws Exception {
        ShownGauges shown = new ShownGauges();
        engine.metrics().addSink(shown);
        publisher.setDown(true);
        JTA.inTransaction(() -> record("orders", "a"));
        engine.stored().receive("orders", List.of(new Text("m1", null, "bad")));
        pollUntil(() -> Map.of("orders", 1.0).equals(shown.of(Metric.OUTBOX_DUE)));
        assertThat(shown.of(Metric.OUTBOX_PENDING)).isEqualTo(Map.of("orders", 1.0));
        assertThat(shown.of(Metric.OUTBOX_PARKED)).isEqualTo(Map.of("orders", 0.0));
        pollUntil(() -> shown.of(Metric.OUTBOX_LAG).get("orders") > 0);
        pollUntil(() -> Map.of("billing", 1.0).equals(shown.of(Metric.INBOX_PARKED)));
        assertThat(shown.of(Metric.OUTBOX_LANES)).isEqualTo(Map.of("orders", 64.0));
        assertThat(shown.of(Metric.INBOX_LANES)).isEqualTo(Map.of("billing", 64.0));
        assertThat(shown.of(Metric.NODES)).isEqualTo(Map.of(DATASOURCE, 1.0));
        publisher.setDown(false);
        pollUntil(() -> Map.of("orders", 0.0).equals(shown.of(Metric.OUTBOX_PENDING)));
        assertThat(shown.of(Metric.OUTBOX_LAG)).isEqualTo(Map.of("orders", 0.0));
        pool.close();
        pollUntil(() -> shown.of(Metric.OUTBOX_PENDING).isEmpty());
        assertThat(shown.of(Metric.OUTBOX_LANES)).isEmpty();
        assertThat(shown.of(Metric.NODES)).isEmpty();
    }

    @Test
    void relayReportsItsState() throws Exception {
        assertThat(engine.relay()).isEqualTo("running");
        publisher.setDown(true);
        JTA.inTransaction(() -> record("orders", "a"));
        assertThat(engine.relay()).isEqualTo("retrying");
        publisher.setDown(false);
        pollUntil(() -> engine.relay().equals("running"));
        engine.stop(Duration.ofSeconds(5));
        assertThat(engine.relay()).isEqualTo("stopped");
        engine = node(Map.of("onceward.relay.enabled", "false"));
        assertThat(engine.relay()).isEqualTo("off");
    }

    // ---- tools

    private String record(String channel, String payload) {
        return engine.recording(channel).record(payload, OutboxMetadata.none());
    }

    private Map<String, Long> counts(Metric metric) {
        return engine.metrics().counts(metric);
    }

    private Distribution distribution(Metric metric, String label) {
        return engine.metrics().distributions(metric).get(label);
    }

    private void pollUntil(BooleanSupplier condition) throws InterruptedException {
        Await.until("a metric", condition, engine::poll);
    }
}
