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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The queue as one node reaches it: the statements of {@code io.onceward.jdbc} on a {@link SimDatabase}. Before each statement others
 * may go on.
 */
class SimQueue implements QueueStore {

    static final String NAME = "orders";

    private static final byte[] PAYLOAD = {1};

    /** Most blocked events that a statement finds, so few that the rest is left for a later one. */
    private static final int MOST_BLOCKED = 2;

    final SimWorld world;
    final SimNode node;
    final SimDatabase db;

    SimQueue(SimWorld world, SimNode node) {
        this.world = world;
        this.node = node;
        this.db = world.db;
    }

    @Override
    public String name() {
        return NAME;
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
    public boolean hasWork() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void begin() {
        // each statement sees the latest rows
    }

    @Override
    public boolean take(String owner, Set<Integer> wanted, int limit) {
        world.statement(node, "looks for free lanes");
        SimTransaction own = node.transaction;
        List<Integer> locked = new ArrayList<>();
        for (SimLane lane : db.lanes(null)) {
            if (isFree(lane) && isWanted(lane, wanted) && db.lockLane(own, lane.number())) {
                locked.add(lane.number());
            }
        }
        world.statement(node, "looks for the leases of the owners");
        locked.removeIf(number -> !isFree(db.lane(own, number)));
        for (Integer number : locked) {
            db.write(own, db.lane(own, number).takenBy(owner));
        }
        if (world.isTold()) {
            world.tell(node.name, "takes lanes " + locked);
        }
        return !locked.isEmpty();
    }

    private static boolean isWanted(SimLane lane, Set<Integer> slots) {
        return slots.isEmpty() || slots.stream().anyMatch(slot -> slot % lane.total() == lane.number());
    }

    boolean isFree(SimLane lane) {
        SimDatabase.Lease lease = lane.owner() == null ? null : db.leases.get(lane.owner());
        return lease == null || !lease.holds(world.dbNow());
    }

    @Override
    public void release(String owner, Collection<Integer> numbers) {
        world.statement(node, "locks lanes to release them");
        SimTransaction own = node.transaction;
        for (Integer number : new TreeSet<>(numbers)) {
            SimLane lane = db.lane(own, number);
            if (lane != null && owner.equals(lane.owner()) && db.lockLane(own, number)) {
                db.write(own, lane.released());
                if (world.isTold()) {
                    world.tell(node.name, "releases lane " + number);
                }
            }
        }
    }

    @Override
    public Lanes lanes(String owner) {
        world.statement(node, "reads its lanes");
        return owned(owner);
    }

    private Lanes owned(String owner) {
        Map<Integer, Long> versions = new HashMap<>();
        Set<Integer> held = new HashSet<>();
        int total = 0;
        for (SimLane lane : db.lanes(node.transaction)) {
            if (owner.equals(lane.owner())) {
                total = lane.total();
                versions.put(lane.number(), lane.version());
                if (lane.held()) {
                    held.add(lane.number());
                }
            }
        }
        return new Lanes(owner, total, versions, held);
    }

    @Override
    public QueueReading read(Lanes owned, ReadRange range, boolean withDue, LeftOut except, boolean blockKey) {
        if (owned.isEmpty()) {
            world.statement(node, "reads its lanes");
            return new QueueReading(Batch.EMPTY, Batch.EMPTY, owned(owned.owner()), Map.of(), Passed.NONE);
        }
        Batch due = withDue ? due(owned, range, except) : Batch.EMPTY;
        Batch pending;
        Passed passed;
        if (readsLateFirst()) {
            passed = passed(owned, range, except);
            pending = pending(owned, range, except);
        } else {
            pending = pending(owned, range, except);
            passed = passed(owned, range, except);
        }
        Lanes known = owned;
        while (true) {
            Map<OrderKey, Long> blocking =
                    known.held().isEmpty() ? Map.of() : blocking(List.of(due, pending), known, blockKey);
            world.statement(node, "compares its lanes");
            Lanes current = owned(owned.owner());
            if (known.held().containsAll(current.held())) {
                return new QueueReading(due, pending, current, blocking, passed);
            }
            known = current;
        }
    }

    /** Returns whether late events are read before the pending ones: a mistake. */
    boolean readsLateFirst() {
        return false;
    }

    private Batch due(Lanes owned, ReadRange range, LeftOut except) {
        world.statement(node, "reads due events");
        long now = world.dbNow();
        List<SimRow> found = found(
                owned,
                except,
                row -> (row.is(EventState.DELAYED) || row.is(EventState.RETRYING)) && row.availableAt() <= now);
        found.sort(Comparator.comparingLong(SimRow::availableAt));
        return batch(found, range.limit());
    }

    private Batch pending(Lanes owned, ReadRange range, LeftOut except) {
        world.statement(node, "reads pending events");
        long after = range.isFromHead() ? 0 : range.after();
        Batch batch =
                batch(found(owned, except, row -> row.is(EventState.PENDING) && row.seq() > after), range.limit());
        if (world.isTold()) {
            world.tell(
                    node.name,
                    "has read " + names(batch.events()) + " of lanes " + new TreeSet<>(owned.numbers())
                            + (after == 0 ? "" : " behind " + after) + (batch.more() ? ", and more" : ""));
        }
        return batch;
    }

    private String names(List<QueuedEvent> events) {
        return events.stream()
                .map(event -> world.event(event).toString())
                .toList()
                .toString();
    }

    private List<SimRow> found(Lanes owned, LeftOut except, Predicate<SimRow> which) {
        boolean all = owned.hasAll();
        return db.rows(
                node.transaction,
                row -> which.test(row)
                        && (all || owned.numbers().contains(row.event().slot % owned.total()))
                        && (except.destinations().isEmpty()
                                || !except.destinations().contains(row.event().destination))
                        && (row.event().key == null || !except.keys().contains(row.event().key))
                        && !except.positions().contains(row.seq()));
    }

    private Batch batch(List<SimRow> found, int limit) {
        List<QueuedEvent> events = new ArrayList<>();
        for (SimRow row : found) {
            if (events.size() == limit) {
                break;
            }
            events.add(queued(row));
        }
        events.sort(Comparator.comparingLong(QueuedEvent::seq));
        return new Batch(events, events.size() == limit);
    }

    static QueuedEvent queued(SimRow row) {
        SimEvent event = row.event();
        RecordedEvent recorded = new RecordedEvent(
                event.id, NAME, event.key, "t", PAYLOAD, "text/plain", Map.of(), event.destination, event.slot, null);
        OrderKey key = event.key == null ? null : new OrderKey(NAME, event.key);
        return new QueuedEvent(row.seq(), row.state(), row.attempts(), key, recorded, 0, null);
    }

    private Passed passed(Lanes owned, ReadRange range, LeftOut except) {
        if (range.isFromHead()) {
            return Passed.NONE;
        }
        world.statement(node, "looks for late events");
        Map<Long, OrderKey> keys = new HashMap<>();
        for (SimRow row : found(
                owned,
                except,
                row -> row.is(EventState.PENDING) && row.seq() <= range.after() && row.event().key != null)) {
            if (keys.size() == range.passedLimit()) {
                break;
            }
            keys.put(row.seq(), new OrderKey(NAME, row.event().key));
        }
        return new Passed(keys, keys.size() == range.passedLimit());
    }

    private Map<OrderKey, Long> blocking(List<Batch> read, Lanes known, boolean blockKey) {
        Set<String> keys = new HashSet<>();
        for (Batch batch : read) {
            for (QueuedEvent event : batch.events()) {
                if (event.orderKey() != null
                        && known.held().contains(event.event().slot() % known.total())) {
                    keys.add(event.event().key());
                }
            }
        }
        if (keys.isEmpty()) {
            return Map.of();
        }
        world.statement(node, "reads blocking keys");
        Map<OrderKey, Long> blocking = new HashMap<>();
        for (String key : keys) {
            long first = db.first(node.transaction, key, blockingStates(blockKey));
            if (first != Long.MAX_VALUE) {
                blocking.put(new OrderKey(NAME, key), first);
            }
        }
        return blocking;
    }

    Set<EventState> blockingStates(boolean blockKey) {
        return blockKey
                ? EnumSet.of(EventState.RETRYING, EventState.BLOCKED, EventState.PARKED)
                : EnumSet.of(EventState.RETRYING, EventState.BLOCKED);
    }

    @Override
    public boolean mayLoseReads() {
        return world.setting.showsEarly() && !world.setting.handles();
    }

    @Override
    public void makeDurable() {
        world.statement(node, "writes");
        node.transaction.writes = true;
    }

    @Override
    public Set<Integer> lock(Lanes before, Set<Integer> numbers) {
        world.statement(node, "locks lanes");
        SimTransaction own = node.transaction;
        Set<Integer> same = new HashSet<>();
        for (Integer number : new TreeSet<>(numbers)) {
            SimLane lane = db.lane(own, number);
            if (lane != null
                    && before.owner().equals(lane.owner())
                    && db.lockLane(own, number)
                    && isSame(lane, before)) {
                same.add(number);
            }
        }
        return same;
    }

    boolean isSame(SimLane lane, Lanes before) {
        return before.total() == lane.total() && before.versions().getOrDefault(lane.number(), -1L) == lane.version();
    }

    @Override
    public Set<Long> locked(List<QueuedEvent> events) {
        world.statement(node, "locks events");
        Set<Long> locked = new HashSet<>();
        for (QueuedEvent event : events) {
            SimRow row = db.row(node.transaction, event.seq());
            if (row != null && row.is(event.state()) && !db.lockRow(node.transaction, event.seq())) {
                locked.add(event.seq());
            }
        }
        return locked;
    }

    @Override
    public int remove(List<QueuedEvent> events) {
        world.statement(node, "removes published events");
        int removed = 0;
        for (QueuedEvent event : events) {
            SimRow row = db.row(node.transaction, event.seq());
            if (row != null && row.is(event.state()) && db.lockRow(node.transaction, event.seq())) {
                db.delete(node.transaction, event.seq());
                removed++;
            }
        }
        if (world.isTold()) {
            world.tell(node.name, "removes " + removed + " of " + names(events));
        }
        return removed;
    }

    @Override
    public void block(List<QueuedEvent> events) {
        world.statement(node, "blocks events");
        for (QueuedEvent event : events) {
            hold(event.event().slot() % db.total());
            SimRow row = db.row(node.transaction, event.seq());
            if (row != null && row.is(event.state())) {
                change(row.to(EventState.BLOCKED));
            }
        }
    }

    private void hold(int lane) {
        SimLane now = db.lane(node.transaction, lane);
        if (now != null) {
            db.write(node.transaction, now.held(true));
        }
    }

    private void change(SimRow row) {
        if (!db.lockRow(node.transaction, row.seq())) {
            throw new SimViolation("NoStatementWaits", node.name + " changes " + row.event() + ", which is locked");
        }
        db.write(node.transaction, row);
        if (world.isTold()) {
            world.tell(node.name, "writes that " + row.event() + " is " + row.state());
        }
    }

    @Override
    public boolean retryLater(QueuedEvent event, int lane, Duration delay, String error) {
        return refused(event, lane, EventState.RETRYING, 1, world.retryDelay());
    }

    @Override
    public boolean retryUncounted(QueuedEvent event, int lane, Duration delay, String error) {
        return refused(event, lane, EventState.RETRYING, 0, world.retryDelay());
    }

    @Override
    public boolean park(QueuedEvent event, int lane, String error) {
        return refused(event, lane, EventState.PARKED, 1, 0);
    }

    private boolean refused(QueuedEvent event, int lane, EventState state, int attempts, long delay) {
        world.statement(node, "writes a failure");
        if (event.orderKey() != null) {
            hold(lane);
        }
        SimRow row = db.row(node.transaction, event.seq());
        if (row == null || !row.is(event.state())) {
            return false;
        }
        change(new SimRow(row.event(), state, event.attempts() + attempts, world.dbNow() + delay));
        return true;
    }

    @Override
    public boolean unblock(Set<Integer> lanes, int total, Collection<QueuedEvent> ended, boolean blockKey) {
        world.statement(node, "unblocks events behind ended ones");
        Set<String> keys = new TreeSet<>();
        for (QueuedEvent event : ended) {
            if (event.orderKey() != null && lanes.contains(event.event().slot() % total)) {
                keys.add(event.event().key());
            }
        }
        boolean more = unblock(keys, blockKey);
        free(lanes, total);
        return more;
    }

    @Override
    public Unblocked unblock(Set<Integer> lanes, int total, long after, boolean blockKey) {
        world.statement(node, "searches for blocked events");
        Set<String> keys = new TreeSet<>();
        long last = Unblocked.COMPLETE;
        int read = 0;
        for (SimRow row : db.rows(node.transaction, row -> row.is(EventState.BLOCKED) && row.seq() > after)) {
            if (++read > MOST_BLOCKED) {
                break;
            }
            last = row.seq();
            if (lanes.contains(row.event().slot % total)) {
                keys.add(row.event().key);
            }
        }
        boolean more = unblock(keys, blockKey);
        free(lanes, total);
        return new Unblocked(more, read < MOST_BLOCKED ? Unblocked.COMPLETE : last);
    }

    /** Makes the events of keys pending that no earlier event blocks; returns whether there may be more. */
    private boolean unblock(Set<String> keys, boolean blockKey) {
        Set<EventState> blocking =
                blockKey ? EnumSet.of(EventState.RETRYING, EventState.PARKED) : EnumSet.of(EventState.RETRYING);
        boolean more = false;
        int read = 0;
        TreeMap<Long, SimRow> found = new TreeMap<>();
        for (String key : keys) {
            long first = db.first(node.transaction, key, blocking);
            if (db.first(node.transaction, key, EnumSet.of(EventState.BLOCKED)) > first) {
                continue;
            }
            for (SimRow row :
                    db.rows(node.transaction, each -> each.is(EventState.BLOCKED) && key.equals(each.event().key))) {
                more |= read == MOST_BLOCKED;
                if (read < MOST_BLOCKED) {
                    read++;
                    if (row.seq() < first) {
                        found.put(row.seq(), row);
                    }
                }
            }
        }
        Set<String> waiting = new HashSet<>();
        Map<Long, SimRow> free = new LinkedHashMap<>();
        for (SimRow row : found.values()) {
            if (waiting.contains(row.event().key) || !db.lockRow(node.transaction, row.seq())) {
                waiting.add(row.event().key);
            } else {
                free.put(row.seq(), row);
            }
        }
        free.values().forEach(row -> change(row.to(EventState.PENDING)));
        return more && !free.isEmpty();
    }

    /** Has lanes no longer held that have no retrying, parked or blocked event with a key. */
    private void free(Set<Integer> lanes, int total) {
        world.statement(node, "looks which lanes are held");
        Set<Integer> without = new TreeSet<>(lanes);
        for (SimRow row : db.rows(node.transaction, row -> row.isHeld() && row.event().key != null)) {
            without.remove(row.event().slot % total);
        }
        for (Integer number : without) {
            SimLane lane = db.lane(node.transaction, number);
            if (lane != null && lane.held()) {
                db.write(node.transaction, lane.held(false));
            }
        }
    }

    @Override
    public List<MalformedRow> parkMalformedRows(int limit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String lockHolders(long seq) {
        throw new UnsupportedOperationException();
    }
}
