// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.Time;
import io.onceward.queue.machine.Ended;
import io.onceward.queue.machine.Step.Cycle;
import io.onceward.queue.machine.Step.Cycled;
import io.onceward.queue.machine.Step.Read;
import io.onceward.queue.machine.Step.Unblocking;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueueStore.Unblocked;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The statements of one cycle of a queue. One transaction locks the lanes of failures and compares their versions (step 7 of {@code
 * docs/model/leases.md}), deletes confirmed events (step 6), and writes retries, parked and blocked events. The same transaction reads
 * the next events (step 3), and after them the blocking keys and the lanes (step 4).
 *
 * <p>Some databases show a commit before it is durable. An event that is published then, and whose business transaction a crash of the
 * database undoes, would break I1. So there a transaction that writes has to commit between the read and the publication: this one, or
 * another one. Used once, by one thread.
 */
final class CycleWork {

    private final QueueStore queue;
    private final Cycle cycle;
    private final FailedEvents failures;
    private final Time time;
    private final Set<Long> kept = new HashSet<>();
    private Unblocking unblocking = Unblocking.NONE;
    private boolean wrote;

    /** @param policy the current retry policy of the queue */
    CycleWork(QueueStore queue, Cycle cycle, RetryPolicy policy, RelayParts parts, Time time) {
        this.time = time;
        this.queue = queue;
        this.cycle = cycle;
        this.failures = new FailedEvents(queue, policy, parts);
    }

    /**
     * Executes the cycle.
     *
     * @throws Exception if a statement or the commit fails; what was written may have committed
     */
    Cycled run(Transactions transactions) throws Exception {
        Optional<QueueReading> reading = cycle.isShortRead() ? read() : transactions.inNew(this::writeAndRead);
        if (!wrote
                && reading.map(QueueReading::events)
                        .filter(found -> !found.isEmpty())
                        .isPresent()
                && queue.mayLoseReads()) {
            transactions.inNew(this::makeDurable);
        }
        failures.committed();
        return new Cycled(kept, reading, changedLanes(transactions), unblocking);
    }

    /** Without a read, nothing else shows that the lanes of failures that were not written have changed. */
    private Optional<Lanes> changedLanes(Transactions transactions) throws Exception {
        return cycle.read().isPresent() || !cycle.ended().anyFailed() || kept.isEmpty()
                ? Optional.empty()
                : Optional.of(transactions.inNew(() -> queue.lanes(cycle.lanes().owner())));
    }

    private Optional<QueueReading> writeAndRead() {
        queue.begin();
        write();
        return read();
    }

    private Void makeDurable() {
        queue.makeDurable();
        return null;
    }

    private Optional<QueueReading> read() {
        return cycle.read().map(this::read);
    }

    private QueueReading read(Read read) {
        return queue.read(read.lanes(), read.range(), read.withDue(), read.except(), cycle.blockKey());
    }

    private void write() {
        Ended ended = cycle.ended();
        Lanes lanes = cycle.lanes();
        List<QueuedEvent> ends = ended.unblocking().stream()
                .filter(event -> !lanes.isEmpty() && lanes.numbers().contains(lanes.of(event.event())))
                .toList();
        Set<Integer> unblocked = new HashSet<>(cycle.search().isPresent() ? lanes.held() : Set.of());
        ends.forEach(event -> unblocked.add(lanes.of(event.event())));
        Set<Integer> wanted = new HashSet<>(unblocked);
        ended.refused().forEach(refused -> wanted.add(refused.lane()));
        ended.behind().forEach(event -> wanted.add(lanes.of(event.event())));
        Set<Integer> locked = wanted.isEmpty() ? Set.of() : queue.lock(lanes, wanted);
        remove(ended.confirmed());
        if (ended.anyFailed()) {
            writeFailed(ended, locked);
        }
        unblock(ends, unblocked, locked);
    }

    private void remove(List<QueuedEvent> confirmed) {
        int removed = confirmed.isEmpty() ? 0 : queue.remove(confirmed);
        wrote = removed > 0;
        if (removed < confirmed.size()) {
            kept.addAll(queue.locked(confirmed));
            queue.remove(confirmed.stream()
                    .filter(event -> !kept.contains(event.seq()))
                    .toList()); // locks may have ended between the two statements
        }
    }

    private void writeFailed(Ended ended, Set<Integer> locked) {
        List<QueuedEvent> failed = ended.failed();
        List<QueuedEvent> writable = failed.stream()
                .filter(event -> locked.contains(cycle.lanes().of(event.event())))
                .toList();
        failed.stream().filter(event -> !writable.contains(event)).forEach(event -> kept.add(event.seq()));
        kept.addAll(queue.locked(writable));
        Ended free = ended.without(kept);
        free.refused().forEach(failures::write);
        if (!free.behind().isEmpty()) {
            queue.block(free.behind());
        }
    }

    /** @param unblocked the lanes in which events may be unblocked, if they are among the locked ones */
    private void unblock(List<QueuedEvent> ends, Set<Integer> unblocked, Set<Integer> locked) {
        int total = cycle.lanes().total();
        Optional<Unblocked> found = Optional.empty();
        long start = time.nanos();
        if (cycle.search().isPresent() && !locked.isEmpty()) {
            found = Optional.of(queue.unblock(locked, total, cycle.search().getAsLong(), cycle.blockKey()));
        }
        Duration took = Duration.ofNanos(time.nanos() - start);
        boolean more = !ends.isEmpty() && !locked.isEmpty() && queue.unblock(locked, total, ends, cycle.blockKey());
        unblocking = new Unblocking(found, took, more, !locked.containsAll(unblocked));
    }
}
