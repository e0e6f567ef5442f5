// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore.Unblocked;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Retrying, parked and blocked events cost a relay little, however many they are, on every database. */
@DialectContract
abstract class HeldLaneContract extends LaneFixture {

    private static final String COLUMNS = "id, aggregatetype, aggregateid, type, payload, contenttype, headers,"
            + " destination, slot, createdat, attempts, state";

    @Test
    void readTouchesFewRowsHoweverManyEventsAreHeld() throws Exception {
        assumeFalse(rowsRead().product().equals("H2"), "the database does not count the rows that it reads");
        QueuedEvent hot = record("hot");
        hold("hot", 16_000);
        hold("other", 16_000);
        Lanes all = takeAll("x");
        for (boolean blockKey : List.of(true, false)) {
            AtomicReference<QueueReading> reading = new AtomicReference<>();
            assertThat(rowsRead()
                            .of(() -> reading.getAndSet(
                                    queue.read(all, ReadRange.fromHead(10), true, LeftOut.NOTHING, blockKey))))
                    .as("rows, if parked events block: %s", blockKey)
                    .isLessThan(2 * LANES + 100);
            assertThat(reading.get().pending().events())
                    .extracting(QueuedEvent::seq)
                    .containsExactly(hot.seq());
            assertThat(reading.get().blocking()).containsOnlyKeys(key("hot"));
        }
    }

    @Test
    void searchForFreeEventsTouchesALimitedNumberOfRows() throws Exception {
        assumeFalse(rowsRead().product().equals("H2"), "the database does not count the rows that it reads");
        QueuedEvent event = record("hot");
        hold("hot", 16_000);
        hold("other", 16_000);
        Lanes all = takeAll("x");
        assertThat(rowsRead().ofTransaction(() -> queue.unblock(all.numbers(), LANES, Unblocked.COMPLETE, true)))
                .as("rows of a part of a search")
                .isLessThan(4000);
        assertThat(rowsRead().ofTransaction(() -> queue.unblock(all.numbers(), LANES, List.of(event), true)))
                .as("rows of a search for one key")
                .isLessThan(3000);
    }

    /** A dead node left the last blocked event without an earlier one. */
    @Test
    void searchGoesOnBehindTheEventsThatItHasSeen() throws Exception {
        record("hot");
        hold("hot", 1000);
        QueuedEvent free = recordAll("free").get(1);
        assertThat(free.event().key()).isEqualTo("free");
        sql("UPDATE onceward_outbox SET state = 'BLOCKED' WHERE id = '"
                + free.event().id() + "'");
        Lanes all = takeAll("x");
        AtomicReference<Unblocked> part = new AtomicReference<>();
        write(all, () -> part.getAndSet(queue.unblock(all.numbers(), LANES, Unblocked.COMPLETE, true)));
        assertThat(part.get().last()).isNotEqualTo(Unblocked.COMPLETE);
        assertThat(state(free)).isEqualTo("BLOCKED");
        write(
                all,
                () -> part.getAndSet(
                        queue.unblock(all.numbers(), LANES, part.get().last(), true)));
        assertThat(part.get()).isEqualTo(new Unblocked(false, Unblocked.COMPLETE));
        assertThat(state(free)).isEqualTo("PENDING");
        assertThat(lanes("x").held())
                .as("too many are held to tell which lanes are free")
                .contains(lane("free"));
    }

    @Test
    void endedEventFreesItsOwnKeyAndNoOther() throws Exception {
        List<QueuedEvent> events = recordAll("a", "a", "a", "b", "b");
        Lanes all = takeAll("x");
        write(all, () -> {
            queue.retryLater(events.get(0), lane("a"), Duration.ofHours(1), "later");
            queue.retryLater(events.get(3), lane("b"), Duration.ofHours(1), "later");
            queue.block(List.of(events.get(1), events.get(2), events.get(4)));
            return null;
        });
        write(all, () -> queue.unblock(all.numbers(), LANES, List.of(events.get(0)), true));
        assertThat(states())
                .as("a is retrying")
                .containsExactly("RETRYING", "BLOCKED", "BLOCKED", "RETRYING", "BLOCKED");
        sql("DELETE FROM onceward_outbox WHERE state = 'RETRYING'");
        write(all, () -> queue.unblock(all.numbers(), LANES, List.of(events.get(0)), true));
        assertThat(states()).containsExactly("PENDING", "PENDING", "BLOCKED");
        assertThat(lanes("x").held()).containsExactly(lane("b"));
        write(all, () -> queue.unblock(Set.of(lane("a")), LANES, List.of(events.get(3)), true));
        assertThat(states()).as("the lane of b is not locked").containsExactly("PENDING", "PENDING", "BLOCKED");
    }

    @Test
    void keysOfOneSlotDoNotBlockEachOther() throws Exception {
        assertThat(lane("Aa")).as("both have one hash").isEqualTo(lane("BB"));
        List<QueuedEvent> events = recordAll("Aa", "BB", "Aa", "BB");
        Lanes all = takeAll("x");
        write(all, () -> queue.park(events.get(0), lane("Aa"), "no"));
        assertThat(read(lanes("x")).blocking()).isEqualTo(Map.of(key("Aa"), seq(events, 0)));
        write(all, () -> {
            queue.block(List.of(events.get(2), events.get(3)));
            return queue.unblock(all.numbers(), LANES, events, true);
        });
        assertThat(states()).containsExactly("PARKED", "PENDING", "BLOCKED", "PENDING");
    }

    private String state(QueuedEvent event) {
        return text(
                "SELECT state FROM onceward_outbox WHERE id = '" + event.event().id() + "'");
    }

    /** Writes a parked event of a key, and blocked ones behind it. */
    private void hold(String key, int blocked) throws Exception {
        List<RecordedEvent> events = IntStream.rangeClosed(0, 500)
                .mapToObj(i -> event("held " + key + " " + i, "orders", key, "test:x", null))
                .toList();
        JTA.inNew(() -> {
            database.stores(Side.OUTBOX).append().write(events.subList(0, 1));
            return null;
        });
        sql("UPDATE onceward_outbox SET state = 'PARKED' WHERE id LIKE 'held " + key + " %'");
        JTA.inNew(() -> {
            database.stores(Side.OUTBOX).append().write(events.subList(1, 501));
            return null;
        });
        String written = " WHERE id LIKE 'held " + key + " %' AND state <> 'PARKED'";
        sql("UPDATE onceward_outbox SET state = 'BLOCKED'" + written);
        for (int rows = 500; rows < blocked; rows *= 2) {
            sql("INSERT INTO onceward_outbox (" + COLUMNS + ") SELECT " + COLUMNS + " FROM onceward_outbox" + written);
        }
        sql("UPDATE onceward_lane SET held = TRUE");
    }
}
