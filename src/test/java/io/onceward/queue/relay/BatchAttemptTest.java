// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventState;
import io.onceward.fixture.TestPublisher;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.UnpublishableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * The order of a key within a cycle while other threads of the node close a circuit breaker. Each test closes it at the
 * worst moment.
 */
class BatchAttemptTest {

    private static final IOException REFUSAL = new IOException("refused");

    private static final Resource HERE = Resource.connection("test", "here");
    private static final Resource X = Resource.destination("test:x");

    private boolean stopping;
    private final CircuitBreakers breakers = new CircuitBreakers();
    private final FakePublisher broker = new FakePublisher();
    private final BatchAttempt attempt = new BatchAttempt(
            new Publishers(Map.of("test", broker)),
            breakers,
            QueueBreaker.CLOSED,
            new OutboxMetrics(new MetricsRecorder(), "jdbc/test"),
            () -> stopping);

    @Test
    void eventSkippedByAnOpenCircuitBreakerHoldsItsKey() {
        broker.batches = false;
        openForLong(X);
        broker.whenPublishing = event -> {
            if (event.destination().equals("test:y")) {
                breakers.succeeded(X);
            }
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:y", "other"), event(3, "test:x", "k")));
        assertThat(broker.published).containsExactly(2L);
        assertThat(attempt.refused()).isEmpty();
    }

    @Test
    void eventsAfterADoubtfulOneAreNotInTheBatchBefore() {
        breakers.failed(X, REFUSAL);
        broker.whenAskedForBatches = asked -> {
            if (asked == 2) {
                breakers.succeeded(X);
            }
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k"), event(3, "test:x", "other")));
        assertThat(broker.published).containsExactly(3L, 1L, 2L);
    }

    @Test
    void eventsAfterARefusedProbeAreNotInTheBatchAfter() {
        halfOpen(HERE);
        broker.whenPublishing = event -> {
            if (event.id().equals("1")) {
                throw REFUSAL;
            }
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k"), event(3, "test:x", "other")));
        assertThat(broker.published).containsExactly(3L);
        assertThat(attempt.refused().keySet()).extracting(QueuedEvent::seq).containsExactly(1L);
    }

    @Test
    void refusedProbeClosesTheCircuitBreakerOfTheConnection() {
        halfOpen(HERE);
        broker.whenPublishing = event -> {
            if (event.id().equals("1")) {
                throw REFUSAL;
            }
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:y", "other")));
        assertThat(breakers.hasFailed(HERE)).isFalse();
        assertThat(broker.published).containsExactly(2L);
        assertThat(attempt.refused().keySet()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertThat(attempt.failing()).isEmpty();
    }

    @Test
    void eventsWithoutAnAdapterAreNotRefusedAndHoldTheirKeys() {
        attempt.publish(List.of(event(1, "pigeon:x", "k"), event(2, "test:x", "other"), event(3, "test:x", "k")));
        assertThat(attempt.refused()).isEmpty();
        assertThat(broker.published).containsExactly(2L);
        assertThat(Outages.names(breakers.outages(Set.of(Resource.Kind.MISSING_ADAPTER))))
                .containsExactly("broker adapter 'pigeon'");
        openForLong(Resource.missingAdapter("pigeon"));
        assertThat(breakers.destinations()).containsExactly("pigeon:x");
    }

    @Test
    void eventsThatAnOpenCircuitBreakerKeepsBackNameIt() {
        openForLong(HERE);
        attempt.publish(List.of(event(1, "test:x", "k")));
        assertThat(attempt.failing()).containsExactly(HERE);
        assertThat(broker.published).isEmpty();
    }

    @Test
    void onlyTheFirstEventOfABlockedKeyIsRefused() {
        attempt.publish(List.of(
                event(1, "test:x", "k"),
                event(2, "unknown", "k"),
                event(3, "unknown", "k"),
                event(4, "test:x", "k"),
                event(5, "unknown", null),
                event(6, "unknown", null)));
        assertThat(broker.published).containsExactly(1L);
        assertThat(attempt.refused().keySet()).extracting(QueuedEvent::seq).containsExactly(2L, 5L, 6L);
    }

    @Test
    void errorOfAPublisherThatLooksForItsBrokerOpensTheCircuitBreaker() {
        broker.whenPublishing = event -> {
            throw REFUSAL;
        };
        broker.whenReaching = () -> {
            throw new NoClassDefFoundError("a class of the client library");
        };
        attempt.publish(List.of(event(1, "test:x", "k")));
        assertThat(breakers.hasFailed(HERE)).isTrue();
        assertThat(attempt.failing()).containsExactly(HERE);
        assertThat(attempt.refused()).isEmpty();
    }

    /** By the time at which the broker is asked, the check may have passed: the event is still not at fault. */
    @Test
    void eventIsNotRefusedIfTheCheckOfItsConnectionHasNotPassed() {
        AtomicBoolean asked = new AtomicBoolean();
        broker.batches = false;
        broker.whenPublishing = event -> {
            throw new UnusableConnectionException(REFUSAL);
        };
        broker.whenReaching = () -> asked.set(true);
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "other")));
        assertThat(attempt.refused()).isEmpty();
        assertThat(breakers.hasFailed(HERE)).isTrue();
        assertThat(breakers.outages(Set.of(Resource.Kind.CONNECTION)))
                .allSatisfy(outage -> assertThat(outage.cause()).contains("refused"));
        assertThat(asked).isFalse();
        broker.batches = true;
        attempt.publish(List.of(event(3, "test:x", "third")));
        assertThat(attempt.refused()).isEmpty();
        assertThat(asked).isFalse();
    }

    @Test
    void errorOfAPublisherThatReadsADestinationRefusesTheEvent() {
        broker.whenConnecting = destination -> {
            if (destination.equals("test:y")) {
                throw new NoClassDefFoundError("a class of the client library");
            }
        };
        attempt.publish(List.of(event(1, "test:y", "k"), event(2, "test:x", "other")));
        assertThat(attempt.refused().keySet()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertThat(broker.published).containsExactly(2L);
    }

    @Test
    void errorOfTheVirtualMachineOpensTheCircuitBreakerOfTheConnection() {
        broker.whenPublishing = event -> {
            throw new OutOfMemoryError("of the test");
        };
        List<QueuedEvent> events = List.of(event(1, "test:x", "k"));
        assertThatThrownBy(() -> attempt.publish(events)).isInstanceOf(OutOfMemoryError.class);
        assertThat(breakers.hasFailed(HERE)).isTrue();
        assertThat(attempt.failing()).containsExactly(HERE);
        openForLong(HERE);
        assertThat(breakers.destinations()).containsExactly("test:x");
    }

    @Test
    void refusalsOpenTheBreakerOfTheDestinationAlsoIfEachEventIsPublishedAlone() {
        broker.batches = false;
        broker.whenPublishing = event -> {
            throw REFUSAL;
        };
        attempt.publish(List.of(
                event(1, "test:x", null),
                event(2, "test:x", null),
                event(3, "test:x", null),
                event(4, "test:x", null)));
        assertThat(breakers.isOpen(Resource.destination("test:x"))).isTrue();
        assertThat(breakers.hasFailed(HERE)).isFalse();
        assertThat(attempt.refused().keySet()).extracting(QueuedEvent::seq).containsExactly(1L, 2L, 3L);
    }

    @Test
    void confirmedEventsStayConfirmedWhenMetricsFail() {
        BatchAttempt unmeasured = new BatchAttempt(
                new Publishers(Map.of("test", broker)),
                breakers,
                QueueBreaker.CLOSED,
                new OutboxMetrics(null, "jdbc/test"),
                () -> false);
        unmeasured.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k")));
        broker.batches = false;
        unmeasured.publish(List.of(event(3, "test:x", "k")));
        assertThat(broker.published).containsExactly(1L, 2L, 3L);
        assertThat(unmeasured.published()).extracting(QueuedEvent::seq).containsExactly(1L, 2L, 3L);
        assertThat(unmeasured.refused()).isEmpty();
    }

    @Test
    void expiredEventIsDroppedAlthoughItsConnectionFails() {
        openForLong(HERE);
        attempt.publish(List.of(expired(1, "k", false), event(2, "test:x", "k")));
        assertThat(attempt.published()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertThat(attempt.refused()).isEmpty();
        assertThat(broker.published).isEmpty();
        assertThat(attempt.failing()).containsExactly(HERE);
    }

    @Test
    void expiredEventIsNoProbeOfAConnection() {
        halfOpen(HERE);
        attempt.publish(List.of(expired(1, "k", false), event(2, "test:x", "k")));
        assertThat(broker.published).containsExactly(2L);
        assertThat(breakers.hasFailed(HERE)).isFalse();
    }

    @Test
    void parkedExpiredEventHoldsItsKey() {
        attempt.publish(List.of(expired(1, "k", true), event(2, "test:x", "k"), event(3, "test:x", "other")));
        assertThat(broker.published).containsExactly(3L);
        assertThat(attempt.refused().keySet()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertThat(attempt.refused().values()).singleElement().isInstanceOf(UnpublishableException.class);
    }

    /** The earlier event may be refused: then it, and not the later one, is the head of its key. */
    @Test
    void expiredEventIsNotParkedBesideAnEarlierOneOfItsKey() {
        attempt.publish(List.of(
                event(1, "test:x", "k"), expired(2, "k", true), event(3, "test:x", "k"), event(4, "test:x", "other")));
        assertThat(broker.published).containsExactly(1L, 4L);
        assertThat(attempt.refused()).isEmpty();
    }

    @Test
    void rowWithAnIllegalExpiryIsParked() {
        attempt.publish(
                List.of(event(1, "test:x", "k", Map.of("onceward_expires", "tomorrow")), event(2, "test:x", "other")));
        assertThat(broker.published).containsExactly(2L);
        assertThat(attempt.refused().values()).singleElement().satisfies(reason -> assertThat(reason)
                .hasRootCauseMessage(reason.getCause().getMessage())
                .hasStackTraceContaining("OWD-0055"));
    }

    @Test
    void publisherGetsReservedHeadersApartFromTheOthers() {
        List<OutboxEvent> got = new ArrayList<>();
        broker.whenPublishing = got::add;
        attempt.publish(List.of(event(1, "test:x", "k", Map.of("h", "v", "onceward_priority", "7"))));
        assertThat(got).singleElement().satisfies(event -> {
            assertThat(event.headers()).containsOnlyKeys("h");
            assertThat(event.reservedHeaders()).containsOnlyKeys("onceward_priority");
            assertThat(event.priority()).hasValue(7);
            assertThat(event.expiresAt()).isEmpty();
        });
    }

    @Test
    void expiredEventIsDroppedWhenMetricsFail() {
        BatchAttempt unmeasured = new BatchAttempt(
                new Publishers(Map.of("test", broker)),
                breakers,
                QueueBreaker.CLOSED,
                new OutboxMetrics(null, "jdbc/test"),
                () -> false);
        unmeasured.publish(List.of(expired(1, "k", false)));
        assertThat(unmeasured.published()).extracting(QueuedEvent::seq).containsExactly(1L);
    }

    /** Its sender was given up, or the relay stops, while the first connection did not answer. */
    @Test
    void batchThatIsGivenUpIsNotPublishedByFurtherConnections() {
        broker.whenPublishing = event -> stopping = true;
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:far", "other"), event(3, "unknown", "other")));
        assertThat(broker.published).containsExactly(1L);
        assertThat(attempt.refused()).isEmpty();
    }

    @Test
    void nothingFollowsAProbeDuringWhichTheBatchIsGivenUp() {
        halfOpen(HERE);
        broker.whenPublishing = event -> stopping = true;
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "other"), event(3, "unknown", "other")));
        assertThat(broker.published).containsExactly(1L);
        assertThat(attempt.refused()).isEmpty();
    }

    @Test
    void eventsThatWaitForTheConnectionHoldTheirKeys() {
        openForLong(HERE);
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "unknown", "k"), event(3, "unknown", "other")));
        assertThat(attempt.refused().keySet()).extracting(QueuedEvent::seq).containsExactly(3L);
    }

    /**
     * Opens the circuit breaker for long. After one failure it might half-open before a slow machine gets to the test.
     */
    private void openForLong(Resource what) {
        for (int i = 0; i < 10; i++) {
            breakers.failed(what, REFUSAL);
        }
    }

    private void halfOpen(Resource what) {
        breakers.failed(what, REFUSAL);
        while (breakers.isOpen(what)) {
            Thread.onSpinWait();
        }
    }

    private static QueuedEvent expired(long seq, String key, boolean parks) {
        Map<String, String> headers =
                parks ? Map.of("onceward_expires", "1", "onceward_expired", "park") : Map.of("onceward_expires", "1");
        return event(seq, "test:x", key, headers);
    }

    private static QueuedEvent event(long seq, String destination, String key) {
        return event(seq, destination, key, Map.of());
    }

    private static QueuedEvent event(long seq, String destination, String key, Map<String, String> headers) {
        RecordedEvent event = new RecordedEvent(
                String.valueOf(seq), "c", key, "t", new byte[0], "text/plain", headers, destination, 0, null);
        return new QueuedEvent(seq, EventState.PENDING, 0, key == null ? null : new OrderKey("c", key), event, 0, null);
    }

    @FunctionalInterface
    private interface Publishing {
        void begins(OutboxEvent event) throws Exception;
    }

    @FunctionalInterface
    private interface Asking {
        void asks(int times);
    }

    private static final class FakePublisher extends TestPublisher {

        private final List<Long> published = new ArrayList<>();
        private boolean batches = true;
        private int asked;
        private Publishing whenPublishing = event -> {};
        private Asking whenAskedForBatches = times -> {};
        private Runnable whenReaching = () -> {};
        private Consumer<String> whenConnecting = destination -> {};

        @Override
        public String connection(String destination) {
            whenConnecting.accept(destination);
            return destination.equals("test:far") ? "there" : super.connection(destination);
        }

        @Override
        public void reach(String connection) {
            whenReaching.run();
        }

        @Override
        public boolean supportsBatches() {
            whenAskedForBatches.asks(++asked);
            return batches;
        }

        @Override
        public void publish(List<OutboxEvent> events) throws Exception {
            for (OutboxEvent event : events) {
                whenPublishing.begins(event);
            }
            events.forEach(event -> published.add(Long.valueOf(event.id())));
        }
    }
}
