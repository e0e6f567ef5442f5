// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.Slots;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.Queues;
import io.onceward.queue.store.ReadRange;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The events of owned lanes are read, changed and removed, on every database. */
@DialectContract
abstract class QueueStoreContract extends LaneFixture {

    // ---- reading

    @Test
    void readFindsEventsInOrderAndBlockingKeysWithTheirLowestPositions() throws Exception {
        List<QueuedEvent> events = recordAll("a", "b", "a", "b", "c", "a", "b");
        Lanes before = takeAll("x");
        write(before, () -> {
            queue.retryLater(events.get(0), lane("a"), Duration.ZERO, "later");
            queue.block(List.of(events.get(2)));
            return queue.park(events.get(3), lane("b"), "no");
        });
        QueueReading reading = read(before);
        assertThat(reading.pending().events())
                .extracting(QueuedEvent::seq)
                .containsExactly(seq(events, 1), seq(events, 4), seq(events, 5), seq(events, 6));
        assertThat(reading.due().events()).extracting(QueuedEvent::state).containsExactly(EventState.RETRYING);
        assertThat(reading.blocking()).isEqualTo(Map.of(key("a"), seq(events, 0), key("b"), seq(events, 3)));
        assertThat(reading.lanes().held()).isEqualTo(Set.of(lane("a"), lane("b")));
        assertThat(reading.blocks(reading.pending().events().get(0)))
                .as("b, before the parked one")
                .isFalse();
        assertThat(reading.blocks(reading.pending().events().get(3)))
                .as("b, behind the parked one")
                .isTrue();
        QueueReading skipping =
                JTA.inNew(() -> queue.read(before, ReadRange.fromHead(100), true, LeftOut.NOTHING, false));
        assertThat(skipping.blocking()).isEqualTo(Map.of(key("a"), seq(events, 0)));
    }

    @Test
    void readTakesNoMoreThanItsLimitFromAPositionOnAndLeavesDestinationsOut() throws Exception {
        List<QueuedEvent> events = recordAll("a", "b", "c", "d", "e");
        Lanes all = takeAll("x");
        QueueReading some =
                JTA.inNew(() -> queue.read(all, new ReadRange(seq(events, 1), 2, 10), false, LeftOut.NOTHING, true));
        assertThat(some.pending().events())
                .extracting(QueuedEvent::seq)
                .containsExactly(seq(events, 2), seq(events, 3));
        assertThat(some.pending().more()).isTrue();
        assertThat(some.due().events()).isEmpty();
        QueueReading none = JTA.inNew(() -> queue.read(
                all,
                ReadRange.fromHead(10),
                true,
                new LeftOut(List.of("test:x", "test:y"), List.of(), List.of()),
                true));
        assertThat(none.pending().events()).isEmpty();
        assertThat(none.lanes()).isEqualTo(all);
    }

    @Test
    void readLeavesOutKeysAndPositionsAndNoOtherEvent() throws Exception {
        List<QueuedEvent> events = recordAll("a", "b", "a", null, "c", null);
        Lanes all = takeAll("x");
        LeftOut keys = new LeftOut(List.of("test:other"), List.of("a", "c"), List.of(seq(events, 5)));
        assertThat(JTA.inNew(() -> queue.read(all, ReadRange.fromHead(10), true, keys, true))
                        .pending()
                        .events())
                .extracting(QueuedEvent::seq)
                .containsExactly(seq(events, 1), seq(events, 3));
    }

    @Test
    void readTakesOnlyEventsOfOwnLanes() throws Exception {
        List<QueuedEvent> events = recordAll("a", "b", "c");
        lease("x");
        take("x", Set.of(Slots.of("b", null)), 1);
        assertThat(read(lanes("x")).pending().events())
                .extracting(QueuedEvent::seq)
                .containsExactly(seq(events, 1));
        assertThat(read(Lanes.none("y")).pending().events()).isEmpty();
    }

    /** There may be more of these than a relay has memory for. */
    @Test
    void keysThatBlockOnlyOtherEventsAreNotRead() throws Exception {
        List<QueuedEvent> events = recordAll("a", "b", "c", "b");
        Lanes before = takeAll("x");
        write(before, () -> {
            queue.park(events.get(0), lane("a"), "no");
            return queue.park(events.get(1), lane("b"), "no");
        });
        assertThat(read(lanes("x")).blocking()).isEqualTo(Map.of(key("b"), seq(events, 1)));
    }

