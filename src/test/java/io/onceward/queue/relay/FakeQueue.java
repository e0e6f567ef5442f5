// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Side;
import io.onceward.queue.store.Batch;
import io.onceward.queue.store.Lanes;
import io.onceward.queue.store.LeftOut;
import io.onceward.queue.store.OrderKey;
import io.onceward.queue.store.Passed;
import io.onceward.queue.store.QueueReading;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.ReadRange;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A queue in memory, whose lanes several nodes can own. It counts takes and looks. Thread-safe. */
class FakeQueue implements QueueStore {

    private final String[] owners;
    private final long[] versions;
    boolean mayLoseReads;
    int madeDurable;
    private final SortedMap<Long, QueuedEvent> rows = new TreeMap<>();
    private final Set<Long> locked = new HashSet<>();
    private int takes;
    private int looks;

    FakeQueue(int lanes) {
        owners = new String[lanes];
        versions = new long[lanes];
    }

    /** Adds a pending event; its position modulo the number of lanes is its lane. */
    void add(long seq, String destination) {
        add(seq, destination, 0);
    }

    /** Adds a pending event with a payload of a size. */
    void add(long seq, String destination, int bytes) {
        add(seq, "k" + seq, destination, bytes);
    }

    synchronized void add(long seq, String key, String destination, int bytes) {
        RecordedEvent event = new RecordedEvent(
                String.valueOf(seq),
                "orders",
                key,
                "t",
                new byte[bytes],
                "text/plain",
                Map.of(),
                destination,
                (int) seq,
                null);
        rows.put(seq, new QueuedEvent(seq, EventState.PENDING, 0, new OrderKey("orders", event.key()), event, 0, null));
    }

    /** Locks a row, as another session does. */
    synchronized void lock(long seq) {
        locked.add(seq);
    }

    synchronized void unlock() {
        locked.clear();
    }

    synchronized void own(String owner, int lane) {
        owners[lane] = owner;
    }

    synchronized String owner(int lane) {
        return owners[lane];
    }

    /** Returns how often a node has taken lanes. */
    synchronized int takes() {
        return takes;
    }

    /** Returns how often a node has read events. */
    synchronized int looks() {
        return looks;
    }

    synchronized boolean isEmpty() {
        return rows.isEmpty();
    }

    @Override
    public String name() {
        return "orders";
    }

    @Override
    public Side side() {
        return Side.OUTBOX;
    }

    @Override
    public boolean leavesOutMany() {
        return false;
    }

    @Override
    public synchronized boolean hasWork() {
        return !rows.isEmpty();
    }

    @Override
    public synchronized boolean take(String owner, Set<Integer> wanted, int limit) {
        boolean any = false;
        for (int lane = 0; lane < owners.length; lane++) {
            int number = lane;
            if (owners[lane] == null
                    && (wanted.isEmpty() || wanted.stream().anyMatch(slot -> slot % owners.length == number))) {
                owners[lane] = owner;
                versions[lane]++;
                any = true;
            }
        }
        takes += any ? 1 : 0;
        return any;
    }

    @Override
    public synchronized void release(String owner, Collection<Integer> lanes) {
        for (int lane : lanes) {
            owners[lane] = owner.equals(owners[lane]) ? null : owners[lane];
        }
    }

    @Override
    public synchronized Lanes lanes(String owner) {
        Map<Integer, Long> owned = new HashMap<>();
        for (int lane = 0; lane < owners.length; lane++) {
            if (owner.equals(owners[lane])) {
                owned.put(lane, versions[lane]);
            }
        }
        return new Lanes(owner, owned.isEmpty() ? 0 : owners.length, owned, Set.of());
    }

    @Override
    public void begin() {
        // each call sees the latest rows
    }

    @Override
    public synchronized QueueReading read(
            Lanes lanes, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
        looks++;
        List<QueuedEvent> pending = rows.tailMap(range.after() + 1).values().stream()
                .filter(event -> lanes.numbers().contains(lanes.of(event.event())))
                .filter(event -> !except.destinations().contains(event.event().destination()))
                .limit(range.limit())
                .toList();
        return new QueueReading(
                Batch.EMPTY,
                new Batch(pending, pending.size() == range.limit()),
                lanes(lanes.owner()),
                Map.of(),
                Passed.NONE);
    }

    @Override
    public boolean mayLoseReads() {
        return mayLoseReads;
    }

    @Override
    public void makeDurable() {
        madeDurable++;
    }

    @Override
    public synchronized Set<Integer> lock(Lanes before, Set<Integer> lanes) {
        Lanes now = lanes(before.owner());
        return lanes.stream().filter(lane -> before.hasSame(lane, now)).collect(Collectors.toSet());
    }

    @Override
    public synchronized Set<Long> locked(List<QueuedEvent> events) {
        Set<Long> found = new HashSet<>(events.stream().map(QueuedEvent::seq).toList());
        found.retainAll(locked);
        return found;
    }

    @Override
    public String lockHolders(long seq) {
        return "session of " + seq;
    }

    @Override
    public synchronized int remove(List<QueuedEvent> events) {
        Set<Long> removed = new HashSet<>(events.stream().map(QueuedEvent::seq).toList());
        removed.removeAll(locked);
        int before = rows.size();
        rows.keySet().removeAll(removed);
        return before - rows.size();
    }

    @Override
    public void block(List<QueuedEvent> events) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean unblock(Set<Integer> lanes, int total, Collection<QueuedEvent> ended, boolean blockKey) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Unblocked unblock(Set<Integer> lanes, int total, long after, boolean blockKey) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean retryLater(QueuedEvent event, int lane, Duration delay, String error) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean retryUncounted(QueuedEvent event, int lane, Duration delay, String error) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean park(QueuedEvent event, int lane, String error) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<MalformedRow> parkMalformedRows(int limit) {
        throw new UnsupportedOperationException();
    }
}
