// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import io.onceward.queue.store.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** An operator: each change locks all lanes in their order, waits for locks of lanes, and skips locked rows. */
final class SimOperator implements SimActor {

    private enum Change {
        REQUEUE,
        DISCARD,
        PURGE,
        LANES
    }

    private final SimWorld world;
    private Change change;
    private SimTransaction transaction;
    private int lane;
    private boolean written;
    private int newTotal;
    private final List<Long> dropped = new ArrayList<>();

    SimOperator(SimWorld world) {
        this.world = world;
    }

    boolean isIdle() {
        return change == null;
    }

    void requeue() {
        begin(world.choices.oneIn(3) ? Change.DISCARD : Change.REQUEUE);
    }

    void purge() {
        begin(Change.PURGE);
    }

    void changeLanes() {
        begin(Change.LANES);
    }

    private void begin(Change next) {
        if (change == null) {
            change = next;
            transaction = new SimTransaction("operator");
            lane = 0;
            written = false;
            newTotal = new int[] {4, 2, 1, 3}[world.choices.next(4)];
            world.tell("operator", "begins " + next);
        }
    }

    @Override
    public long due() {
        return change == null ? NEVER : world.now;
    }

    @Override
    public void step() {
        if (lane < world.db.total()) {
            if (world.db.lockLane(transaction, lane)) {
                lane++;
            } else {
                world.now += SimWorld.MILLI;
            }
        } else if (!written) {
            written = true;
            write();
        } else {
            commit();
        }
    }

    private void write() {
        switch (change) {
            case REQUEUE -> changeRows(EnumSet.of(EventState.PARKED));
            case DISCARD -> changeRows(EnumSet.of(EventState.PARKED));
            case PURGE -> changeRows(EnumSet.complementOf(EnumSet.of(EventState.PARKED)));
            case LANES -> {
                for (int number = 0; number < newTotal; number++) {
                    SimLane now = world.db.lane(transaction, number);
                    world.db.write(
                            transaction,
                            now == null
                                    ? new SimLane(number, newTotal, null, 0, true)
                                    : new SimLane(number, newTotal, now.owner(), now.version(), true));
                }
            }
        }
    }

    private void changeRows(Set<EventState> states) {
        Set<String> keys = new HashSet<>();
        dropped.clear();
        for (SimRow row : world.db.rows(transaction, row -> states.contains(row.state()))) {
            if (!world.db.lockRow(transaction, row.seq())) {
                continue;
            }
            if (change == Change.REQUEUE) {
                world.db.write(transaction, new SimRow(row.event(), EventState.PENDING, 0, 0));
            } else {
                world.db.delete(transaction, row.seq());
                dropped.add(row.seq());
            }
            if (row.event().key != null && (row.is(EventState.PARKED) || row.is(EventState.RETRYING))) {
                keys.add(row.event().key);
            }
            if (world.isTold()) {
                world.tell("operator", change + " " + row.event());
            }
        }
        for (SimRow row : world.db.rows(transaction, each -> each.is(EventState.BLOCKED))) {
            if (keys.contains(row.event().key)
                    && row.seq()
                            < world.db.first(
                                    transaction, row.event().key, EnumSet.of(EventState.RETRYING, EventState.PARKED))) {
                if (world.db.lockRow(transaction, row.seq())) {
                    world.db.write(transaction, row.to(EventState.PENDING));
                } else {
                    keys.remove(row.event().key);
                }
            }
        }
        for (SimLane each : world.db.lanes(transaction)) {
            world.db.write(transaction, each.changed());
        }
    }

    private void commit() {
        for (Long seq : dropped) {
            SimRow row = world.db.row(null, seq);
            if (row != null) {
                row.event().dropped = true;
            }
        }
        if (change == Change.LANES) {
            world.tell("operator", "commits " + newTotal + " lanes");
            world.judge.mayRepeat();
            world.db.deleteLanesFrom(newTotal);
        }
        world.db.commit(transaction);
        world.happened();
        dropped.clear();
        change = null;
        SimNode node = world.nodes[world.choices.next(world.nodes.length)];
        if (!node.crashed && !node.halted) {
            node.wakeForChange();
        }
    }

    /** Changes the retry policy. */
    void changePolicy() {
        boolean blockKey = !world.choices.oneIn(2);
        world.policy = policy(1 + world.choices.next(3), blockKey);
        world.judge.everPassed |= !blockKey;
        world.tell("operator", "sets " + world.policy);
    }

    static RetryPolicy policy(int maxAttempts, boolean blockKey) {
        return new RetryPolicy(
                maxAttempts, Duration.ZERO, Duration.ZERO, blockKey); // the world decides how long the delays are
    }
}
