// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventState;
import io.onceward.fixture.TestPublisher;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.outbox.OutboxMetrics;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Time;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outages;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.EventPublisher;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
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
    private boolean batches = true;
    private int asked;
    private Asking whenAsked = times -> {};
    private final FakePublisher broker = new FakePublisher();

    /** The ids of the events of each call, if a test notes them. */
    private final List<List<String>> calls = new ArrayList<>();

    private final Publishers publishers =
            new Publishers(Map.of("test", broker), Map.of("test", broker), new StoredPayloads(List.of(), 1, 1));
    private final BatchAttempt attempt = new BatchAttempt(
            event -> new AskedOutlet(publishers.of(event), () -> {
                whenAsked.asks(++asked);
                return batches;
            }),
            breakers,
            QueueBreaker.CLOSED,
            new OutboxMetrics(new MetricsRecorder(), "jdbc/test"),
            () -> stopping,
            Time.SYSTEM);

    // ---- a publisher that throws

    /** Publishes events until it meets one of these, for which it throws. */
    private void throwAt(String... ids) {
        broker.own = (events, results) -> {
            calls.add(events.stream().map(OutboxEvent::id).toList());
            for (OutboxEvent event : events) {
                if (List.of(ids).contains(event.id())) {
                    throw new IllegalStateException("not foreseen");
                }
            }
            for (OutboxEvent event : events) {
                if (results.wants(event)) {
                    broker.published.add(Long.valueOf(event.id()));
                    results.confirmed(event);
                }
            }
        };
    }

    private void assertRefused(Long... seqs) {
        assertThat(attempt.outcome().refused().keySet())
                .extracting(QueuedEvent::seq)
                .containsExactlyInAnyOrder(seqs);
    }

    @Test
    void eventThatMakesThePublisherThrowIsFoundAndRefused() {
        throwAt("2");
        attempt.publish(List.of(event(1, "test:x", "a"), event(2, "test:x", "b"), event(3, "test:y", "c")));
        assertThat(calls).containsExactly(List.of("1", "2", "3"), List.of("1"), List.of("2"), List.of("3"));
        assertThat(broker.published).containsExactly(1L, 3L);
        assertThat(attempt.outcome().refused().values()).singleElement().satisfies(refusal -> {
            assertThat(refusal.effect()).isEqualTo(Refusal.Effect.COUNTED);
            assertThat(refusal.reason()).hasMessage("not foreseen");
        });
        assertRefused(2L);
        assertThat(breakers.hasFailed(HERE)).isFalse();
    }

    @Test
    void eventThatMakesThePublisherThrowHoldsItsKey() {
        throwAt("2");
        attempt.publish(List.of(
                event(1, "test:x", "k"),
                event(2, "test:x", "k"),
                event(3, "test:x", "k"),
                event(4, "test:x", "other")));
        assertThat(broker.published).containsExactly(1L, 4L);
        assertRefused(2L);
    }

    @Test
    void eventThatMakesThePublisherThrowAloneIsRefused() {
        throwAt("1");
        attempt.publish(List.of(event(1, "test:x", "k")));
        assertRefused(1L);
        assertThat(breakers.hasFailed(HERE)).isFalse();
    }

    @Test
    void headOfTheOnlyKeyThatMakesThePublisherThrowIsRefused() {
        throwAt("1");
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k")));
        assertThat(broker.published).isEmpty();
        assertRefused(1L);
        assertThat(breakers.hasFailed(HERE)).isFalse();
    }

    @Test
    void publisherThatThrowsForEachOfSeveralEventsIsAnOutage() {
        throwAt("1", "2", "3", "4", "5");
        attempt.publish(List.of(
                event(1, "test:x", "a"),
                event(2, "test:x", "b"),
                event(3, "test:x", "c"),
                event(4, "test:x", "d"),
                event(5, "test:x", "e")));
        assertThat(calls).hasSize(4); // the batch, and three events
        assertRefused();
        assertThat(breakers.hasFailed(HERE)).isTrue();
    }

    @Test
    void eventsThatWereConfirmedBeforeThePublisherThrewAreNotSentAgain() {
        broker.own = (events, results) -> {
            calls.add(events.stream().map(OutboxEvent::id).toList());
            for (OutboxEvent event : events) {
                if (event.id().equals("2")) {
                    throw new IllegalStateException("not foreseen");
                }
                results.confirmed(event);
            }
        };
        attempt.publish(List.of(event(1, "test:x", "a"), event(2, "test:x", "b"), event(3, "test:x", "c")));
        assertThat(calls).containsExactly(List.of("1", "2", "3"), List.of("2"), List.of("3"));
        assertThat(attempt.outcome().published()).extracting(QueuedEvent::seq).containsExactlyInAnyOrder(1L, 3L);
        assertRefused(2L);
    }

    @Test
    void brokerThatGoesAwayBehindAConfirmationIsAnOutage() {
        broker.own = (events, results) -> {
            calls.add(events.stream().map(OutboxEvent::id).toList());
            if (events.get(0).id().equals("1")) {
                results.confirmed(events.get(0));
            }
            throw new IllegalStateException("not foreseen");
        };
        attempt.publish(List.of(event(1, "test:x", "a"), event(2, "test:x", "b"), event(3, "test:x", "c")));
        assertThat(attempt.outcome().published()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertRefused();
        assertThat(breakers.hasFailed(HERE)).isTrue();
    }

    @Test
    void publisherThatThrowsAfterAllConfirmationsHasPublished() {
        broker.own = (events, results) -> {
            events.forEach(results::confirmed);
            throw new IllegalStateException("not foreseen");
        };
        attempt.publish(List.of(event(1, "test:x", "a"), event(2, "test:x", "b")));
        assertThat(attempt.outcome().published()).hasSize(2);
        assertThat(breakers.hasFailed(HERE)).isFalse();
    }

    @Test
    void laterEventIsNotSentIfNothingIsReportedOfAnEarlierOneOfItsKey() {
        broker.own = (events, results) -> {
            calls.add(events.stream().map(OutboxEvent::id).toList());
            if (events.size() > 1) {
                throw new IllegalStateException("not foreseen");
            }
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k")));
        assertThat(calls).containsExactly(List.of("1", "2"), List.of("1"));
        assertRefused();
        assertThat(breakers.hasFailed(HERE)).isTrue();
    }

    @Test
    void outageThatIsReportedBeforeThePublisherThrowsCostsNoAttempt() {
        broker.own = (events, results) -> {
            results.unavailable(new IOException("down"));
            throw new IllegalStateException("not foreseen");
        };
        attempt.publish(List.of(event(1, "test:x", "k")));
        assertRefused();
        assertThat(breakers.hasFailed(HERE)).isTrue();
    }

    @Test
    void interruptOfThePublisherIsAnOutage() {
        broker.own = (events, results) -> {
            throw new InterruptedException();
        };
        attempt.publish(List.of(event(1, "test:x", "k")));
        assertRefused();
        assertThat(breakers.hasFailed(HERE)).isTrue();
    }

    @Test
    void reportsAfterTheCallDoNotCount() {
        List<EventPublisher.Results> first = new ArrayList<>();
        List<OutboxEvent> published = new ArrayList<>();
        broker.own = (events, results) -> {
            if (events.size() > 1) {
                first.add(results);
                published.addAll(events);
                throw new IllegalStateException("not foreseen");
            }
            first.get(0).refused(published.get(0), REFUSAL, true);
            results.confirmed(events.get(0));
        };
        attempt.publish(List.of(event(1, "test:x", "a"), event(2, "test:x", "b")));
        assertRefused();
        assertThat(attempt.outcome().published()).hasSize(2);
    }

    // ---- circuit breakers

    @Test
    void eventSkippedByAnOpenCircuitBreakerHoldsItsKey() {
        batches = false;
        openForLong(X);
        broker.whenPublishing = event -> {
            if (event.destination().equals("test:y")) {
                breakers.succeeded(X);
            }
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:y", "other"), event(3, "test:x", "k")));
        assertThat(broker.published).containsExactly(2L);
        assertThat(attempt.outcome().refused()).isEmpty();
    }

    @Test
    void eventsAfterADoubtfulOneAreNotInTheBatchBefore() {
        breakers.failed(X, REFUSAL);
        whenAsked = asked -> {
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
        assertThat(attempt.outcome().refused().keySet())
                .extracting(QueuedEvent::seq)
                .containsExactly(1L);
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
        assertThat(attempt.outcome().refused().keySet())
                .extracting(QueuedEvent::seq)
                .containsExactly(1L);
        assertThat(attempt.failing()).isEmpty();
    }

    @Test
    void eventsWithoutAnAdapterAreNotRefusedAndHoldTheirKeys() {
        attempt.publish(List.of(event(1, "pigeon:x", "k"), event(2, "test:x", "other"), event(3, "test:x", "k")));
        assertThat(attempt.outcome().refused()).isEmpty();
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
        assertThat(attempt.outcome().refused().keySet())
                .extracting(QueuedEvent::seq)
                .containsExactly(2L, 5L, 6L);
    }

    @Test
    void errorOfAPublisherIsAnOutage() {
        broker.whenBeginning = () -> {
            throw new NoClassDefFoundError("a class of the client library");
        };
        attempt.publish(List.of(event(1, "test:x", "k")));
        assertOutage();
    }

    @Test
    void publisherThatReportsNothingIsUnavailable() {
        broker.own = (events, results) -> {};
        attempt.publish(List.of(event(1, "test:x", "k")));
        assertOutage();
    }

    private void assertOutage() {
        assertThat(breakers.hasFailed(HERE)).isTrue();
        assertThat(attempt.failing()).containsExactly(HERE);
        assertThat(attempt.outcome().refused()).isEmpty();
        assertThat(attempt.outcome().published()).isEmpty();
    }

    @Test
    void whatWasConfirmedBeforeAnOutageStaysConfirmed() {
        broker.own = (events, results) -> {
            results.confirmed(events.get(0));
            results.refused(events.get(2), REFUSAL, false);
            results.unavailable(new IOException("down"));
            results.unavailable(REFUSAL);
        };
        attempt.publish(List.of(
                event(1, "test:x", "k"),
                event(2, "test:x", "k"),
                event(3, "test:y", "other"),
                event(4, "unknown", "k")));
        assertThat(attempt.outcome().published()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertThat(refusedPositions()).containsExactly(3L);
        assertThat(breakers.outages(Set.of(Resource.Kind.CONNECTION)))
                .singleElement()
                .satisfies(outage -> assertThat(outage.cause()).contains("down"));
    }

    @Test
    void firstReportOfAnEventCounts() {
        broker.own = (events, results) -> {
            results.confirmed(events.get(0));
            results.refused(events.get(0), REFUSAL, false);
            results.refused(events.get(1), REFUSAL, true);
            results.confirmed(events.get(1));
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "other")));
        assertThat(attempt.outcome().published()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertThat(attempt.outcome().refused().values()).containsExactly(Refusal.forever(REFUSAL));
    }

    @Test
    void nothingIsHeardAfterTheEndOfTheCall() {
        List<Runnable> late = new ArrayList<>();
        broker.own = (events, results) -> {
            results.unavailable(REFUSAL);
            late.add(() -> results.confirmed(events.get(0)));
        };
        attempt.publish(List.of(event(1, "test:x", "k")));
        late.forEach(Runnable::run);
        assertThat(attempt.outcome().published()).isEmpty();
        assertThat(breakers.hasFailed(HERE)).isTrue();
    }

    @Test
    void laterEventsOfARefusedOneAreNotWantedAndNoOutage() {
        List<String> wanted = new ArrayList<>();
        broker.own = (events, results) -> {
            results.refused(events.get(0), REFUSAL, false);
            results.confirmed(events.get(3));
            events.stream().filter(results::wants).map(OutboxEvent::id).forEach(wanted::add);
            results.confirmed(events.get(2));
        };
        attempt.publish(List.of(
                event(1, "test:x", "k"),
                event(2, "test:x", "k"),
                event(3, "test:x", "other"),
                event(4, "test:x", null)));
        assertThat(wanted).containsExactly("3");
        assertThat(refusedPositions()).containsExactly(1L);
        assertThat(breakers.hasFailed(HERE)).isFalse();
    }

    /** A publisher may find that it can't encode an event before it has sent the earlier ones. */
    @Test
    void refusalThatComesBeforeTheOutcomeOfAnEarlierEventWaitsForIt() {
        List<String> wanted = new ArrayList<>();
        broker.own = (events, results) -> {
            results.refused(events.get(1), REFUSAL, true);
            events.stream().filter(results::wants).map(OutboxEvent::id).forEach(wanted::add);
            results.confirmed(events.get(0));
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k"), event(3, "test:x", "k")));
        assertThat(wanted).containsExactly("1");
        assertThat(attempt.outcome().published()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertThat(refusedPositions()).containsExactly(2L);
    }

    @Test
    void onlyTheFirstOfAKeyIsRefused() {
        broker.own = (events, results) -> {
            results.refused(events.get(1), REFUSAL, true);
            results.refused(events.get(0), REFUSAL, false);
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k")));
        assertThat(refusedPositions()).containsExactly(1L);
    }

    @Test
    void refusalIsNotCountedIfAnEarlierEventMetAnOutage() {
        broker.own = (events, results) -> {
            results.refused(events.get(1), REFUSAL, true);
            results.unavailable(REFUSAL);
        };
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k")));
        assertThat(refusedPositions()).isEmpty();
        assertThat(breakers.hasFailed(HERE)).isTrue();
    }

    /** The destination is at fault, and not the events that were on their way to it. */
    @Test
    void refusalsAfterTheBreakerOfTheDestinationHasOpenedCostNoAttempt() {
        broker.own = (events, results) -> events.forEach(event -> results.refused(event, REFUSAL, false));
        attempt.publish(List.of(
                event(1, "test:x", null),
                event(2, "test:x", null),
                event(3, "test:x", null),
                event(4, "test:x", null)));
        assertThat(refusedPositions()).containsExactly(1L, 2L, 3L);
        assertThat(breakers.isOpen(X)).isTrue();
        assertThat(breakers.hasFailed(HERE)).isFalse();
    }

    @Test
    void eventOfAnotherBatchCannotBeReported() {
        broker.own =
                (events, results) -> results.confirmed(event(9, "test:x", "k").event());
        attempt.publish(List.of(event(1, "test:x", "k")));
        assertThat(refusedPositions()).containsExactly(1L);
        assertThat(attempt.outcome().published()).isEmpty();
    }

    private List<Long> refusedPositions() {
        return attempt.outcome().refused().keySet().stream()
                .map(QueuedEvent::seq)
                .toList();
    }

    @Test
    void errorOfAPublisherThatReadsADestinationRefusesTheEvent() {
        broker.whenConnecting = destination -> {
            if (destination.equals("test:y")) {
                throw new NoClassDefFoundError("a class of the client library");
            }
        };
        attempt.publish(List.of(event(1, "test:y", "k"), event(2, "test:x", "other")));
        assertThat(attempt.outcome().refused().keySet())
                .extracting(QueuedEvent::seq)
                .containsExactly(1L);
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
        assertThat(attempt.outcome().refused().keySet())
                .extracting(QueuedEvent::seq)
                .containsExactly(1L, 2L, 3L);
    }

    @Test
    void confirmedEventsStayConfirmedWhenMetricsFail() {
        BatchAttempt unmeasured = new BatchAttempt(
                new Publishers(Map.of("test", broker), Map.of("test", broker), new StoredPayloads(List.of(), 1, 1)),
                breakers,
                QueueBreaker.CLOSED,
                new OutboxMetrics(null, "jdbc/test"),
                () -> false,
                Time.SYSTEM);
        unmeasured.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "k")));
        unmeasured.publish(List.of(event(3, "test:x", "k")));
        assertThat(broker.published).containsExactly(1L, 2L, 3L);
        assertThat(unmeasured.outcome().published())
                .extracting(QueuedEvent::seq)
                .containsExactly(1L, 2L, 3L);
        assertThat(unmeasured.outcome().refused()).isEmpty();
    }

    @Test
    void expiredEventIsDroppedAlthoughItsConnectionFails() {
        openForLong(HERE);
        attempt.publish(List.of(expired(1, "k", false), event(2, "test:x", "k")));
        assertThat(attempt.outcome().published()).extracting(QueuedEvent::seq).containsExactly(1L);
        assertThat(attempt.outcome().refused()).isEmpty();
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
        assertThat(attempt.outcome().refused().keySet())
                .extracting(QueuedEvent::seq)
                .containsExactly(1L);
        assertThat(attempt.outcome().refused().values()).singleElement().matches(Refusal::isForever);
    }

    /** The earlier event may be refused: then it, and not the later one, is the head of its key. */
    @Test
    void expiredEventIsNotParkedBesideAnEarlierOneOfItsKey() {
        attempt.publish(List.of(
                event(1, "test:x", "k"), expired(2, "k", true), event(3, "test:x", "k"), event(4, "test:x", "other")));
        assertThat(broker.published).containsExactly(1L, 4L);
        assertThat(attempt.outcome().refused()).isEmpty();
    }

    @Test
    void rowWithAnIllegalExpiryIsParked() {
        attempt.publish(
                List.of(event(1, "test:x", "k", Map.of("onceward_expires", "tomorrow")), event(2, "test:x", "other")));
        assertThat(broker.published).containsExactly(2L);
        assertThat(attempt.outcome().refused().values())
                .singleElement()
                .satisfies(refusal -> assertThat(refusal.reason()).hasMessageContaining("OWD-0055"));
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
                new Publishers(Map.of("test", broker), Map.of("test", broker), new StoredPayloads(List.of(), 1, 1)),
                breakers,
                QueueBreaker.CLOSED,
                new OutboxMetrics(null, "jdbc/test"),
                () -> false,
                Time.SYSTEM);
        unmeasured.publish(List.of(expired(1, "k", false)));
        assertThat(unmeasured.outcome().published())
                .extracting(QueuedEvent::seq)
                .containsExactly(1L);
    }

    /** Its sender was given up, or the relay stops, while the first connection did not answer. */
    @Test
    void batchThatIsGivenUpIsNotPublishedByFurtherConnections() {
        broker.whenPublishing = event -> stopping = true;
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:far", "other"), event(3, "unknown", "other")));
        assertThat(broker.published).containsExactly(1L);
        assertThat(attempt.outcome().refused()).isEmpty();
    }

    @Test
    void nothingFollowsAProbeDuringWhichTheBatchIsGivenUp() {
        halfOpen(HERE);
        broker.whenPublishing = event -> stopping = true;
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "test:x", "other"), event(3, "unknown", "other")));
        assertThat(broker.published).containsExactly(1L);
        assertThat(attempt.outcome().refused()).isEmpty();
    }

    @Test
    void eventsThatWaitForTheConnectionHoldTheirKeys() {
        openForLong(HERE);
        attempt.publish(List.of(event(1, "test:x", "k"), event(2, "unknown", "k"), event(3, "unknown", "other")));
        assertThat(attempt.outcome().refused().keySet())
                .extracting(QueuedEvent::seq)
                .containsExactly(3L);
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

    // ---- an outlet whose calls may take any time

    /** With new events all the time, an event that was refused once would never come to its next attempt, and never be parked. */
    @Test
    void refusedEventIsTriedAfterABatchThatTookLong() {
        SlowOutlet slow = new SlowOutlet(Duration.ofMinutes(5));
        attempt(slow).publish(List.of(event(1, "test:x", "a"), refused(2), refused(3)));
        assertThat(slow.calls).as("a further one waits for another sender").containsExactly(List.of(1L), List.of(2L));
    }

    @Test
    void severalRefusedEventsAreTriedWithinTheirTime() {
        SlowOutlet slow = new SlowOutlet(Duration.ofSeconds(4));
        attempt(slow).publish(List.of(event(1, "test:x", "a"), refused(2), refused(3), refused(4), refused(5)));
        assertThat(slow.calls).containsExactly(List.of(1L), List.of(2L), List.of(3L), List.of(4L));
    }

    private BatchAttempt attempt(SlowOutlet slow) {
        return new BatchAttempt(
                event -> slow,
                breakers,
                QueueBreaker.CLOSED,
                new OutboxMetrics(new MetricsRecorder(), "jdbc/test"),
                () -> stopping,
                slow);
    }

    private static QueuedEvent refused(long seq) {
        QueuedEvent event = event(seq, "test:x", "k" + seq);
        return new QueuedEvent(seq, EventState.RETRYING, 1, event.orderKey(), event.event(), 0, null);
    }

    /** Takes some time for each call, which passes only then. */
    private static final class SlowOutlet implements Outlet, Time {

        private final Duration each;
        private final List<List<Long>> calls = new ArrayList<>();
        private long nanos;

        SlowOutlet(Duration each) {
            this.each = each;
        }

        @Override
        public Resource resource() {
            return HERE;
        }

        @Override
        public boolean takesBatches() {
            return true;
        }

        @Override
        public boolean isTimed() {
            return false;
        }

        @Override
        public boolean hasDestinationBreakers() {
            return false;
        }

        @Override
        public void publish(List<QueuedEvent> events, Outcomes outcomes) {
            calls.add(events.stream().map(QueuedEvent::seq).toList());
            nanos += each.toNanos();
            events.forEach(outcomes::confirmed);
        }

        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public Instant now() {
            return Instant.EPOCH.plusNanos(nanos);
        }
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

    @FunctionalInterface
    private interface Own {
        void publish(List<OutboxEvent> events, EventPublisher.Results results) throws Exception;
    }

    @FunctionalInterface
    private interface Beginning {
        void begins() throws Exception;
    }

    /** Tells when it is asked whether it takes batches. */
    private record AskedOutlet(Outlet outlet, BooleanSupplier asked) implements Outlet {

        @Override
        public Resource resource() {
            return outlet.resource();
        }

        @Override
        public boolean takesBatches() {
            return asked.getAsBoolean();
        }

        @Override
        public boolean hasDestinationBreakers() {
            return outlet.hasDestinationBreakers();
        }

        @Override
        public void publish(List<QueuedEvent> events, Outcomes outcomes) throws Exception {
            outlet.publish(events, outcomes);
        }

        @Override
        public Optional<Instant> expiresAt(QueuedEvent event) {
            return outlet.expiresAt(event);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof AskedOutlet asked && outlet.equals(asked.outlet);
        }

        @Override
        public int hashCode() {
            return outlet.hashCode();
        }
    }

    private static final class FakePublisher extends TestPublisher {

        private final List<Long> published = new ArrayList<>();
        private Beginning whenBeginning = () -> {};
        private Publishing whenPublishing = event -> {};
        private Own own;
        private Consumer<String> whenConnecting = destination -> {};

        @Override
        public String connection(String destination) {
            whenConnecting.accept(destination);
            return destination.equals("test:far") ? "there" : super.connection(destination);
        }

        @Override
        public void publish(List<OutboxEvent> events, Results results) throws Exception {
            whenBeginning.begins();
            if (own != null) {
                own.publish(events, results);
            } else {
                super.publish(events, results);
            }
        }

        @Override
        protected void publish(OutboxEvent event) throws Exception {
            whenPublishing.begins(event);
            published.add(Long.valueOf(event.id()));
        }
    }
}
