// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.spi.Transactions;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The only reader and writer of a queue on this node. It takes lanes, reads their events, hands them to the senders, and writes what
 * has become of them. The steps are those of {@code docs/model/leases.md}:
 *
 * <ol>
 *   <li>{@link #take} takes free lanes and gives them new versions (step 2). It is a transaction apart from the read: one statement
 *       for both would return rows that the previous owner is deleting.
 *   <li>{@link #cycle} collects what has ended in the {@link Flight}. One transaction then locks the lanes of failures and compares
 *       their versions (step 7), deletes confirmed events (step 6), and writes retries, parked and blocked events. The same transaction
 *       reads the next events (step 3), and after them the blocking keys and the lanes (step 4). If nothing has ended, a small read needs no
 *       transaction.
 *   <li>After the commit, the flight forgets what was written and hands out what was read, in the lanes that are the same before and
 *       after the read (step 5).
 *   <li>{@link #share} and {@link #release} give up lanes without events in flight (step 8).
 * </ol>
 *
 * <p>Three orders keep the guarantees, and none of them may change:
 *
 * <ul>
 *   <li>Lanes are read after events. The versions then prove that no other node has owned the lane in between. With the opposite
 *       order a node that wakes up late hands out an event before an earlier one of its key.
 *   <li>The flight forgets a confirmed event after its deletion has committed, never before: a read would find the row, and the event
 *       would be sent twice.
 *   <li>A read behind a position ({@code after}) is only a shortcut. Positions are drawn before the commit, so a lower one may appear later.
 *       Whatever makes a row below the position readable again (a failure, a withdrawal, an unblocked or late event, a changed lane)
 *       has to call {@link #lookFromHead}. Without that call the event waits until the next read from the head.
 * </ul>
 *
 * <p>Not thread-safe: the {@link SerialTask} of the relay calls it, one call at a time.
 */
final class Coordinator {

    /** The interval between reads from the head while events are in flight: positions appear out of order. */
    private static final Duration HEAD_INTERVAL = Duration.ofMillis(250);

    /** How often a node with a backlog compares the number of its lanes with its share. */
    private static final Duration SHARE_INTERVAL = Duration.ofSeconds(1);

    /** The most events of a read that needs no transaction. */
    private static final int FEW = 32;

    /** Most bytes of the payloads of a read, estimated by the last read, because some drivers fetch all rows together. */
    private static final long READ_BYTES = 4L << 20;

    /** The assumed size of a payload before the first read. */
    private static final long UNKNOWN_SIZE = 1L << 20;

    private final QueueStore queue;
    private final NodeLease node;
    private final Flight flight;
    private final NodePayloads payloads;
    private final Transactions transactions;
    private final CircuitBreakers breakers;
    private final QueueBreaker breaker;
    private final Supplier<RetryPolicy> policy;
    private final QueueMetrics metrics;
    private final ReadSizes sizes;
    private final BlockedSearch search;
    private Lanes lanes;
    private long after;
    private long headReadAt = System.nanoTime();
    private long sharedAt = System.nanoTime();
    private Set<Integer> leaving = Set.of();
    private boolean lookAgain;
    private boolean dueAgain;
    private long largest = UNKNOWN_SIZE;
    private long readBytes = READ_BYTES;

    /**
     * @param flight the events in flight
     * @param policy the current retry policy; the same throughout a cycle
     */
    Coordinator(
            SideContext side,
            QueueStore queue,
            RelayParts parts,
            Flight flight,
            Supplier<RetryPolicy> policy,
            ReadSizes sizes) {
        this.queue = queue;
        this.node = side.node().lease();
        this.flight = flight;
        this.payloads = side.node().payloads();
        this.transactions = side.node().transactions();
        this.breakers = side.breakers();
        this.breaker = parts.breaker();
        this.policy = policy;
        this.metrics = parts.metrics();
        this.sizes = sizes;
        this.search = new BlockedSearch(queue);
        this.lanes = Lanes.none(node.identity());
    }

    /**
     * The result of a cycle.
     *
     * @param active whether it has found or written anything
     * @param more whether the next cycle would find events at once
     */
    record Result(boolean active, boolean more) {}

    /** Returns the lanes that the node owns, as far as it knows. */
    Lanes lanes() {
        return lanes;
    }

    /**
     * Takes lanes.
     *
     * @param slots the slots whose lanes are wanted; empty for all lanes
     */
    void take(Set<Integer> slots) throws Exception {
        if (lanes.hasAll() || (!slots.isEmpty() && lanes.total() > 0 && hasAll(slots))) {
            return;
        }
        boolean any = transactions.inNew(() -> queue.take(node.identity(), slots, Integer.MAX_VALUE));
        if (any || lanes.isEmpty()) { // the answer to an earlier take may have got lost
            lanes = transactions.inNew(() -> queue.lanes(node.identity()));
            search.request();
            lookFromHead();
        }
    }

    private boolean hasAll(Set<Integer> slots) {
        return slots.stream().allMatch(slot -> lanes.numbers().contains(slot % lanes.total()));
    }

    private void lookFromHead() {
        after = 0;
        lookAgain = true;
    }

    /** Writes what has ended, and reads nothing. */
    void settle() throws Exception {
        cycle(false, false, false);
    }

    /** Writes what has ended, and reads the next events. */
    Result cycle(boolean look, boolean withDue) throws Exception {
        dueAgain |= withDue; // until a read has found the due events: now there may be no room for them
        return cycle(look, withDue, true);
    }

    private Result cycle(boolean look, boolean withDue, boolean mayRead) throws Exception {
        Flight.Ended ended = flight.ended(lanes);
        flight.makeRoom();
        if (ended.anyFailed() || flight.anyWithdrawn()) {
            lookFromHead();
        }
        boolean wanted = look || lookAgain;
        boolean read = mayRead && wanted && !lanes.isEmpty() && hasRoom() && !breaker.isOpen();
        if (!read) {
            return cycle(ended, wanted, withDue, false);
        }
        long expected = Math.max(largest, Math.min(READ_BYTES, largest * sizes.ahead()));
        int turn = payloads.beginRead(expected + flight.bytes());
        readBytes = payloads.allowed(READ_BYTES);
        try {
            return cycle(ended, wanted, withDue, true);
        } finally {
            payloads.endRead(turn);
        }
    }

    private Result cycle(Flight.Ended ended, boolean wanted, boolean withDue, boolean read) throws Exception {
        lookAgain = wanted && !read && !lanes.isEmpty();
        if (withDue) {
            search.request();
        }
        boolean searching = !lanes.held().isEmpty() && search.isDue();
        boolean mayUnblock = searching || ended.mayUnblock();
        if (ended.isEmpty() && !read && !mayUnblock) {
            flight.written(ended, lanes);
            return new Result(false, false);
        }
        if (read) {
            if (flight.beginRead()
                    || flight.size() == 0
                    || mayUnblock
                    || dueAgain
                    || System.nanoTime() - headReadAt > HEAD_INTERVAL.toNanos()) {
                after = 0;
            }
        }
        FailedEvents failures = new FailedEvents(queue, policy.get(), metrics);
        Set<Long> locked = new HashSet<>();
        QueueReading reading = ended.isEmpty() && !mayUnblock && !dueAgain && after == 0 && flight.size() <= FEW
                ? readFew()
                : writeAndRead(ended, failures, locked, searching, read);
        failures.committed();
        int kept = flight.lockedSize();
        flight.written(ended.without(locked), lanes);
        boolean unlocked = flight.lockedSize() < kept; // a cycle writes one kept event of a key
        flight.keep(locked);
        if (!read
                && ended.anyFailed()
                && !locked.isEmpty()) { // without room for a read, nothing else shows that lanes have changed
            lanes = transactions.inNew(() -> queue.lanes(node.identity()));
            search.request(); // an operator may have freed blocked events
        }
        if (flight.anyWithdrawn()) {
            lookFromHead();
        }
        boolean handedOut = read && handOut(reading);
        if ((mayUnblock && !read) || (searching && search.isRunning())) {
            lookFromHead();
        }
        boolean more = unlocked || (lookAgain && hasRoom() && !breaker.isOpen());
        return new Result(handedOut || !ended.isEmpty(), more);
    }

    /** Returns whether it may read further events. */
    boolean hasRoom() {
        return flight.hasRoom(sizes.ahead());
    }

    /**
     * Reads the first events of a queue without backlog. It needs no transaction, and so takes one round trip. The events are few,
     * because without a transaction a driver fetches all rows together.
     */
    private QueueReading readFew() {
        try {
            return queue.read(
                    lanes,
                    ReadRange.fromHead(fitting(FEW) + flight.unlocked()),
                    false,
                    leftOut(),
                    policy.get().blockKey());
        } catch (RuntimeException e) {
            lookFromHead();
            throw e;
        }
    }

    /** Returns how many events a read may find: fewer if an event of the last read was large, or the node has many in flight. */
    private int fitting(int most) {
        return (int) Math.max(1, Math.min(most, readBytes / Math.max(1, largest)));
    }

    private LeftOut leftOut() {
        return new LeftOut(breakers.destinations(), flight.crowdedKeys(), flight.lockedWithoutKey());
    }

    private QueueReading writeAndRead(
            Flight.Ended ended, FailedEvents failures, Set<Long> locked, boolean searching, boolean read)
            throws Exception {
        int inFlight = flight.unlocked(); // which the read finds again
        ReadRange range = after == 0
                ? ReadRange.fromHead(fitting(sizes.head()) + inFlight)
                : new ReadRange(
                        after, fitting(Math.max(sizes.head(), sizes.ahead() - sizes.head())), sizes.head() + inFlight);
        LeftOut leftOut = leftOut();
        boolean blockKey = policy.get().blockKey();
        try {
            return transactions.inNew(() -> {
                queue.begin();
                write(ended, failures, locked, searching);
                return read ? queue.read(lanes, range, dueAgain, leftOut, blockKey) : null;
            });
        } catch (Exception e) {
            search.restart();
            lookFromHead();
            throw e;
        }
    }

    /** @param kept takes the positions of the events that are not written, because others have locked their rows or lanes */
    private void write(Flight.Ended ended, FailedEvents failures, Set<Long> kept, boolean searching) {
        Set<Integer> wanted = new HashSet<>();
        ended.refused().forEach(refused -> wanted.add(refused.lane()));
        ended.behind().forEach(event -> wanted.add(lanes.of(event.event())));
        List<QueuedEvent> unblocking = ended.unblocking().stream()
                .filter(event -> !lanes.isEmpty() && lanes.numbers().contains(lanes.of(event.event())))
                .toList();
        Set<Integer> mayUnblock = new HashSet<>(searching ? lanes.held() : Set.of());
        unblocking.forEach(event -> mayUnblock.add(lanes.of(event.event())));
        wanted.addAll(mayUnblock);
        Set<Integer> locked = wanted.isEmpty() ? Set.of() : queue.lock(lanes, wanted);
        List<QueuedEvent> confirmed = ended.confirmed();
        if (!confirmed.isEmpty() && queue.remove(confirmed) < confirmed.size()) {
            kept.addAll(queue.locked(confirmed));
        }
        if (ended.anyFailed()) {
            writeFailed(ended, failures, kept, locked);
        }
        boolean blockKey = policy.get().blockKey();
        if (searching && !locked.isEmpty()) {
            search.step(locked, lanes.total(), blockKey);
        }
        if (!unblocking.isEmpty() && !locked.isEmpty() && queue.unblock(locked, lanes.total(), unblocking, blockKey)) {
            search.requestAtOnce();
        }
        if (!locked.containsAll(mayUnblock)) { // the read shows which lanes have changed; others have locked the rest
            search.request();
        }
        if (searching && locked.isEmpty()) {
            search.postpone();
        }
    }

    private void writeFailed(Flight.Ended ended, FailedEvents failures, Set<Long> kept, Set<Integer> locked) {
        List<QueuedEvent> failed = ended.failed();
        List<QueuedEvent> writable = failed.stream()
                .filter(event -> locked.contains(lanes.of(event.event())))
                .toList();
        failed.stream().filter(event -> !writable.contains(event)).forEach(event -> kept.add(event.seq()));
        kept.addAll(queue.locked(writable));
        Flight.Ended free = ended.without(kept);
        free.refused().forEach(failures::write);
        if (!free.behind().isEmpty()) {
            queue.block(free.behind());
        }
    }

    private boolean handOut(QueueReading reading) {
        Lanes before = lanes;
        lanes = reading.lanes();
        largest = reading.events().stream().mapToLong(Flight::size).max().orElse(largest);
        flight.withdrawOutside(lanes);
        if (reading.passed().more()) { // then any key of the read may have an earlier event
            lookFromHead();
            return false;
        }
        Map<OrderKey, Long> missed = flight.missed(reading);
        boolean any = flight.handOut(reading, breaker.order(reading), before.without(leaving), missed);
        boolean fromHead = after == 0;
        Batch pending = reading.pending();
        if (fromHead) {
            headReadAt = System.nanoTime();
        }
        if (pending.more() && any) {
            after = pending.events().get(pending.events().size() - 1).seq();
            lookAgain = true;
        }
        boolean changed = !lanes.isEmpty() && !before.numbers().stream().allMatch(lane -> lanes.hasSame(lane, before));
        dueAgain = reading.due().more() && any;
        if (changed) {
            search.requestAtOnce();
        }
        if (changed || dueAgain || !missed.isEmpty() || (!fromHead && !pending.more())) {
            lookFromHead();
        }
        return any;
    }

    /**
     * Gives up the lanes beyond this node's share, each as soon as nothing of it is in flight.
     *
     * @param others how many other nodes serve the queue
     */
    void share(int others) throws Exception {
        if (System.nanoTime() - sharedAt < SHARE_INTERVAL.toNanos() && leaving.isEmpty()) {
            return;
        }
        sharedAt = System.nanoTime();
        int share = (lanes.total() + others) / (others + 1);
        leaving = others == 0 || !lookAgain
                ? Set.of()
                : lanes.numbers().stream().sorted().skip(share).collect(Collectors.toSet());
        if (!leaving.isEmpty()) {
            flight.withdrawOutside(lanes.without(leaving));
            release(leaving);
            leaving = leaving.stream().filter(lanes.numbers()::contains).collect(Collectors.toSet());
        }
    }

    /** Gives up lanes in which nothing is in flight, and returns these. */
    Lanes release(Collection<Integer> numbers) throws Exception {
        Set<Integer> kept = new HashSet<>(lanes.numbers());
        kept.removeAll(numbers);
        kept.addAll(flight.lanes());
        Lanes released = lanes.without(kept);
        if (!released.isEmpty()) {
            transactions.inNew(() -> {
                queue.release(node.identity(), released.numbers());
                return null;
            });
            lanes = transactions.inNew(() -> queue.lanes(node.identity()));
            after = 0;
        }
        return released;
    }

    /** Returns whether lanes, which another node may own by now, have pending events of destinations that can be reached. */
    boolean hasPending(Lanes among) {
        LeftOut leftOut = new LeftOut(breakers.destinations(), Set.of(), Set.of());
        QueueReading reading = queue.read(
                among, ReadRange.fromHead(1), false, leftOut, policy.get().blockKey());
        return !reading.pending().events().isEmpty();
    }
}
