// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.capture.CaptureNeeds.SlotRow;
import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureReading.Shortcoming;
import io.onceward.outbox.capture.CaptureReading.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Regularly reads what a tool needs to capture the events of a datasource, and whether nodes record or relay events of the same
 * tables for a relay; logs each change. If a reading is overdue by a minute, events count as lost, because a standby may have taken
 * over the database. Thread-safe.
 */
final class CaptureWatch {

    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

    private final String datasource;
    private final CaptureStore store;
    private final Supplier<List<String>> relayed;
    private final Executor executor;
    private final Duration refresh;
    private final Duration longestSilence;

    /** When the reading on another thread began, by {@link System#nanoTime()}; {@code null} if there is none. */
    private final AtomicReference<Long> underWaySince = new AtomicReference<>();

    private volatile CaptureReading last;
    private volatile long read;
    private volatile long succeeded;
    private volatile boolean failing;
    private long inactiveSince;
    private ReaderLag readerLag = new ReaderLag();
    private SlotStatistics slotStatistics;
    private long slotReadAt;

    /**
     * @param relayed reads the channels of the same tables that nodes relay
     * @param executor runs the readings
     * @param refresh the least time between two readings
     * @param polling the time between two calls of {@link #tick}
     */
    CaptureWatch(
            String datasource,
            CaptureStore store,
            Supplier<List<String>> relayed,
            Executor executor,
            Duration refresh,
            Duration polling) {
        this(datasource, store, relayed, executor, refresh, polling, LONGEST_SILENCE);
    }

    CaptureWatch(
            String datasource,
            CaptureStore store,
            Supplier<List<String>> relayed,
            Executor executor,
            Duration refresh,
            Duration polling,
            Duration longestSilence) {
        this.datasource = datasource;
        this.store = store;
        this.relayed = relayed;
        this.executor = executor;
        this.refresh = refresh;
        this.longestSilence = longestSilence.plus(refresh).plus(polling);
    }

    /** Reads only what the tool needs, at a start that has found neither a relay nor events of one. Call it without a transaction. */
    CaptureReading open() {
        return read(reading -> reading);
    }

    /** Reads now, and returns the reading. Call it without a transaction. */
    CaptureReading read() {
        return read(this::withRelays);
    }

    private CaptureReading read(UnaryOperator<CaptureReading> more) {
        CaptureReading before = last;
        long begun = System.nanoTime();
        CaptureNeeds needs = store.read();
        CaptureReading now = more.apply(withLag(needs));
        compareSlots(needs, begun);
        last = now;
        succeeded = System.nanoTime();
        read = succeeded;
        if (before != null && !before.text().equals(now.text())) {
            CaptureLog.captureChanged(datasource, now.losesEvents(), now.text());
        }
        return now;
    }

    /** A slot that was created anew has missed events. Ignores a reading that has begun before the end of the one before. */
    private synchronized void compareSlots(CaptureNeeds needs, long begun) {
        if (slotReadAt != 0 && begun - slotReadAt < 0) {
            return;
        }
        SlotStatistics found = needs.slot().map(SlotRow::statistics).orElse(null);
        if (found != null && slotStatistics != null && found.isOfNewSlot(slotStatistics)) {
            CaptureLog.slotCreatedAnew(datasource, needs.slot().orElseThrow().name());
        }
        slotStatistics = found;
        slotReadAt = System.nanoTime();
    }

    /** A relay deletes its events soon, and a node that only records has no lease: each is found in its own way. */
    private CaptureReading withRelays(CaptureReading reading) {
        CaptureReading found = reading;
        List<String> channels = relayed.get();
        if (!channels.isEmpty()) {
            found = with(
                    found,
                    new Shortcoming(
                            "Another node relays the channels " + String.join(", ", channels)
                                    + ". Its events are captured, too, and so are published twice. Stop all nodes with"
                                    + " onceward.outbox.mode=relay.",
                            false));
        }
        if (store.countKept(1) > 0) {
            found = with(
                    found,
                    new Shortcoming(
                            "The outbox has events that a node with onceward.outbox.mode=relay has recorded. They are captured, and a"
                                    + " relay would publish them again. Stop all nodes with this mode, and then delete these events"
                                    + " from the table.",
                            false));
        }
        return found;
    }

    private static CaptureReading with(CaptureReading reading, Shortcoming more) {
        List<Shortcoming> all = new ArrayList<>(reading.shortcomings());
        all.add(more);
        return new CaptureReading(List.copyOf(all), reading.slot());
    }

    /** A slot that is created anew has no lag of the one before. */
    private synchronized CaptureReading withLag(CaptureNeeds needs) {
        if (needs.slot().isEmpty()) {
            inactiveSince = 0;
            readerLag = new ReaderLag();
        }
        return new CaptureReading(needs.shortcomings(), needs.slot().map(this::withLag));
    }

    private Slot withLag(SlotRow slot) {
        return new Slot(slot.name(), slot.isActive(), slot.walStatus(), slot.lagBytes(), lag(slot));
    }

    private Duration lag(SlotRow slot) {
        long now = System.nanoTime();
        Duration ofReader = readerLag.at(slot.logEnd(), slot.logEnd() - slot.lagBytes(), now);
        if (slot.isActive()) {
            inactiveSince = 0;
            return ofReader;
        }
        if (inactiveSince == 0) {
            inactiveSince = now;
        }
        return slot.inactivity() != null
                ? slot.inactivity()
                : Duration.ofNanos(now - inactiveSince); // some databases do not say it
    }

    /** Reads on another thread, if the last reading is old. Call it regularly. */
    void tick() {
        if (System.nanoTime() - read < refresh.toNanos() || !underWaySince.compareAndSet(null, System.nanoTime())) {
            return;
        }
        try {
            executor.execute(this::readQuietly);
        } catch (RuntimeException | Error e) { // such as too many threads
            failed(e);
            underWaySince.set(null);
        }
    }

    /** Returns how long the reading on another thread has waited for the database, or for a thread; zero if there is none. */
    Duration inStep() {
        Long since = underWaySince.get();
        return since == null ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - since);
    }

    private void readQuietly() {
        try {
            read();
            failing = false;
        } catch (RuntimeException e) { // if the database is down, no event is recorded
            failed(e);
        } finally {
            underWaySince.set(null);
        }
    }

    private void failed(Throwable failure) {
        read = System.nanoTime();
        if (!failing) {
            failing = true;
            CaptureLog.captureUnread(datasource, failure);
        }
    }

    /** Returns the last reading, with a shortcoming if it is too old; {@code null} before the first one. */
    CaptureReading last() {
        CaptureReading reading = last;
        if (reading == null) {
            return null;
        }
        Duration age = Duration.ofNanos(System.nanoTime() - succeeded);
        return age.compareTo(longestSilence) <= 0
                ? reading
                : with(
                        reading,
                        new Shortcoming(
                                "The database has not answered this check for " + age.toSeconds() + " s.", true));
    }
}
