// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueuedEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The events of a queue in flight: this node has read them, and their end is not yet committed. An event passes through these states:
 *
 * <pre>
 *   read ── handOut ──> READY ── next ──> SENT ── report ──> CONFIRMED ── written ──> forgotten
 *     │                   │                 │ └── report ──> REFUSED ──── written ──> forgotten
 *     │                   └──── withdrawn ──┴──> forgotten, and read again
 *     └── handOut ──> BEHIND ── written ──> forgotten
 * </pre>
 *
 * <p>An event whose row or lane another transaction has locked is not written: it stays CONFIRMED, REFUSED or BEHIND.
 *
 * <p>The coordinator hands out and writes; the senders take batches and report. A key belongs to one sender at a time ({@code
 * withSenders}), and its events leave in the order of their positions. This is where the order of a key (I4) can get lost in memory, so
 * these rules hold (steps 5 and 8 of {@code docs/model/leases.md}):
 *
 * <ul>
 *   <li>An event stays here until its end has committed. It is not in flight twice, however often a read finds its row.
 *   <li>If an event ends unconfirmed, all later events of its key that are READY are withdrawn at the same moment. One that stayed would
 *       pass the failed event.
 *   <li>A read that has begun before a withdrawal does not know of the withdrawn event. So {@code withdrawn} keeps the key until the next
 *       read begins, and {@link #handOut} leaves the key out. For the same reason it leaves out keys with a failure that is not yet written.
 *   <li>A batch ends once. An overdue batch is abandoned by another thread; what its sender reports later, is ignored.
 *   <li>Each event keeps the lanes of its read. Only lanes that are still the same allow to send it to a sender or to write its failure.
 * </ul>
 *
 * <p>Thread-safe: each method holds the monitor, and none calls a database or a broker.
 */
final class Flight {

    /** Most bytes of the payloads in a batch. */
    private static final long BATCH_BYTES = 8L << 20;

    /** Most bytes of the payloads of a queue in flight, before a further read. */
    private static final long MAX_BYTES = 8L << 20;

    /** The locked events after which nothing further is read: they are published already, and again after a crash. */
    private static final int MOST_LOCKED = 1000;

    /** The time between two attempts to write an event that another transaction has locked. */
    private static final Duration LOCKED_INTERVAL = Duration.ofMillis(500);

    private enum Step {
        READY,
        SENT,
        CONFIRMED,
        REFUSED,
        BEHIND
    }

    /** The events of a key that wait for a sender. */
    private static final class Waiting {
        private int events;
        private long bytes;

        private Waiting add(QueuedEvent event) {
            events++;
            bytes += size(event);
            return this;
        }
    }

    private static final class Entry {
        private QueuedEvent event;
        private final int lane;
        private final Lanes lanes;
        private Step step;
        private long taken;
        private Refusal refusal;
        private boolean removed;
        private long lockedAt;
        private long triedAt;

        private Entry(QueuedEvent event, Lanes lanes, Step step) {
            this.event = event;
            this.lane = lanes.of(event.event());
            this.lanes = lanes;
            this.step = step;
        }
    }

    /**
     * Events that one sender has taken.
     *
     * @param number the number of the batch
     * @param events in their order
     */
    record Taken(long number, List<QueuedEvent> events) {}

    /**
     * A refused event.
     *
     * @param event the event
     * @param lane its lane
     * @param refusal why the broker or the handler refused it
     */
    record Refused(QueuedEvent event, int lane, Refusal refusal) {}

    /**
     * The outcomes that are not yet written to the table.
     *
     * @param confirmed published events whose rows are to be removed
     * @param removed published events whose rows are removed already
     * @param refused events to retry or to park, by their lanes as they were read
     * @param behind events to block, by their lanes as they were read
     */
    record Ended(
            List<QueuedEvent> confirmed, List<QueuedEvent> removed, List<Refused> refused, List<QueuedEvent> behind) {

        /** Returns whether nothing has ended. */
        boolean isEmpty() {
            return confirmed.isEmpty() && removed.isEmpty() && !anyFailed();
        }

        /** Returns whether an event is to be retried, parked or blocked. */
        boolean anyFailed() {
            return !refused.isEmpty() || !behind.isEmpty();
        }

        /** Returns whether blocked events may be free now: a retrying event has ended, or its end came before they were blocked. */
        boolean mayUnblock() {
            return !unblocking().isEmpty();
        }

        /** Returns the events to retry, to park or to block. */
        List<QueuedEvent> failed() {
            return Stream.concat(refused.stream().map(Refused::event), behind.stream())
                    .toList();
        }

        /** Returns what has ended, without the events of some positions. */
        Ended without(Set<Long> positions) {
            return positions.isEmpty()
                    ? this
                    : new Ended(
                            but(positions, confirmed, QueuedEvent::seq),
                            removed,
                            but(positions, refused, one -> one.event().seq()),
                            but(positions, behind, QueuedEvent::seq));
        }

        private static <T> List<T> but(Set<Long> positions, List<T> events, ToLongFunction<T> seq) {
            return events.stream()
                    .filter(event -> !positions.contains(seq.applyAsLong(event)))
                    .toList();
        }

        /** Returns the events whose later ones of their keys may be free now. */
        List<QueuedEvent> unblocking() {
            Stream<QueuedEvent> tried = Stream.of(
                            confirmed.stream(),
                            removed.stream(),
                            refused.stream().map(Refused::event))
                    .flatMap(events -> events)
                    .filter(event -> event.state() == EventState.RETRYING);
            return Stream.concat(behind.stream(), tried).toList();
        }
    }

    private final Map<Long, Entry> entries = new LinkedHashMap<>();
    private final ArrayDeque<Entry> ready = new ArrayDeque<>();
    private final Set<Entry> locked = new LinkedHashSet<>();
    private final Set<OrderKey> withSenders = new HashSet<>();
    private final Set<OrderKey> withdrawn = new HashSet<>();
    private final Set<OrderKey> crowded = new HashSet<>();
    private final Set<Long> openBatches = new HashSet<>();
    private final int mostOfKey;
    private final long mostBytesOfKey;
    private final NodePayloads payloads;
    private boolean anyWithdrawn;
    private long bytes;
    private long batches;

    /**
     * @param mostOfKey the most events of a key that wait for a sender: the current one of the key may take long
     * @param mostBytesOfKey the most bytes of their payloads; one event may wait, whatever its size
     * @param payloads the payloads that all queues of the node have in flight
     */
    Flight(int mostOfKey, long mostBytesOfKey, NodePayloads payloads) {
        this.mostOfKey = mostOfKey;
        this.mostBytesOfKey = mostBytesOfKey;
        this.payloads = payloads;
    }

    /**
     * Begins a read: what is withdrawn from now on may be missing in it.
     *
     * @return whether anything was withdrawn since the last read began, so that this one has to begin at the head
     */
    synchronized boolean beginRead() {
        boolean any = anyWithdrawn;
        anyWithdrawn = false;
        withdrawn.clear();
        return any;
    }

    /**
     * Returns the keys of pending events that earlier reads have missed, each with its first position: transactions commit in
     * another order than that of the positions, so an event can appear behind the position that the reads have reached.
     */
    synchronized Map<OrderKey, Long> missed(QueueReading reading) {
        Map<OrderKey, Long> missed = new HashMap<>();
        reading.passed().keys().forEach((seq, key) -> {
            if (!entries.containsKey(seq)) {
                missed.merge(key, seq, Math::min);
            }
        });
        return missed;
    }

    /**
     * Hands out what was read in lanes that are the same before and after the read. Leaves out the events in flight, all
     * events of a key of which something has failed and is not yet written, or was withdrawn since the read began, those behind
     * a missed one of their key, and those of a key of which enough events wait for a sender.
     *
     * @param events the events of the read, in the order in which they are handed out
     * @param before the lanes before the read
     * @param missed what {@link #missed} has returned for the read
     * @return whether anything was handed out, or the next read leaves out more keys and finds events of others
     */
    synchronized boolean handOut(
            QueueReading reading, List<QueuedEvent> events, Lanes before, Map<OrderKey, Long> missed) {
        Set<OrderKey> failed = failedKeys();
        Map<OrderKey, Waiting> waiting = waitingOfKeys();
        boolean any = false;
        for (QueuedEvent event : events) {
            if (event.orderKey() == null || event.seq() < missed.getOrDefault(event.orderKey(), Long.MAX_VALUE)) {
                any |= handOut(event, reading, before, failed, waiting);
            }
        }
        return any;
    }

    private boolean handOut(
            QueuedEvent event,
            QueueReading reading,
            Lanes before,
            Set<OrderKey> failed,
            Map<OrderKey, Waiting> waiting) {
        Lanes lanes = reading.lanes();
        if (entries.containsKey(event.seq())
                || lanes.isEmpty()
                || !lanes.hasSame(lanes.of(event.event()), before)
                || (event.orderKey() != null
                        && (failed.contains(event.orderKey()) || withdrawn.contains(event.orderKey())))) {
            return false;
        }
        boolean behind = event.defect() == null && reading.blocks(event);
        if (!behind && event.orderKey() != null && crowds(event, waiting)) {
            return crowded.add(event.orderKey());
        }
        Entry entry = new Entry(event, lanes, behind ? Step.BEHIND : Step.READY);
        entries.put(event.seq(), entry);
        count(size(event));
        if (event.defect() != null) {
            entry.step = Step.REFUSED;
            entry.refusal = Refusal.forever(DatabaseErrors.defectiveRow(event.seq(), event.defect()));
            failed.add(event.orderKey());
        } else if (!behind) {
            ready.add(entry);
        }
        return true;
    }

    /** Adds an event to those of its key; returns whether they are too many, as they are then with each later event. */
    private boolean crowds(QueuedEvent event, Map<OrderKey, Waiting> waiting) {
        Waiting ofKey = add(event, waiting);
        return ofKey.events > mostOfKey || (ofKey.events > 1 && ofKey.bytes > mostBytesOfKey);
    }

    private static Waiting add(QueuedEvent event, Map<OrderKey, Waiting> waiting) {
        return waiting.computeIfAbsent(event.orderKey(), key -> new Waiting()).add(event);
    }

    private Map<OrderKey, Waiting> waitingOfKeys() {
        Map<OrderKey, Waiting> waiting = new HashMap<>();
        for (Entry entry : ready) {
            if (entry.event.orderKey() != null) {
                add(entry.event, waiting);
            }
        }
        return waiting;
    }

    /** Returns the keys that a read leaves out: enough of their events wait for a sender, or the row of one is locked. */
    synchronized Set<String> crowdedKeys() {
        return Stream.concat(crowded.stream(), lockedKeys().stream())
                .map(OrderKey::key)
                .collect(Collectors.toSet());
    }

    /** Returns the positions of locked events without a key, which a read leaves out. */
    synchronized Set<Long> lockedWithoutKey() {
        return locked.stream()
                .filter(entry -> entry.event.orderKey() == null)
                .map(entry -> entry.event.seq())
                .collect(Collectors.toSet());
    }

    private Set<OrderKey> lockedKeys() {
        return locked.stream()
                .map(entry -> entry.event.orderKey())
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /** Has the keys read again of which only few events still wait. */
    synchronized void makeRoom() {
        if (!crowded.isEmpty()) {
            Map<OrderKey, Waiting> waiting = waitingOfKeys();
            Waiting none = new Waiting();
            anyWithdrawn |= crowded.removeIf(key -> hasRoom(waiting.getOrDefault(key, none)));
        }
    }

    private boolean hasRoom(Waiting ofKey) {
        return ofKey.events <= mostOfKey / 4 && ofKey.bytes <= mostBytesOfKey / 4;
    }

    private Set<OrderKey> failedKeys() {
        Set<OrderKey> keys = lockedKeys();
        for (Entry entry : entries.values()) {
            if (entry.event.orderKey() != null && (entry.step == Step.REFUSED || entry.step == Step.BEHIND)) {
                keys.add(entry.event.orderKey());
            }
        }
        return keys;
    }

    /** Takes the first events whose keys no other sender has, for one sender. */
    synchronized Taken next(int limit) {
        batches++;
        List<QueuedEvent> batch = new ArrayList<>();
        Set<OrderKey> mine = new HashSet<>();
        long size = 0;
        for (Iterator<Entry> each = ready.iterator(); each.hasNext() && batch.size() < limit && size < BATCH_BYTES; ) {
            Entry entry = each.next();
            OrderKey key = entry.event.orderKey();
            if (key == null || mine.contains(key) || withSenders.add(key)) {
                if (key != null) {
                    mine.add(key);
                }
                entry.step = Step.SENT;
                entry.taken = batches;
                batch.add(entry.event);
                size += size(entry.event);
                each.remove();
            }
        }
        if (!batch.isEmpty()) {
            openBatches.add(batches);
        }
        return new Taken(batches, batch);
    }

    /**
     * Ends a batch. Events that were neither published nor refused are withdrawn, and with them and with refused ones the later
     * events of their keys, which are read again.
     *
     * @param attempt the attempt to publish the batch
     */
    synchronized void report(Taken batch, BatchAttempt attempt) {
        if (!openBatches.contains(batch.number())) {
            return;
        }
        confirm(batch, attempt);
        attempt.outcome().refused().forEach((event, refusal) -> entry(batch, event)
                .ifPresent(entry -> {
                    entry.step = Step.REFUSED;
                    entry.refusal = refusal;
                }));
        end(batch);
    }

    /** Withdraws a batch without an attempt, with the later events of its keys. Does nothing if the batch has ended. */
    synchronized void abandon(Taken batch) {
        end(batch);
    }

    /**
     * Ends a batch that its sender does not end: events that their brokers have confirmed by now are confirmed, the others are
     * withdrawn with the later events of their keys. What the sender reports then, is ignored.
     *
     * @param attempt the attempt to publish the batch, which another thread may still be making
     */
    synchronized void abandon(Taken batch, BatchAttempt attempt) {
        if (openBatches.contains(batch.number())) {
            confirm(batch, attempt);
            end(batch);
        }
    }

    /** Marks what was confirmed. An attempt notes that a row is removed before it notes that the event is confirmed. */
    private void confirm(Taken batch, BatchAttempt attempt) {
        attempt.outcome().published().forEach(event -> entry(batch, event)
                .ifPresent(entry -> entry.step = Step.CONFIRMED));
        attempt.outcome().removed().forEach(event -> entry(batch, event).ifPresent(entry -> entry.removed = true));
    }

    /** Returns the entry of an event, if this batch still has it. */
    private Optional<Entry> entry(Taken batch, QueuedEvent event) {
        return Optional.ofNullable(entries.get(event.seq())).filter(entry -> entry.taken == batch.number());
    }

    /** Ends a batch, once: its sender may report while another thread abandons it. */
    private void end(Taken batch) {
        if (!openBatches.remove(batch.number())) {
            return;
        }
        Set<OrderKey> failed = new HashSet<>();
        for (QueuedEvent event : batch.events()) {
            Entry entry = entries.get(event.seq());
            if (entry == null || entry.taken != batch.number()) {
                continue;
            }
            if (entry.step == Step.SENT) {
                forget(entry);
                anyWithdrawn = true;
            }
            if (entry.step != Step.CONFIRMED && event.orderKey() != null) {
                failed.add(event.orderKey());
            }
            withSenders.remove(event.orderKey());
        }
        withdrawn.addAll(failed);
        withdrawReady(entry -> failed.contains(entry.event.orderKey()));
    }

    private void withdrawReady(Predicate<Entry> which) {
        for (Iterator<Entry> each = ready.iterator(); each.hasNext(); ) {
            Entry entry = each.next();
            if (which.test(entry)) {
                each.remove();
                forget(entry);
                anyWithdrawn = true;
                if (entry.event.orderKey() != null) {
                    withdrawn.add(entry.event.orderKey());
                }
            }
        }
    }

    /** Withdraws what no sender has yet. */
    synchronized void withdrawReady() {
        withdrawReady(entry -> true);
    }

    /** Withdraws what no sender has yet in lanes that have changed. */
    synchronized void withdrawOutside(Lanes lanes) {
        withdrawReady(entry -> !lanes.hasSame(entry.lane, entry.lanes));
    }

    /** Returns whether anything was withdrawn since the last read began. */
    synchronized boolean anyWithdrawn() {
        return anyWithdrawn;
    }

    /**
     * Returns what has ended and is not yet written. Of a key of which an event was {@linkplain #keep kept}, it returns at most this
     * event, and only from time to time.
     *
     * @param lanes the lanes of the node: the failures of events that were read with other ones are not to be written
     */
    synchronized Ended ended(Lanes lanes) {
        List<QueuedEvent> confirmed = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        List<QueuedEvent> behind = new ArrayList<>();
        List<QueuedEvent> removed = new ArrayList<>();
        Set<OrderKey> waiting = new HashSet<>();
        for (Entry entry : entries.values()) {
            if (mustWait(entry, waiting)) {
                continue;
            }
            boolean valid = lanes.hasSame(entry.lane, entry.lanes);
            if (entry.step == Step.CONFIRMED) {
                (entry.removed ? removed : confirmed).add(entry.event);
            } else if (entry.step == Step.REFUSED && valid) {
                refused.add(new Refused(entry.event, entry.lane, entry.refusal));
            } else if (entry.step == Step.BEHIND && valid) {
                behind.add(entry.event);
            }
        }
        return new Ended(confirmed, removed, refused, behind);
    }

    private boolean mustWait(Entry entry, Set<OrderKey> waiting) {
        boolean behind = entry.event.orderKey() != null && waiting.contains(entry.event.orderKey());
        boolean kept = locked.contains(entry);
        if (kept) {
            waiting.add(entry.event.orderKey());
        }
        return behind || (kept && System.nanoTime() - entry.triedAt < LOCKED_INTERVAL.toNanos());
    }

    /**
     * Keeps events that could not be written, because another transaction has locked their rows or lanes. They stay in flight without
     * their payloads, and the later ones of their keys wait.
     */
    synchronized void keep(Set<Long> positions) {
        long now = System.nanoTime();
        for (Long seq : positions) {
            Entry entry = entries.get(seq);
            if (entry != null) {
                entry.triedAt = now;
                if (locked.add(entry)) {
                    entry.lockedAt = now;
                    count(-size(entry.event));
                    entry.event = entry.event.withoutPayload();
                }
            }
        }
        if (!positions.isEmpty()) {
            Set<OrderKey> keys = lockedKeys();
            withdrawReady(entry -> keys.contains(entry.event.orderKey()));
        }
    }

    /** Has the next {@link #ended} return locked events, however short ago they were tried. */
    synchronized void tryLocked() {
        locked.forEach(entry -> entry.triedAt -= LOCKED_INTERVAL.toNanos());
    }

    /** Returns whether so many events are locked that nothing further is read. */
    synchronized boolean hasMostLocked() {
        return locked.size() >= MOST_LOCKED;
    }

    /** Returns the event that another transaction has locked for the longest time, and how long this has been known. */
    synchronized Optional<Map.Entry<QueuedEvent, Duration>> locked() {
        return locked.stream()
                .findFirst()
                .map(entry -> Map.entry(entry.event, Duration.ofNanos(System.nanoTime() - entry.lockedAt)));
    }

    /**
     * Forgets what has ended, after it was written, and failures in lanes that have changed.
     *
     * @param lanes the lanes with which {@link #ended} was called
     */
    synchronized void written(Ended ended, Lanes lanes) {
        ended.confirmed().forEach(event -> forget(entries.get(event.seq())));
        ended.removed().forEach(event -> forget(entries.get(event.seq())));
        ended.refused().forEach(refused -> forget(entries.get(refused.event().seq())));
        ended.behind().forEach(event -> forget(entries.get(event.seq())));
        for (Entry entry : List.copyOf(entries.values())) {
            boolean failed = entry.step == Step.REFUSED || entry.step == Step.BEHIND;
            if (failed && !lanes.hasSame(entry.lane, entry.lanes)) {
                forget(entry);
                anyWithdrawn = true;
            }
        }
    }

    private void forget(Entry entry) {
        if (entries.remove(entry.event.seq()) != null) {
            count(-size(entry.event));
            anyWithdrawn |= !locked.isEmpty() && locked.remove(entry); // the reads have left its key out
        }
    }

    private void count(long more) {
        bytes += more;
        payloads.add(more);
    }

    /** Returns the size of the payload of an event. */
    static long size(QueuedEvent event) {
        return event.event().payload() == null ? 0 : event.event().payload().length;
    }

    /** Returns how many events are in flight. */
    synchronized int size() {
        return entries.size();
    }

    /** Returns how many events are in flight, without the locked ones. */
    synchronized int unlocked() {
        return entries.size() - locked.size();
    }

    /** Returns how many events in flight are locked. */
    synchronized int lockedSize() {
        return locked.size();
    }

    /** Returns the size of the payloads in flight. */
    synchronized long bytes() {
        return bytes;
    }

    /**
     * Returns whether further events may be read: few are in flight, and their payloads are small, or those of all queues of the node.
     * Locked events don't count, unless they are too many.
     */
    synchronized boolean hasRoom(int most) {
        return unlocked() < most
                && !hasMostLocked()
                && (bytes < NodePayloads.OWN || (bytes < MAX_BYTES && payloads.hasRoom()));
    }

    /** Returns how many events wait for a sender. */
    synchronized int waiting() {
        return ready.size();
    }

    /** Returns the lanes with events in flight. */
    synchronized Set<Integer> lanes() {
        Set<Integer> lanes = new HashSet<>();
        entries.values().forEach(entry -> lanes.add(entry.lane));
        return lanes;
    }
}