    /** An event that another node has removed must not count, so the lanes are read last. */
    @Test
    void lanesAreReadAfterTheEventsAndTheBlockingKeys() throws Exception {
        List<QueuedEvent> events = recordAll("a", "a");
        Lanes before = takeAll("x");
        write(before, () -> queue.retryLater(events.get(0), lane("a"), Duration.ofHours(1), "later"));
        Lanes held = lanes("x");
        for (Lanes known : List.of(before, held)) {
            statements.clear();
            QueueReading reading = read(known);
            assertThat(reading.blocking()).containsOnlyKeys(key("a"));
            String all = String.join(";", statements);
            assertThat(all.lastIndexOf("onceward_lane"))
                    .isGreaterThan(all.lastIndexOf("onceward_outbox"))
                    .isPositive();
        }
    }

    @Test
    void rowWithASlotOutOfRangeIsReadByEveryOwner() throws Exception {
        record("a");
        try {
            sql("UPDATE onceward_outbox SET slot = -5");
        } catch (RuntimeException e) {
            abort("the database has a check");
        }
        lease("x");
        take("x", Set.of(20), 1);
        QueuedEvent event = only(read(lanes("x")));
        assertThat(event.defect()).contains("-5");
        assertThat(event.event().slot()).isEqualTo(Slots.of("a", null));
    }

    // ---- writing

    @Test
    void unblockedAreTheEventsBeforeTheFirstOneThatBlocks() throws Exception {
        List<QueuedEvent> events = recordAll("a", "a", "a", "b", "b", "c", "c");
        Lanes before = takeAll("x");
        write(before, () -> {
            queue.block(List.of(events.get(0), events.get(2), events.get(4), events.get(6)));
            queue.retryLater(events.get(1), lane("a"), Duration.ofHours(1), "later");
            queue.park(events.get(5), lane("c"), "no");
            return true;
        });
        unblock(before, true);
        assertThat(states())
                .containsExactly("PENDING", "RETRYING", "BLOCKED", "PENDING", "PENDING", "PARKED", "BLOCKED");
        assertThat(lanes("x").held()).isEqualTo(Set.of(lane("a"), lane("c")));
        unblock(before, false);
        assertThat(states()).endsWith("PARKED", "PENDING");
        assertThat(lanes("x").held()).isEqualTo(Set.of(lane("a"), lane("c")));

        remove(read(lanes("x")).pending().events());
        sql("UPDATE onceward_outbox SET availableat = '2020-01-01 00:00:00' WHERE state = 'RETRYING'");
        assertThat(remove(read(lanes("x")).due().events())).isEqualTo(1);
        unblock(before, true);
        assertThat(states()).containsExactly("PENDING", "PARKED");
        assertThat(lanes("x").held()).containsExactly(lane("c"));
    }

    @Test
    void eventsWithoutKeyHoldNoLane() throws Exception {
        record((String) null);
        Lanes before = takeAll("x");
        QueuedEvent event = only(read(before));
        write(before, () -> queue.park(event, event.event().slot() % LANES, "no"));
        assertThat(lanes("x").held()).isEmpty();
    }

    @Test
    void requeuedEventLeavesThoseBlockedThatAnEarlierOneBlocks() throws Exception {
        List<QueuedEvent> events = recordAll("a", "a", "a", "b", "b");
        Lanes before = takeAll("x");
        write(before, () -> {
            queue.park(events.get(0), lane("a"), "first");
            queue.park(events.get(1), lane("a"), "second");
            queue.park(events.get(3), lane("b"), "first");
            queue.block(List.of(events.get(2), events.get(4)));
            return true;
        });
        JTA.inNew(() ->
                database.stores(Side.OUTBOX).admin().requeue(EventFilter.all().withError("second"), 0, 10));
        assertThat(states()).containsExactly("PARKED", "PENDING", "BLOCKED", "PARKED", "BLOCKED");
        JTA.inNew(() ->
                database.stores(Side.OUTBOX).admin().discard(EventFilter.all().withError("first"), 0, 10));
        assertThat(states()).containsExactly("PENDING", "PENDING", "PENDING");
    }

    @Test
    void changedRowIsNeitherRetriedNorParked() throws Exception {
        QueuedEvent event = record("a");
        Lanes before = takeAll("x");
        write(before, () -> {
            assertThat(queue.retryLater(event, lane("a"), Duration.ZERO, "later"))
                    .isTrue();
            assertThat(queue.retryLater(event, lane("a"), Duration.ZERO, "later"))
                    .isFalse();
            assertThat(queue.park(event, lane("a"), "no")).isFalse();
            return null;
        });
        assertThat(states()).containsExactly("RETRYING");
    }

