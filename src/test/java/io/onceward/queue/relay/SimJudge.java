// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.EventState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Checks after each step what must hold: {@code docs/guarantees.md} and {@code docs/model/leases.md}. */
final class SimJudge {

    private final SimWorld world;
    private final Map<String, List<SimEvent>> ordered = new HashMap<>();
    private boolean mayRepeat;

    /** Whether a policy has let events pass parked ones. */
    boolean everPassed;

    SimJudge(SimWorld world) {
        this.world = world;
    }

    /** From now on events may be published twice. */
    void mayRepeat() {
        mayRepeat = true;
    }

    /** A producer's transaction has committed. */
    void committed(SimEvent event) {
        event.committed = true;
        if (event.ordered) {
            ordered.computeIfAbsent(event.key + event.destination, key -> new ArrayList<>())
                    .add(event);
        }
    }

    /** A crash of the database has undone a producer's transaction. */
    void undone(SimEvent event) {
        if (event.arrivals > 0) {
            throw new SimViolation("I1_RecordedIffCommitted", event + " has arrived, and its transaction is undone");
        }
        event.committed = false;
        ordered.values().forEach(events -> events.remove(event));
    }

    /** A transaction with the effects of a message commits. No fault excuses a second one: its claim prevents it. */
    private void handled(SimEvent message, String node) {
        if (message.arrivals > 0) {
            throw new SimViolation("I3_HandledOnce", node + " handles " + message + " again");
        }
        arrives(message, node);
    }

    /** The broker has an event. */
    void arrives(SimEvent event, String sender) {
        world.happened();
        if (!event.committed) {
            throw new SimViolation("I1_RecordedIffCommitted", event + " arrives, and is not committed");
        }
        if (event.arrivals++ > 0) {
            if (!mayRepeat) {
                throw new SimViolation("OnceIfUndisturbed", sender + " sends " + event + " again");
            }
            return;
        }
        if (event.ordered) {
            for (SimEvent earlier : ordered.get(event.key + event.destination)) {
                if (earlier == event) {
                    return;
                }
                if (earlier.arrivals == 0 && !earlier.dropped && !(everPassed && earlier.everParked)) {
                    throw new SimViolation("I4_NonePassed", event + " arrives before " + earlier);
                }
            }
        }
    }

    /** A relay's transaction is about to commit. */
    void commits(SimTransaction transaction, SimNode node) {
        transaction.handled.forEach(message -> handled(message, node.name));
        transaction.rows.forEach((seq, row) -> {
            SimRow before = world.db.row(null, seq);
            if (before == null) {
                return;
            }
            world.happened();
            if (row == null) {
                removed(before.event());
            } else {
                changed(before, row, node);
            }
        });
        transaction.lanes.forEach((number, lane) -> {
            SimLane before = world.db.lane(null, number);
            if (before != null
                    && before.owner() != null
                    && lane.owner() != null
                    && !Objects.equals(before.owner(), lane.owner())) {
                mayRepeat(); // it takes the lane of another one, which may work on its events
            }
        });
    }

    private static void removed(SimEvent event) {
        if (event.arrivals == 0) {
            throw new SimViolation("I2_NothingLost", event + " is removed, and has not arrived");
        }
    }

    private void changed(SimRow before, SimRow row, SimNode node) {
        SimEvent event = row.event();
        SimLane lane = world.db.lane(null, event.slot % world.db.total());
        if (!node.identity.equals(lane.owner())) {
            throw new SimViolation(
                    "OthersKeepOff",
                    node.name + " changes " + event + " of lane " + lane.number() + " of another owner");
        }
        if (!before.is(EventState.BLOCKED) && !node.hasRead(event.seq, lane)) {
            throw new SimViolation(
                    "OthersKeepOff",
                    node.name + " changes " + event + ", and lane " + lane.number() + " has changed since it read it");
        }
        if (row.attempts() > event.refusals + (event.refusedForever ? 1 : 0)) {
            throw new SimViolation("I6_OutageCountsNothing", event + " has " + row.attempts() + " attempts");
        }
        if (row.is(EventState.PARKED)) {
            event.everParked = true;
            if (event.refusals == 0 && !event.refusedForever) {
                throw new SimViolation("I6_OutageCountsNothing", event + " is parked, and was not refused");
            }
        }
    }
}
