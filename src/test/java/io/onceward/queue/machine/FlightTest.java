// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.EventState;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The events in flight: what is handed out, what a sender gets, and what is to be written. */
class FlightTest {

    private static final Lanes LANES = lanes(1);

    private Flight flight = flight(100);
    private final Set<Long> refused = new HashSet<>();
    private boolean reachable = true;
    private long now;

    @Test
    void senderGetsEventsInTheOrderOfTheirPositions() {
        handOut(event(1, "a"), event(2, "b"), event(3, "a"));
        assertThat(positions(flight.take(10))).containsExactly(1L, 2L, 3L);
    }

    @Test
    void keyIsWithOneSenderAtATime() {
        handOut(event(1, "a"), event(2, "b"), event(3, "a"), event(4, null));
        Taken first = flight.take(1);
        assertThat(positions(flight.take(10))).containsExactly(2L, 4L);
        publish(first);
        assertThat(positions(flight.take(10))).containsExactly(3L);
    }

    @Test
    void keyThatWaitsForItsSenderLeavesRoomForOthers() {
        handOut(event(1, "a"));
        Taken slow = flight.take(1);
        assertThat(handOut(event(2, "a"), event(3, "a"), event(4, "a"), event(5, "a"), event(6, "a"), event(7, "b")))
                .isTrue();
        assertThat(flight.waiting()).isEqualTo(5);
        assertThat(flight.keysLeftOut()).containsExactly("a");
        assertThat(handOut(event(6, "a"))).isFalse();

        publish(slow);
        publish(flight.take(2));
        flight.makeRoom();
        assertThat(flight.keysLeftOut()).containsExactly("a");
        publish(flight.take(1));
        assertThat(flight.anyWithdrawn()).isFalse();
        flight.makeRoom();
        assertThat(flight.keysLeftOut()).isEmpty();
        assertThat(flight.anyWithdrawn()).as("to be read again").isTrue();
        assertThat(handOut(event(6, "a"))).isTrue();
    }

    @Test
    void keyWithLargeEventsLeavesRoomForOthers() {
        handOut(event(1, "a", 60));
        Taken slow = flight.take(1);
        assertThat(handOut(event(2, "a", 500), event(3, "a", 1), event(4, "b", 60), event(5, "b", 60)))
                .isTrue();
        assertThat(flight.keysLeftOut()).containsExactlyInAnyOrder("a", "b");
        assertThat(positions(flight.take(10))).containsExactly(4L);
        publish(slow);
        flight.makeRoom();
        assertThat(flight.keysLeftOut()).containsExactly("a");
        publish(flight.take(1));
        flight.makeRoom();
        assertThat(flight.keysLeftOut()).isEmpty();
        assertThat(flight.anyWithdrawn()).as("to be read again").isTrue();
        assertThat(handOut(event(3, "a", 1), event(5, "b", 60))).isTrue();
    }

    @Test
    void batchEndsWithTheEventThatReachesItsBytes() {
        handOut(event(1, null, 5 << 20), event(2, null, 3 << 20), event(3, null, 1));
        assertThat(positions(flight.take(10))).containsExactly(1L, 2L);
        assertThat(positions(flight.take(10))).containsExactly(3L);
    }

    @Test
    void eventInFlightIsNotHandedOutAgain() {
        handOut(event(1, "a"));
        publish(flight.take(10));
        assertThat(handOut(event(1, "a"))).isFalse();
        assertThat(flight.take(10).events()).isEmpty();
        flight.written(flight.ended(now));
        assertThat(flight.size()).isZero();
        assertThat(handOut(event(1, "a"))).isTrue();
    }

    @Test
    void refusalWithdrawsTheLaterEventsOfItsKey() {
        refused.add(1L);
        handOut(event(1, "a"), event(2, "a"), event(3, "b"));
        publish(flight.take(1));
        assertThat(positions(flight.take(10))).containsExactly(3L);
        assertThat(flight.anyWithdrawn()).isTrue();
    }

