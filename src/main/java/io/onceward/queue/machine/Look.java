// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.queue.machine.Step.Read;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.ReadRange;
import java.time.Duration;

/** Whether a node looks for events, and where the next read begins (step 3). */
final class Look {

    /** The interval between reads from the head while events are in flight: positions appear out of order. */
    private static final Duration HEAD_INTERVAL = Duration.ofMillis(250);

    /** The most events of a read that needs no transaction. */
    static final int FEW = 32;

    /** The assumed size of a payload before the first read. */
    private static final long UNKNOWN_SIZE = 1L << 20;

    private final Limits limits;
    private boolean wanted;
    private boolean withDue;
    private long after;
    private long headReadAt;
    private long dueAt;
    private long largest = UNKNOWN_SIZE;

    Look(Limits limits, long now) {
        this.limits = limits;
        this.headReadAt = now;
        this.dueAt = now - limits.polling().toNanos();
    }

    /** Notes that there may be events. */
    void want() {
        wanted = true;
    }

    /** Notes that there may be events at any position. */
    void fromHead() {
        after = 0;
        wanted = true;
    }

    /** Makes the next read begin at the head, whenever that is. */
    void restart() {
        after = 0;
    }

    /** Notes that there is nowhere to look. */
    void drop() {
        wanted = false;
    }

    boolean isWanted() {
        return wanted;
    }

    /** If it is time, makes the reads look for delayed and retrying events until one has found them all. Returns whether it is time. */
    boolean wantDue(boolean atOnce, long now) {
        boolean isTime = atOnce || now - dueAt >= limits.polling().toNanos();
        if (isTime) {
            dueAt = now;
            withDue = true;
        }
        return isTime;
    }

    /**
     * Begins a read.
     *
     * @param lanes the lanes to read
     * @param fromHead whether it has to begin at the head
     * @param alone whether nothing is written in its transaction
     */
    Read begin(Lanes lanes, Facts facts, Flight flight, boolean fromHead, boolean alone, long now) {
        wanted = false;
        if (fromHead || withDue || now - headReadAt > HEAD_INTERVAL.toNanos()) {
            after = 0;
        }
        boolean isShort = alone && !withDue && after == 0 && flight.size() <= FEW;
        int again = flight.foundAgain();
        ReadRange range = after == 0
                ? ReadRange.fromHead((isShort ? FEW : limits.head()) + again)
                : new ReadRange(after, Math.max(limits.head(), limits.ahead() - limits.head()), limits.head() + again);
        long expected = Math.max(largest, Math.min(Read.MOST_BYTES, largest * limits.ahead()));
        return new Read(
                lanes,
                range,
                withDue,
                new LeftOut(facts.unreachable(), flight.keysLeftOut(), flight.positionsLeftOut()),
                after == 0 ? again : 0,
                largest,
                expected + flight.bytes(),
                isShort);
    }

    /**
     * Takes the result of a read that counts.
     *
     * @param any whether anything was handed out
     * @param disturbed whether events may be anywhere, because lanes have changed or events were late
     */
    void found(QueueReading reading, boolean any, boolean disturbed, long now) {
        largest = reading.events().stream().mapToLong(Flying::size).max().orElse(largest);
        boolean fromHead = after == 0;
        if (fromHead) {
            headReadAt = now;
        }
        Batch pending = reading.pending();
        if (pending.more() && any) {
            after = pending.events().get(pending.events().size() - 1).seq();
            wanted = true;
        }
        withDue = reading.due().more() && any;
        if (disturbed || withDue || (!fromHead && !pending.more())) {
            fromHead();
        }
    }
}
