// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import io.onceward.log.DatabaseErrors;
import io.onceward.queue.machine.Flying.State;
import io.onceward.queue.store.FreshEvent;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The events of a queue in flight: this node has read or recorded them, and their end is not yet committed. An event passes through these states:
 *
 * <pre>
 *   read ── handOut ──> READY ── take ──> SENT ── report ──> CONFIRMED ── written ──> forgotten
 *     │                   │                 │ └── report ──> REFUSED ──── written ──> forgotten
 *     │                   └──── withdrawn ──┴──> forgotten, and read again
 *     └── handOut ──> BEHIND ── written ──> forgotten
 * </pre>
 *
 * <p>An event whose row or lane another transaction has locked is not written: it stays CONFIRMED, REFUSED or BEHIND.
 *
 * <p>The machine hands out and writes; the senders take batches and report. A key belongs to one sender at a time, and its events leave
 * in the order of their positions. This is where the order of a key (I4) can get lost in memory, so these rules hold (steps 5 and 8 of
 * {@code docs/model/leases.md}):
 *
 * <ul>
 *   <li>An event stays here until its end has committed. It is not in flight twice, however often a read finds its row.
 *   <li>If an event ends unconfirmed, all later events of its key that are READY are withdrawn at the same moment. One that stayed would
 *       pass the failed event.
 *   <li>A read that has begun before a withdrawal does not know of the withdrawn event. So the line of the key stays closed until the next
 *       read begins, and {@link #handOut} leaves the key out. For the same reason it leaves out keys with a failure that is not yet written.
 *   <li>A batch ends once. Another thread abandons an overdue batch; what its sender reports later is ignored.
 *   <li>Each event keeps the lanes of its read. A sender takes it, and its failure is written, only while its lane is still the same.
 * </ul>
 *
 * <p>Not thread-safe: the {@link RelayMachine} guards it.
 */
class Flight {

    /** Most bytes of the payloads in a batch. */
    private static final long BATCH_BYTES = 8L << 20;

    /** Most bytes of the payloads of a queue in flight, before a further read; also of locked events alone. */
    private static final long MAX_BYTES = 8L << 20;

    /** The locked events after which nothing further is read. Those that are published already are published again after a crash. */
    static final int MOST_LOCKED = 1000;

    /** The time between two attempts to write an event that another transaction has locked. */
    static final Duration LOCKED_INTERVAL = Duration.ofMillis(500);

    private final Map<Long, Flying> events = new HashMap<>();
    private final Map<OrderKey, Line> lines = new HashMap<>();
    private final ArrayDeque<Flying> ready = new ArrayDeque<>();
    private final TreeMap<Long, Flying> unwritten = new TreeMap<>();
    private final Set<Flying> locked = new LinkedHashSet<>();
    private final Set<Line> crowded = new HashSet<>();
    private final Set<Line> withdrawn = new HashSet<>();
    private final Set<Long> openBatches = new HashSet<>();
    private final Limits limits;
    private final PayloadRoom room;
    private boolean anyWithdrawn;
    private long bytes;
    private long lockedBytes;
    private long batches;
    private long reads;
    private long readsForgotten;

    Flight(Limits limits, PayloadRoom room) {
        this.limits = limits;
        this.room = room;
    }

    /**
     * Begins a read: what is withdrawn from now on may be missing in it.
     *
     * @return whether anything was withdrawn since the last read began, so that this one has to begin at the head
     */
    boolean beginRead() {
        boolean any = anyWithdrawn;
        anyWithdrawn = false;
        reads++;
        withdrawn.forEach(line -> line.withdrawn = false);
        withdrawn.forEach(this::forgetIfOver);
        withdrawn.clear();
        return any;
    }

    /**
     * Returns the keys of pending events that earlier reads have missed, each with its first position: transactions commit in
     * another order than that of the positions, so an event can appear behind the position that the reads have reached.
     */
    Map<OrderKey, Long> missed(QueueReading reading) {
        Map<OrderKey, Long> missed = new HashMap<>();
        reading.passed().keys().forEach((seq, key) -> {
            if (!events.containsKey(seq)) {
                missed.merge(key, seq, Math::min);
            }
        });
        return missed;
    }

    /**
     * Hands out what was read in lanes that are the same before and after the read (step 5). Leaves out the events in flight. Also
     * leaves out an event if a failure of its key is not yet written, if an event of its key was withdrawn since the read began, if an
     * earlier one of its key was missed, or if enough events of its key wait for a sender.
     *
     * @param order the events of the read, in the order in which they are handed out
     * @param before the lanes before the read
     * @param missed what {@link #missed} has returned for the read
     * @return whether anything was handed out, or the next read leaves out more keys and so finds events of others
     */
    boolean handOut(QueueReading reading, List<QueuedEvent> order, Lanes before, Map<OrderKey, Long> missed) {
        Lanes lanes = reading.lanes();
        boolean any = false;
        for (QueuedEvent event : order) {
            if (!events.containsKey(event.seq())
                    && !lanes.isEmpty()
                    && lanes.hasSame(lanes.of(event.event()), before)
                    && !isBehind(event, missed)) {
                any |= handOut(event, reading);
            }
        }
        return any;
    }

    private static boolean isBehind(QueuedEvent event, Map<OrderKey, Long> missed) {
        Long first = event.orderKey() == null ? null : missed.get(event.orderKey());
        return first != null && first <= event.seq();
    }

    private boolean handOut(QueuedEvent event, QueueReading reading) {
        Line line = event.orderKey() == null ? null : lines.computeIfAbsent(event.orderKey(), Line::new);
        boolean behind = event.defect() == null && reading.blocks(event);
        if (line != null && line.isClosed() && !(behind && line.behindOf == reads)) {
            return false;
        }
        if (!behind && line != null && (line.crowded || crowds(event, line))) {
            line.crowded = true;
            return crowded.add(line);
        }
        Flying flying = add(event, reading.lanes(), line);
        if (event.defect() != null) {
            flying.refusal = Refusal.forever(DatabaseErrors.defectiveRow(event.seq(), event.defect()));
            fail(flying, State.REFUSED);
        } else if (behind) {
            fail(flying, State.BEHIND);
            line.behindOf = reads;
        } else {
            makeReady(flying);
        }
        return true;
    }

    /**
     * Hands out an event that this node has recorded and not read (step 9). Each event of its key that its statement has seen must be in
     * flight: then it is the next one.
     *
     * @param lanes the lanes of the node, the same as before it was recorded
     * @return whether it is in flight
     */
    boolean handOut(FreshEvent fresh, Lanes lanes) {
        QueuedEvent event = fresh.event;
        if (events.containsKey(event.seq())) {
            return true; // a read has found it
        }
        Line line = event.orderKey() == null ? null : lines.get(event.orderKey());
        if (!isNext(events.keySet().containsAll(fresh.seen), line)) {
            return false;
        }
        if (line == null && event.orderKey() != null) {
            line = new Line(event.orderKey());
            lines.put(line.key, line);
        }
        Flying flying = add(event, lanes, line);
        flying.fresh = true;
        makeReady(flying);
        return true;
    }

    /** Returns whether an event is the next one of its key, if all earlier ones are in flight. */
    boolean isNext(boolean allInFlight, Line line) {
        return allInFlight && (line == null || !line.isClosed());
    }

    private void makeReady(Flying flying) {
        ready.add(flying);
        if (flying.line != null) {
            flying.line.ready++;
            flying.line.readyBytes += flying.size();
        }
    }

    private boolean crowds(QueuedEvent event, Line line) {
        return line.ready >= limits.ofKey()
                || (line.ready > 0 && line.readyBytes + Flying.size(event) > limits.bytesOfKey());
    }

    private Flying add(QueuedEvent event, Lanes lanes, Line line) {
        Flying flying = new Flying(event, lanes, line);
        events.put(event.seq(), flying);
        if (line != null) {
            line.events++;
        }
        count(flying.size());
        return flying;
    }

    private void fail(Flying flying, State state) {
        flying.state = state;
        unwritten.put(flying.event.seq(), flying);
        if (flying.line != null) {
            flying.line.failures++;
        }
    }

    /** Returns the keys that a read leaves out: enough of their events wait for a sender, or the row of one is locked. */
    Set<String> keysLeftOut() {
        Set<String> keys = new HashSet<>();
        crowded.forEach(line -> keys.add(line.key.key()));
        locked.stream().filter(flying -> flying.line != null).forEach(flying -> keys.add(flying.line.key.key()));
        return keys;
    }

    /**
     * Returns the positions that a read leaves out, in ascending order: those in flight, or at least those of locked events without a
     * key. A read must find the events again whose failures its own transaction writes: they may be pending when the read begins.
     */
    List<Long> positionsLeftOut() {
        Stream<Flying> left = limits.skipsInFlight()
                ? events.values().stream().filter(flying -> !flying.hasFailed() || flying.locked)
                : locked.stream().filter(flying -> flying.line == null);
        return left.map(flying -> flying.event.seq()).sorted().toList();
    }

    /** Returns how many events in flight a read finds again, at most. */
    int foundAgain() {
        return limits.skipsInFlight() ? unwritten.size() : unlocked();
    }

    /** Makes the next reads include the keys of which only few events still wait. */
    void makeRoom() {
        for (Iterator<Line> each = crowded.iterator(); each.hasNext(); ) {
            Line line = each.next();
            if (line.ready <= limits.ofKey() / 4 && line.readyBytes <= limits.bytesOfKey() / 4) {
                each.remove();
                line.crowded = false;
                anyWithdrawn = true;
                forgetIfOver(line);
            }
        }
    }

    /** Takes the first events whose keys no other sender has, for one sender. */
    Taken take(int limit) {
        batches++;
        List<QueuedEvent> batch = new ArrayList<>();
        Set<Line> mine = new HashSet<>();
        long size = 0;
        for (Iterator<Flying> each = ready.iterator(); each.hasNext() && batch.size() < limit && size < BATCH_BYTES; ) {
            Flying flying = each.next();
            if (mayTake(flying.line, mine)) {
                each.remove();
                noLongerReady(flying);
                flying.state = State.SENT;
                flying.batch = batches;
                batch.add(flying.event);
                size += flying.size();
            }
        }
        if (!batch.isEmpty()) {
            openBatches.add(batches);
        }
        return new Taken(batches, batch);
    }

    /** Returns whether a sender may take an event of a line; then no other sender takes any of it. */
    boolean mayTake(Line line, Set<Line> mine) {
        if (line == null || mine.contains(line)) {
            return true;
        }
        if (line.sending) {
            return false;
        }
        line.sending = true;
        mine.add(line);
        return true;
    }

    private static void noLongerReady(Flying flying) {
        if (flying.line != null) {
            flying.line.ready--;
            flying.line.readyBytes -= flying.size();
        }
    }

    /**
     * Ends a batch. Events that were neither published nor refused are withdrawn, and with them and with refused ones the later
     * events of their keys, which are read again. Does nothing if the batch has ended.
     */
    void report(Taken batch, Attempted attempted) {
        if (openBatches.contains(batch.number())) {
            confirm(batch, attempted);
            attempted.refused().forEach((event, refusal) -> of(batch, event)
                    .filter(flying -> flying.state == State.SENT)
                    .ifPresent(flying -> {
                        flying.refusal = refusal;
                        fail(flying, State.REFUSED);
                    }));
            end(batch);
        }
    }

    /** Withdraws a batch without an attempt, with the later events of its keys. Does nothing if the batch has ended. */
    void abandon(Taken batch) {
        end(batch);
    }

    /**
     * Ends a batch that its sender does not end: events that their brokers have confirmed by now are confirmed, the others are
     * withdrawn with the later events of their keys. What the sender reports later is ignored.
     */
    void abandon(Taken batch, Attempted attempted) {
        if (openBatches.contains(batch.number())) {
            confirm(batch, attempted);
            end(batch);
        }
    }

    private void confirm(Taken batch, Attempted attempted) {
        for (QueuedEvent event : attempted.confirmed()) {
            of(batch, event).filter(flying -> flying.state == State.SENT).ifPresent(flying -> {
                flying.state = State.CONFIRMED;
                dropPayload(flying);
                unwritten.put(event.seq(), flying);
            });
        }
        attempted.removed().forEach(event -> of(batch, event).ifPresent(flying -> flying.removed = true));
    }

    /** Returns the event in flight, if this batch still has it. */
    private Optional<Flying> of(Taken batch, QueuedEvent event) {
        return Optional.ofNullable(events.get(event.seq())).filter(flying -> flying.batch == batch.number());
    }

    /** Ends a batch, once: its sender may report while another thread abandons it. */
    private void end(Taken batch) {
        if (!openBatches.remove(batch.number())) {
            return;
        }
        Set<Line> failed = new HashSet<>();
        for (QueuedEvent event : batch.events()) {
            Flying flying = of(batch, event).orElse(null);
            if (flying == null) {
                continue;
            }
            if (flying.line != null) {
                flying.line.sending = false;
                if (flying.state != State.CONFIRMED) {
                    failed.add(flying.line);
                }
            }
            if (flying.state == State.SENT) {
                withdraw(flying);
            }
        }
        close(failed);
    }

    /** Closes lines until the next read begins, and withdraws their events that no sender has yet. */
    void close(Set<Line> failed) {
        failed.forEach(this::close);
        if (!failed.isEmpty()) {
            withdrawReady(flying -> flying.line != null && failed.contains(flying.line));
        }
    }

    private void close(Line line) {
        line.withdrawn = true;
        withdrawn.add(line);
        lines.putIfAbsent(line.key, line);
    }

    private void withdraw(Flying flying) {
        anyWithdrawn = true;
        if (flying.line != null) {
            close(flying.line);
        }
        forget(flying);
    }

    private void withdrawReady(Predicate<Flying> which) {
        for (Iterator<Flying> each = ready.iterator(); each.hasNext(); ) {
            Flying flying = each.next();
            if (which.test(flying)) {
                each.remove();
                noLongerReady(flying);
                withdraw(flying);
            }
        }
    }

    /** Withdraws what no sender has yet. */
    void withdrawReady() {
        withdrawReady(flying -> true);
    }

    /** Withdraws what no sender has yet, except in these lanes as they were read. */
    void withdrawReadyOutside(Lanes lanes) {
        withdrawReady(flying -> !flying.isIn(lanes));
    }

    /** Forgets failures, except in these lanes as they were read: their events are read again. */
    void dropFailuresOutside(Lanes lanes) {
        for (Flying flying : List.copyOf(unwritten.values())) {
            if (flying.hasFailed() && !flying.isIn(lanes)) {
                withdraw(flying);
            }
        }
    }

    /** Returns whether anything was withdrawn since the last read began. */
    boolean anyWithdrawn() {
        return anyWithdrawn;
    }

    /**
     * Returns what has ended and is not yet written. Of a key of which an event was {@linkplain #keep kept}, it returns at most this
     * event, and only from time to time.
     */
    Ended ended(long now) {
        List<QueuedEvent> confirmed = new ArrayList<>();
        List<QueuedEvent> removed = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        List<QueuedEvent> behind = new ArrayList<>();
        Set<Line> waiting = new HashSet<>();
        for (Flying flying : unwritten.values()) {
            if (mustWait(flying, waiting, now)) {
                continue;
            }
            switch (flying.state) {
                case CONFIRMED -> (flying.removed ? removed : confirmed).add(flying.event);
                case REFUSED -> refused.add(new Refused(flying.event, flying.lane, flying.refusal));
                case BEHIND -> behind.add(flying.event);
                default -> throw new IllegalStateException(flying.event.seq() + " is " + flying.state);
            }
        }
        return new Ended(confirmed, removed, refused, behind);
    }

    private static boolean mustWait(Flying flying, Set<Line> waiting, long now) {
        boolean behind = flying.line != null && flying.line.locked > 0 && waiting.contains(flying.line);
        if (flying.locked && flying.line != null) {
            waiting.add(flying.line);
        }
        return behind || (flying.locked && now - flying.triedAt < LOCKED_INTERVAL.toNanos());
    }

    /**
     * Keeps events that could not be written, because another transaction has locked their rows or lanes. They stay in flight, and the
     * later ones of their keys wait. Refused events have their payloads, because a parked one may be handed on.
     */
    void keep(Collection<Long> positions, long now) {
        Set<Line> closed = new HashSet<>();
        for (Long seq : positions) {
            Flying flying = events.get(seq);
            if (flying == null) {
                continue;
            }
            flying.triedAt = now;
            if (!flying.locked) {
                flying.locked = true;
                flying.lockedAt = now;
                locked.add(flying);
                if (flying.state != State.REFUSED) {
                    dropPayload(flying);
                }
                lockedBytes += flying.size();
                if (flying.line != null) {
                    flying.line.locked++;
                }
            }
            if (flying.line != null) {
                closed.add(flying.line);
            }
        }
        if (!closed.isEmpty()) {
            withdrawReady(flying -> flying.line != null && closed.contains(flying.line));
        }
    }

    /** Drops the payload of an event that is published, or waits behind another one. */
    private void dropPayload(Flying flying) {
        count(-flying.size());
        flying.event = flying.event.withoutPayload();
    }

    /** Makes the next {@link #ended} return locked events, however recently they were tried. */
    void tryLocked() {
        locked.forEach(flying -> flying.triedAt -= LOCKED_INTERVAL.toNanos());
    }

    /** Returns whether so many events are locked, or so large ones, that nothing further is read. */
    boolean hasMostLocked() {
        return locked.size() >= MOST_LOCKED || lockedBytes >= MAX_BYTES;
    }

    /** Returns the event that another transaction has locked for the longest time, and how long this has been known. */
    Optional<Map.Entry<QueuedEvent, Duration>> longestLocked(long now) {
        return locked.stream()
                .findFirst()
                .map(flying -> Map.entry(flying.event, Duration.ofNanos(now - flying.lockedAt)));
    }

    /** Forgets what has ended, after it was written. */
    void written(Ended ended) {
        ended.confirmed().forEach(this::forget);
        ended.removed().forEach(this::forget);
        ended.refused().forEach(refused -> forget(refused.event()));
        ended.behind().forEach(this::forget);
    }

    private void forget(QueuedEvent event) {
        Flying flying = events.get(event.seq());
        if (flying != null) {
            forget(flying);
        }
    }

    private void forget(Flying flying) {
        readsForgotten += flying.fresh ? 0 : 1;
        events.remove(flying.event.seq());
        unwritten.remove(flying.event.seq());
        count(-flying.size());
        if (flying.locked) {
            locked.remove(flying);
            lockedBytes -= flying.size();
            anyWithdrawn = true; // the reads have left its key out
        }
        if (flying.line != null) {
            flying.line.events--;
            flying.line.failures -= flying.hasFailed() ? 1 : 0;
            flying.line.locked -= flying.locked ? 1 : 0;
            forgetIfOver(flying.line);
        }
    }

    private void forgetIfOver(Line line) {
        if (line.isOver()) {
            lines.remove(line.key, line);
        }
    }

    private void count(long more) {
        bytes += more;
        room.add(more);
    }

    /** Returns how many events were read and are no longer in flight, since it was made. */
    long readsForgotten() {
        return readsForgotten;
    }

    /** Returns how many events are in flight. */
    int size() {
        return events.size();
    }

    /** Returns how many events are in flight, without the locked ones. */
    int unlocked() {
        return events.size() - locked.size();
    }

    /** Returns how many events in flight are locked. */
    int lockedSize() {
        return locked.size();
    }

    /** Returns the size of the payloads in flight. */
    long bytes() {
        return bytes;
    }

    /**
     * Returns whether further events may be read: few are in flight, and their payloads, or those of all queues of the node, are small.
     * Locked events don't count, unless there are too many.
     */
    boolean hasRoom() {
        long unlockedBytes = bytes - lockedBytes;
        return unlocked() < limits.ahead()
                && !hasMostLocked()
                && (unlockedBytes < PayloadRoom.OWN || (unlockedBytes < MAX_BYTES && room.hasRoom()));
    }

    /** Returns how many events wait for a sender. */
    int waiting() {
        return ready.size();
    }

    /** Returns the lanes with events in flight, by the number of lanes now: it may have changed since the events were read. */
    Set<Integer> lanes(Lanes now) {
        Set<Integer> lanes = new HashSet<>();
        events.values().forEach(flying -> lanes.add(now.of(flying.event.event())));
        return lanes;
    }
}