    @Test
    void nothingOfAKeyIsHandedOutBeforeItsRefusalIsWritten() {
        refused.add(1L);
        handOut(event(1, "a"));
        publish(flight.take(1));
        assertThat(handOut(event(2, "a"))).isFalse();
        Ended ended = flight.ended(now);
        assertThat(ended.refused()).extracting(refused -> refused.event().seq()).containsExactly(1L);
        flight.written(ended);
        assertThat(handOut(event(2, "a"))).isTrue();
    }

    @Test
    void keyThatWasWithdrawnDuringAReadIsReadAgain() {
        handOut(event(1, "a"));
        Taken batch = flight.take(1);
        flight.beginRead();
        reachable = false;
        publish(batch);
        assertThat(handOutRead(reading(LANES, event(2, "a")))).isFalse();
        assertThat(flight.anyWithdrawn()).isTrue();
        assertThat(handOut(event(1, "a"), event(2, "a"))).isTrue();
    }

    @Test
    void whatTheSenderOfAnAbandonedBatchReportsIsIgnored() {
        handOut(event(1, "a"), event(2, "a"));
        Taken hung = flight.take(1);
        flight.abandon(hung);
        assertThat(flight.take(10).events()).as("the later event of the key").isEmpty();
        assertThat(handOut(event(1, "a"), event(2, "a"))).isTrue();
        Taken again = flight.take(10);
        publish(hung);
        assertThat(flight.ended(now).confirmed()).isEmpty();
        publish(again);
        assertThat(positions(flight.ended(now).confirmed())).containsExactly(1L, 2L);
    }