    @Test
    void attemptThatDoesNotCountLeavesTheirNumber() throws Exception {
        QueuedEvent event = record("a");
        Lanes before = takeAll("x");
        write(before, () -> queue.retryLater(event, lane("a"), Duration.ZERO, "counts"));
        QueuedEvent retrying = read(lanes("x")).due().events().get(0);
        write(lanes("x"), () -> {
            assertThat(queue.retryUncounted(retrying, lane("a"), Duration.ofHours(1), "does not count"))
                    .isTrue();
            assertThat(queue.retryUncounted(event, lane("a"), Duration.ofHours(1), "has changed"))
                    .isFalse();
            return null;
        });
        assertThat(text("SELECT state FROM onceward_outbox")).isEqualTo("RETRYING");
        assertThat(number("SELECT attempts FROM onceward_outbox")).isEqualTo(1);
        assertThat(text("SELECT lasterror FROM onceward_outbox")).isEqualTo("does not count");
        assertThat(read(lanes("x")).due().events()).as("due in an hour").isEmpty();
        assertThat(lanes("x").held()).containsExactly(lane("a"));
    }

    // ---- removing

    @Test
    void rowWithAnotherStateOrAnotherIdIsNotRemoved() throws Exception {
        List<QueuedEvent> events = recordAll("a", "b", "c", "d");
        Lanes before = takeAll("x");
        write(before, () -> queue.retryLater(events.get(1), lane("b"), Duration.ZERO, "later"));
        sql("UPDATE onceward_outbox SET id = 'another' WHERE seq = " + seq(events, 2));
        assertThat(remove(events)).isEqualTo(2);
        assertThat(states()).containsExactly("RETRYING", "PENDING");
        assertThat(remove(events)).isZero();
        assertThat(database.stores(Side.OUTBOX).queues().open("bills").remove(events))
                .isZero();
    }

    @Test
    void idWithAnyCharactersIsCompared() throws Exception {
        List<QueuedEvent> events = new ArrayList<>();
        for (String id : List.of("q\"'\\ \t\u00fc\ud83d\ude00", "x ", "x", "X", "%", "\u0001")) {
            events.add(write(id, "orders", "a", null));
        }
        assertThat(remove(events)).isEqualTo(events.size());
        assertThat(rows("onceward_outbox")).isZero();
    }

    @Test
    void manyEventsAreRemovedAndCounted() throws Exception {
        List<QueuedEvent> events =
                recordAll(IntStream.range(0, 1500).mapToObj(i -> "k" + i).toArray(String[]::new));
        assertThat(remove(events.subList(0, 1100))).isEqualTo(1100);
        assertThat(remove(events)).isEqualTo(400);
    }

    @Test
    void eventThatSeveralNodesRemoveIsArchivedOnce() throws Exception {
        List<QueuedEvent> events = recordAll("a", "b", "c", "d", "e", "f", "g", "h");
        sql("UPDATE onceward_outbox SET id = 'another' WHERE seq = " + seq(events, 3));
        QueueStore archiving = database(pool, Map.of("onceward.outbox.retention", "PT1H"))
                .stores(Side.OUTBOX)
                .queues()
                .open("orders");
        List<Callable<Integer>> both = Collections.nCopies(
                4,
                () -> afterConflicts(() -> JTA.inNew(() -> {
                    archiving.begin();
                    return archiving.remove(events);
                })));
        int removed = 0;
        for (Future<Integer> each : threads.invokeAll(both)) {
            removed += each.get();
        }
        assertThat(removed).isEqualTo(7);
        assertThat(rows("onceward_outbox_sent")).isEqualTo(7);
        assertThat(rows("onceward_outbox")).isEqualTo(1);
    }

    // ---- looking for work

