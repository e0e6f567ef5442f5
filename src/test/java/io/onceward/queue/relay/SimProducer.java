// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.queue.store.FreshEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Business transactions, one after the other, on nodes or elsewhere. A transaction locks its keys, then draws the positions of its events,
 * and commits later. Some transactions do not lock their key; its events have no order.
 */
final class SimProducer implements SimActor {

    private static final String UNLOCKED = "u";

    /** The most pending events that the statement which records an event looks at. */
    private static final int MOST_SEEN = 5;

    private enum State {
        IDLE,
        LOCKED,
        INSERTED,
        COMMITTED
    }

    private final SimWorld world;
    private final int number;
    private final List<SimEvent> events = new ArrayList<>();
    private final Set<String> locks = new HashSet<>();
    private SimTransaction transaction;
    private State state = State.IDLE;
    private SimNode node;
    private FreshEvent fresh;
    private Set<Long> seenEarly;
    private boolean drawn;
    private long goesOnAt;

    SimProducer(SimWorld world, int number) {
        this.world = world;
        this.number = number;
    }

    boolean isIdle() {
        return state == State.IDLE;
    }

    @Override
    public long due() {
        return state == State.IDLE && world.eventsLeft <= 0 ? NEVER : goesOnAt;
    }

    @Override
    public void step() {
        switch (state) {
            case IDLE -> begin();
            case LOCKED -> insert();
            case INSERTED -> end();
            case COMMITTED -> wake();
        }
        if (state != State.IDLE && world.choices.oneIn(4)) {
            goesOnAt = world.now + world.transactionTime();
        } else if (state == State.IDLE && world.setting.keepsUp()) {
            goesOnAt = world.now + world.choices.next(6) * SimWorld.MILLI;
        }
    }

    private void begin() {
        if (events.isEmpty()) {
            int count = world.setting.keepsUp() ? 1 + world.choices.next(5) / 4 : 1 + world.choices.next(2);
            for (int i = 0; i < count && world.eventsLeft > 0; i++) {
                world.eventsLeft--;
                events.add(event());
            }
            node = world.choices.oneIn(6) ? null : world.nodes[world.choices.next(world.nodes.length)];
            if (node != null && (node.crashed || node.halted)) {
                node = null;
            }
            if (world.setting.isCalm() && node == null) {
                node = world.nodes[0];
            }
        }
        if (world.mistake.drawsEarly && !drawn) { // the mistake: a position before the locks
            draw();
            return;
        }
        if (seenEarly == null) {
            seenEarly = seen(events.get(0));
        }
        Set<String> wanted = new TreeSet<>();
        for (SimEvent event : events) {
            if (event.ordered) {
                wanted.add(event.key);
            }
        }
        if (wanted.stream().anyMatch(world.lockedKeys::contains)) {
            goesOnAt = world.now + SimWorld.MILLI;
            return;
        }
        locks.addAll(wanted);
        world.lockedKeys.addAll(wanted);
        transaction = new SimTransaction("business" + number);
        state = State.LOCKED;
    }

    /** One statement inserts the only event of a transaction, and looks for others of its slot. */
    private void look() {
        SimEvent only = events.get(0);
        boolean looks = events.size() == 1
                && node != null
                && !node.crashed
                && (only.key == null || only.key.equals(UNLOCKED) || only.ordered);
        long ticket = looks ? node.ticket(only) : FreshEvent.NO_TICKET;
        Set<Long> seen = only.key == null ? Set.of() : world.mistake.looksEarly ? seenEarly : seen(only);
        fresh = ticket == FreshEvent.NO_TICKET || seen == null
                ? null
                : new FreshEvent(SimQueue.queued(new SimRow(only, EventState.PENDING, 0, 0)), seen, ticket);
    }

    /** Returns the events of a slot, as far as it has looked; {@code null} if there are more pending events. */
    private Set<Long> seen(SimEvent event) {
        Set<Long> seen = new TreeSet<>();
        int pending = 0;
        for (SimRow row : world.db.rows(null, row -> true)) {
            if (row.is(EventState.PENDING) && ++pending == MOST_SEEN) {
                return world.mistake.looksAtFew ? seen : null;
            }
            if (row.event().slot == event.slot) {
                seen.add(row.seq());
            }
        }
        return seen;
    }

    private SimEvent event() {
        int kind = world.choices.next(8);
        int which = world.choices.next(world.setting.keys());
        String key = kind == 7 ? null : kind == 6 ? UNLOCKED : String.valueOf((char) ('a' + which));
        String destination = "test:" + (world.setting.destinations() == 1 ? 0 : world.choices.next(2));
        String id = "e" + world.nextEvent();
        int slot = key == null || world.mistake.slotsById ? world.eventsSoFar() % 8 : key.charAt(0) - 'a';
        boolean delayed = !world.setting.isCalm() && key != null && world.choices.oneIn(12);
        return new SimEvent(id, key, destination, slot, key != null && !key.equals(UNLOCKED) && !delayed);
    }

    private void draw() {
        drawn = true;
        for (SimEvent event : events) {
            event.seq = world.db.nextSeq();
        }
        world.register(events);
    }

    private void insert() {
        if (!drawn) {
            draw();
        }
        look();
        for (SimEvent event : events) {
            boolean delayed = event.key != null && !event.key.equals(UNLOCKED) && !event.ordered;
            world.db.write(
                    transaction,
                    delayed
                            ? new SimRow(event, EventState.DELAYED, 0, world.dbNow() + world.someTime())
                            : new SimRow(event, EventState.PENDING, 0, 0));
        }
        if (world.mistake.recordsApart) {
            world.db.commit(transaction);
            transaction = new SimTransaction("business" + number);
        }
        if (world.isTold()) {
            world.tell("business" + number, "inserts " + events);
        }
        state = State.INSERTED;
    }

    private void end() {
        boolean lost = node != null && node.crashed;
        if (lost || (world.disturbs(SimFault.ROLLBACK) && world.choices.oneIn(6))) {
            if (world.isTold()) {
                world.tell("business" + number, "rolls back " + events);
            }
            world.db.end(transaction);
            reset();
            return;
        }
        if (world.isTold()) {
            world.tell("business" + number, "commits " + events + " on " + (node == null ? "no node" : node.name));
        }
        if (world.setting.showsEarly()) {
            world.db.commitEarly(transaction);
        } else {
            world.db.commit(transaction);
        }
        world.happened();
        events.forEach(world.judge::committed);
        unlock();
        if (node == null && !world.setting.showsEarly()) {
            reset();
        } else {
            state = State.COMMITTED;
        }
    }

    private void wake() {
        if (world.setting.showsEarly()) {
            world.db.flush(); // the log is written in its order
        }
        if (node == null) {
            reset();
            return;
        }
        Set<Integer> slots = new TreeSet<>();
        events.forEach(event -> slots.add(event.slot));
        if (!node.crashed && node.isAsleep()) {
            goesOnAt = node.wakesAt();
            return;
        }
        SimNode woken = node;
        FreshEvent recorded = fresh;
        reset();
        if (woken.crashed || woken.halted) {
            return;
        }
        if (recorded == null) {
            woken.wake(slots);
        } else {
            woken.wake(recorded);
        }
    }

    /** The database crashes. */
    void databaseCrashes() {
        if (transaction != null) {
            world.db.end(transaction);
        }
        reset();
    }

    private void unlock() {
        world.lockedKeys.removeAll(locks);
        locks.clear();
    }

    private void reset() {
        unlock();
        events.clear();
        drawn = false;
        transaction = null;
        state = State.IDLE;
        node = null;
        fresh = null;
        seenEarly = null;
    }
}
