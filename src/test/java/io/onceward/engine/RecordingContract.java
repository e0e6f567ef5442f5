// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import io.onceward.queue.RecordedEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** An event is recorded in the transaction of its caller, on every database. */
abstract class RecordingContract extends OutboxFixture {

    @Test
    void eventIsPublishedOnlyAfterItsTransactionCommitted() throws Exception {
        String id = JTA.inTransaction(() -> {
            business(1);
            String recorded = record("orders", "hello", OutboxMetadata.none());
            assertThat(publisher.published()).isEmpty();
            return recorded;
        });
        assertThat(publisher.ids()).containsExactly(id);
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(rows("business")).isEqualTo(1);
    }

    @Test
    void eventRollsBackWithItsTransaction() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    business(1);
                    record("orders", "hello", OutboxMetadata.none());
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(rows("business")).isZero();
        assertThat(publisher.published()).isEmpty();
    }

    @Test
    void eventRollsBackWhenASynchronizationFailsAfterTheWrite() {
        publisher.setDown(true);
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    business(1);
                    record("orders", "hello", OutboxMetadata.none());
                    JTA.registry.registerInterposedSynchronization(
                            before(() -> JTA.registry.registerInterposedSynchronization(before(() -> {
                                throw new IllegalStateException("too late");
                            }))));
                    return null;
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(rows("onceward_outbox")).isZero();
        assertThat(rows("business")).isZero();
    }

    @Test
    void eventsRecordedByASynchronizationAreWrittenInTheSameTransaction() throws Exception {
        JTA.inTransaction(() -> {
            JTA.registry.registerInterposedSynchronization(
                    before(() -> record("orders", "late", OutboxMetadata.none())));
            JTA.registry.registerInterposedSynchronization(before(() -> JTA.registry.registerInterposedSynchronization(
                    before(() -> JTA.registry.registerInterposedSynchronization(
                            before(() -> record("orders", "later still", OutboxMetadata.none())))))));
            return record("orders", "early", OutboxMetadata.none());
        });
        assertThat(publisher.published())
                .extracting(event -> new String(event.payload(), java.nio.charset.StandardCharsets.UTF_8))
                .containsExactlyInAnyOrder("early", "late", "later still");
    }

    @Test
    void manyEventsOfATransactionAreOneBatch() throws Exception {
        engine = reopen(Map.of("onceward.relay.enabled", "false"));
        JTA.inTransaction(() -> {
            for (int i = 0; i < 25; i++) {
                record("orders", "event " + i, OutboxMetadata.none());
            }
            executions.clear();
            return null;
        });
        assertThat(executions).singleElement().satisfies(execution -> {
            assertThat(execution.isBatch()).isTrue();
            assertThat(execution.getBatchSize()).isEqualTo(25);
        });
        assertThat(rows("onceward_outbox")).isEqualTo(25);
    }

    @Test
    void eventsOfATransactionKeepTheirOrderHoweverManyThereAre() throws Exception {
        List<String> all = new ArrayList<>();
        for (int count : List.of(1, 49, 50, 51, 170)) {
            all.addAll(JTA.inTransaction(() -> IntStream.range(0, count)
                    .mapToObj(i ->
                            record("orders", "event " + i, OutboxMetadata.none().withKey("k")))
                    .toList()));
        }
        all.addAll(JTA.inTransaction(() -> IntStream.range(0, 60)
                .mapToObj(i -> record(
                        "orders",
                        "large ".repeat(i * 300),
                        OutboxMetadata.none().withKey("k")))
                .toList()));
        assertThat(publisher.ids()).containsExactlyElementsOf(all);
    }

    @Test
    void innerTransactionKeepsItsOwnEvents() {
        List<String> inner = new ArrayList<>();
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    record("orders", "outer", OutboxMetadata.none());
                    inner.add(JTA.inNew(() -> record("orders", "inner", OutboxMetadata.none())));
                    throw new IllegalStateException("outer fails");
                }))
                .hasMessage("outer fails");
        assertThat(publisher.ids()).isEqualTo(inner);
    }

    @Test
    void withoutATransactionNothingIsRecorded() {
        assertThatThrownBy(() -> record("orders", "x", OutboxMetadata.none()))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0040");
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void channelMayOpenATransactionOfItsOwn() {
        engine = reopen(Map.of("mp.messaging.outgoing.audit.transaction", "own"));
        String id = record("audit", "x", OutboxMetadata.none());
        assertThat(publisher.ids()).containsExactly(id);
    }

    @Test
    void refusedRecordingRollsBackTheTransaction() {
        engine = reopen(Map.of("onceward.outbox.max-payload-size", "10"));
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    business(1);
                    record("orders", "small", OutboxMetadata.none());
                    assertThatThrownBy(() -> record("orders", "larger than ten", OutboxMetadata.none()))
                            .hasMessageStartingWith("OWD-0043");
                    return null;
                }))
                .isInstanceOf(jakarta.transaction.RollbackException.class);
        assertThat(rows("business")).isZero();
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void recordingInATransactionMarkedForRollbackIsRefused() {
        assertThatThrownBy(() -> JTA.inTransaction(() -> {
                    JTA.manager.setRollbackOnly();
                    return record("orders", "x", OutboxMetadata.none());
                }))
                .hasMessageStartingWith("OWD-0041");
    }

    @Test
    void allMetadataReachesTheBroker() throws Exception {
        Instant past = Instant.parse("2020-01-01T00:00:00Z");
        OutboxMetadata metadata = OutboxMetadata.none()
                .withId("my-id")
                .withKey("kunde-ü")
                .withType("OrderPlaced")
                .withHeader("tenant", "\"acme\" & söhne")
                .withDeliverAt(past);
        JTA.inTransaction(() -> record("orders", new byte[] {0, -1, 7}, metadata));
        RecordedEvent event = (RecordedEvent) publisher.published().get(0);
        assertThat(event.id()).isEqualTo("my-id");
        assertThat(event.channel()).isEqualTo("orders");
        assertThat(event.key()).isEqualTo("kunde-ü");
        assertThat(event.type()).isEqualTo("OrderPlaced");
        assertThat(event.headers()).isEqualTo(metadata.headers());
        assertThat(event.deliverAt()).isEqualTo(past);
        assertThat(event.payload()).containsExactly(0, -1, 7);
        assertThat(event.contentType()).isEqualTo("application/octet-stream");
        assertThat(event.destination()).isEqualTo("test:orders");
    }

    @Test
    void fullQueueRefusesNewEvents() throws Exception {
        engine = reopen(Map.of("onceward.outbox.max-pending", "10"));
        record(10, "orders", i -> null);
        engine.poll();
        assertThatThrownBy(() -> record(1, "orders", i -> null)).hasStackTraceContaining("OWD-0056");
        publisher.setDown(false);
        pollUntilPublished(10);
        engine.poll();
        record(1, "orders", i -> null);
        publisher.setDown(false);
        pollUntilPublished(11);
    }
}