    /** The broker does not answer for the third event. */
    @Test
    void eventsConfirmedBeforeTheirBatchIsAbandonedAreNotSentAgain() {
        handOut(event(1, "a"), event(2, "b"), event(3, "b"), event(4, "a"), event(5, "a"));
        Taken hung = flight.take(4);
        flight.abandon(hung, confirmed(hung.events().subList(0, 2)));
        flight.report(hung, confirmed(hung.events()));
        assertThat(positions(flight.ended(now).confirmed())).containsExactly(1L, 2L);
        assertThat(flight.take(10).events()).as("withdrawn with their keys").isEmpty();
        handOut(event(1, "a"), event(2, "b"), event(3, "b"), event(4, "a"), event(5, "a"));
        Taken again = flight.take(10);
        assertThat(positions(again)).containsExactly(3L, 4L, 5L);
        publish(again);
        assertThat(positions(flight.ended(now).confirmed())).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void whatWasReadInALaneThatHasChangedIsLeftOut() {
        flight.beginRead();
        assertThat(handOutRead(reading(lanes(2), event(1, "a")))).isFalse();
    }

    @Test
    void failureInALaneThatHasChangedIsNotWritten() {
        refused.add(1L);
        handOut(event(1, "a"));
        publish(flight.take(1));
        flight.dropFailuresOutside(lanes(2));
        assertThat(flight.ended(now).refused()).isEmpty();
        assertThat(flight.size()).isZero();
        assertThat(flight.anyWithdrawn()).as("to be read again").isTrue();
    }

    @Test
    void laneOfAnEventInFlightFollowsTheNumberOfLanes() {
        RecordedEvent event =
                new RecordedEvent("1", "c", "a", "t", new byte[0], "text/plain", Map.of(), "test:x", 5, null);
        handOut(new QueuedEvent(1, EventState.PENDING, 0, new OrderKey("c", "a"), event, 0, null));
        assertThat(flight.lanes(LANES)).containsExactly(0);
        assertThat(flight.lanes(new Lanes("me", 4, Map.of(0, 1L, 1, 1L), Set.of())))
                .containsExactly(1);
    }

    @Test
    void eventBehindABlockingOneIsToBeBlocked() {
        flight.beginRead();
        QueueReading reading = new QueueReading(
                Batch.EMPTY,
                new Batch(List.of(event(1, "a"), event(3, "a"), event(4, "b")), false),
                LANES,
                Map.of(new OrderKey("c", "a"), 2L),
                Passed.NONE);
        assertThat(handOutRead(reading)).isTrue();
        assertThat(positions(flight.take(10))).containsExactly(1L, 4L);
        assertThat(positions(flight.ended(now).behind())).containsExactly(3L);
    }

    @Test
    void allEventsOfAReadBehindABlockingOneAreToBeBlockedTogether() {
        flight.beginRead();
        QueueReading reading = new QueueReading(
                Batch.EMPTY,
                new Batch(List.of(event(2, "a"), event(3, "a"), event(4, "a")), false),
                LANES,
                Map.of(new OrderKey("c", "a"), 1L),
                Passed.NONE);
        handOutRead(reading);
        assertThat(positions(flight.ended(now).behind())).containsExactly(2L, 3L, 4L);
        assertThat(handOut(event(5, "a"))).as("while they are not written").isFalse();
    }

    /** It was refused before the earlier one was: that was delayed, or committed later. */
    @Test
    void retryingEventBehindABlockingOneIsToBeBlocked() {
        flight.beginRead();
        QueueReading reading = new QueueReading(
                new Batch(List.of(retrying(1, "b"), retrying(3, "a")), false),
                Batch.EMPTY,
                LANES,
                Map.of(new OrderKey("c", "a"), 2L, new OrderKey("c", "b"), 1L),
                Passed.NONE);
        assertThat(handOutRead(reading)).isTrue();
        assertThat(positions(flight.take(10))).containsExactly(1L);
        assertThat(positions(flight.ended(now).behind())).containsExactly(3L);
    }

    @Test
    void eventBehindAMissedOneOfItsKeyIsLeftOut() {
        handOut(event(2, "b"));
        QueueReading reading = new QueueReading(
                new Batch(List.of(event(1, "a")), false),
                new Batch(List.of(event(5, "a"), event(6, "b"), event(7, "c"), event(8, null)), false),
                LANES,
                Map.of(),
                new Passed(
                        Map.of(2L, new OrderKey("c", "b"), 3L, new OrderKey("c", "a"), 4L, new OrderKey("c", "a")),
                        false));
        assertThat(flight.missed(reading)).containsExactly(Map.entry(new OrderKey("c", "a"), 3L));
        assertThat(handOutRead(reading)).isTrue();
        assertThat(positions(flight.take(10))).containsExactly(2L, 1L, 6L, 7L, 8L);
    }

    @Test
    void batchThatIsAbandonedAfterItsReportLeavesTheKeyWithTheNextSender() {
        handOut(event(1, "a"), event(2, "a"), event(3, "a"));
        Taken first = flight.take(1);
        publish(first);
        assertThat(positions(flight.take(1))).containsExactly(2L);
        flight.abandon(first);
        assertThat(flight.take(10).events()).isEmpty();
    }

    @Test
    void lockedEventsLeaveRoomForOthersUntilThereAreAThousand() {
        flight = flight(1);
        for (long seq = 1; seq < 1000; seq++) {
            keepLocked(event(seq, "k" + seq, 1 << 20));
        }
        assertThat(flight.size()).isEqualTo(999);
        assertThat(flight.bytes()).as("bytes of payloads").isZero();
        assertThat(flight.keysLeftOut()).hasSize(999);
        assertThat(flight.hasRoom()).isTrue();
        handOut(event(2000, "other"));
        assertThat(flight.hasRoom()).isFalse();
        publish(flight.take(10));
        write();
        assertThat(flight.hasMostLocked()).isFalse();

        keepLocked(event(2001, null));
        assertThat(flight.hasRoom()).isFalse();
        assertThat(flight.hasMostLocked()).isTrue();
        assertThat(flight.positionsLeftOut()).containsExactly(2001L);
        flight.tryLocked();
        write();
        assertThat(flight.size()).isZero();
        assertThat(flight.keysLeftOut()).isEmpty();
        assertThat(flight.hasRoom()).isTrue();
    }

    /** A parked event may be handed on, with its payload. */
    @Test
    void refusedEventsThatAreLockedKeepTheirPayloadsAndLeaveRoomForOthersUntilTheseAreLarge() {
        for (long seq = 1; seq < 8; seq++) {
            refuseLocked(event(seq, "k" + seq, 1 << 20));
        }
        assertThat(flight.bytes()).isEqualTo(7 << 20);
        assertThat(flight.hasRoom()).isTrue();
        assertThat(flight.hasMostLocked()).isFalse();
        refuseLocked(event(8, null, 1 << 20));
        assertThat(flight.hasRoom()).isFalse();
        assertThat(flight.hasMostLocked()).isTrue();
        flight.tryLocked();
        assertThat(flight.ended(now).refused()).hasSize(8).allSatisfy(refused -> assertThat(
                        refused.event().event().payload())
                .hasSize(1 << 20));
        write();
        assertThat(flight.bytes()).isZero();
        assertThat(flight.hasRoom()).isTrue();
    }

    private void refuseLocked(QueuedEvent event) {
        refused.add(event.seq());
        keepLocked(event);
    }

    @Test
    void eventBehindALockedOneOfItsKeyIsWrittenAfterIt() {
        handOut(event(1, "a"), event(2, "a"));
        publish(flight.take(1));
        Taken second = flight.take(1);
        flight.keep(Set.of(1L), now);
        publish(second);
        flight.tryLocked();
        assertThat(positions(flight.ended(now).confirmed())).containsExactly(1L);
        write();
        assertThat(positions(flight.ended(now).confirmed())).containsExactly(2L);
    }

    private void keepLocked(QueuedEvent event) {
        handOut(event);
        publish(flight.take(1));
        flight.keep(Set.of(event.seq()), now);
    }

    private void write() {
        flight.written(flight.ended(now));
    }

    private boolean handOut(QueuedEvent... events) {
        flight.beginRead();
        return handOutRead(reading(LANES, events));
    }

    private boolean handOutRead(QueueReading reading) {
        return flight.handOut(reading, reading.events(), LANES, flight.missed(reading));
    }

    private static QueueReading reading(Lanes lanes, QueuedEvent... events) {
        return new QueueReading(Batch.EMPTY, new Batch(List.of(events), false), lanes, Map.of(), Passed.NONE);
    }

    private static Flight flight(int ahead) {
        return new Flight(new Limits(ahead, ahead, 4, 100, false, Duration.ofSeconds(1)), new CountedRoom());
    }

    private static Attempted confirmed(List<QueuedEvent> events) {
        return new Attempted(events, List.of(), Map.of());
    }

    private void publish(Taken batch) {
        List<QueuedEvent> confirmed = new ArrayList<>();
        Map<QueuedEvent, Refusal> refusals = new HashMap<>();
        for (QueuedEvent event : reachable ? batch.events() : List.<QueuedEvent>of()) {
            if (refused.contains(event.seq())) {
                refusals.put(event, Refusal.counted(new IOException("not this one")));
            } else {
                confirmed.add(event);
            }
        }
        flight.report(batch, new Attempted(confirmed, List.of(), refusals));
    }

    private static List<Long> positions(Taken batch) {
        return positions(batch.events());
    }

    private static List<Long> positions(List<QueuedEvent> events) {
        return events.stream().map(QueuedEvent::seq).toList();
    }

    private static Lanes lanes(long version) {
        return new Lanes("me", 1, Map.of(0, version), Set.of());
    }

    private static QueuedEvent event(long seq, String key) {
        return event(seq, key, 0);
    }

    private static QueuedEvent retrying(long seq, String key) {
        QueuedEvent event = event(seq, key);
        return new QueuedEvent(seq, EventState.RETRYING, 1, event.orderKey(), event.event(), 0, null);
    }

    private static QueuedEvent event(long seq, String key, int size) {
        RecordedEvent event = new RecordedEvent(
                String.valueOf(seq), "c", key, "t", new byte[size], "text/plain", Map.of(), "test:x", 0, null);
        return new QueuedEvent(seq, EventState.PENDING, 0, key == null ? null : new OrderKey("c", key), event, 0, null);
    }
}