    @Test
    void lookFindsQueuesWithPendingOrDueEventsAlsoOfOtherWriters() throws Exception {
        Queues channels = database.stores(Side.OUTBOX).queues();
        channels.open("idle");
        assertThat(channels.withWork()).isEmpty();
        write("1", "orders", "a", null);
        write("2", "delayed", "a", Instant.now().plusSeconds(3600));
        channels.open("delayed");
        channels.open("due");
        write("3", "due", "a", Instant.now().minusSeconds(60));
        assertThat(channels.withWork()).containsExactlyInAnyOrder("orders", "due");
        assertThat(JTA.inNew(channels.open("due")::hasWork)).isTrue();
        assertThat(JTA.inNew(channels.open("delayed")::hasWork)).isFalse();

        Set<String> others = new HashSet<>();
        for (String name : List.of("a", "b", "m \u00fc", "x", "y", "z'")) {
            write(name, name, "a", null);
            others.add(name);
        }
        Set<String> found = new HashSet<>();
        for (int look = 0; look <= others.size(); look++) {
            found.addAll(channels.withWork());
        }
        assertThat(found).containsAll(others).hasSize(others.size() + 2);
        sql("UPDATE onceward_outbox SET state = 'PARKED', availableat = NULL");
        others.forEach(channels::open);
        assertThat(channels.withWork()).isEmpty();
    }

    @Test
    void lookFindsHandlersByTheirNames() throws Exception {
        Queues handlers = database.stores(Side.INBOX).queues();
        handlers.open("Billing#on");
        assertThat(handlers.withWork()).isEmpty();
        JTA.inNew(() -> {
            database.stores(Side.INBOX)
                    .append()
                    .write(List.of(
                            event("1", "orders", "a", "Billing#on", null), event("2", "orders", "a", "Other", null)));
            return null;
        });
        assertThat(handlers.withWork()).contains("Billing#on");
        handlers.withWork();
        assertThat(handlers.withWork()).containsExactlyInAnyOrder("Billing#on", "Other");
        assertThat(database.stores(Side.OUTBOX).queues().withWork()).isEmpty();
        assertThat(JTA.inNew(handlers.open("Billing#on")::hasWork)).isTrue();
    }

    @Test
    void probesAreNoQueue() {
        database.stores(Side.OUTBOX).append().writeProbe("probe");
        assertThat(database.stores(Side.OUTBOX).queues().withWork()).isEmpty();
        assertThat(database.stores(Side.OUTBOX).queues().withWork()).isEmpty();
        assertThat(database.stores(Side.OUTBOX).append().hasProbe("probe")).isTrue();
        database.stores(Side.OUTBOX).append().removeProbe("probe");
        assertThat(rows("onceward_outbox")).isZero();
    }

    /** Without statistics, too. H2 has no such figures; {@code ReadByIndexTest} reads its plans. */
    @Test
    void lookReadRemovalAndSearchTouchFewRowsWhateverTheBacklog() throws Exception {
        assumeFalse(rowsRead().product().equals("H2"), "the database does not count the rows that it reads");
        fill("orders");
        fill("bills");
        database.stores(Side.OUTBOX).queues().open("bills");
        database.stores(Side.OUTBOX).queues().withWork();
        Lanes all = takeAll("x");

        assertThat(rowsRead().of(() -> database.stores(Side.OUTBOX).queues().withWork()))
                .isLessThan(LANES * 2 + 100);
        assertThat(rowsRead().of(queue::hasWork)).isLessThan(100);
        assertThat(rowsRead().of(() -> queue.read(all, ReadRange.fromHead(10), true, LeftOut.NOTHING, true)))
                .isLessThan(LANES + 100);
        List<QueuedEvent> some = JTA.inNew(() -> queue.read(all, ReadRange.fromHead(10), false, LeftOut.NOTHING, true))
                .pending()
                .events();
        assertThat(rowsRead().of(() -> queue.remove(some))).isLessThan(100);
        assertThat(rowsRead().ofTransaction(() -> queue.parkMalformedRows(10)))
                .as("delayed events, and lanes")
                .isLessThan(500 + LANES + 100);
        assertThat(rows("onceward_outbox")).isEqualTo(2 * 4 * 500 - 10);
    }

    /** Writes events of each state that no look may read one by one. */
    private void fill(String channel) throws Exception {
        Instant later = Instant.now().plusSeconds(3600);
        for (String state : List.of("DELAYED", "BLOCKED", "PARKED", "PENDING")) {
            List<RecordedEvent> events = IntStream.range(0, 500)
                    .mapToObj(i -> event(
                            channel + state + i, channel, "k" + i, "test:x", state.equals("DELAYED") ? later : null))
                    .toList();
            JTA.inNew(() -> {
                database.stores(Side.OUTBOX).append().write(events);
                return null;
            });
            sql("UPDATE onceward_outbox SET state = '" + state + "' WHERE id LIKE '" + channel + state + "%'");
        }
    }
}
