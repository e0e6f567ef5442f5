// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.queue.machine.Refusal;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** A broker, and what is on its way to it. */
final class SimBroker implements SimActor {

    /** What a broker says of an event. */
    enum Answer {
        CONFIRMED,
        REFUSED,
        REFUSED_UNCOUNTED,
        REFUSED_FOREVER,
        UNAVAILABLE,
        /** It has the event, and its answer gets lost. */
        LOST,
        SILENCE,
        /** The sender fails before it has sent the event. */
        ERROR,
        /** The row of a message is not as it was read. Only handlers find that. */
        MISSING;

        boolean isRefusal() {
            return this == REFUSED || this == REFUSED_UNCOUNTED || this == REFUSED_FOREVER;
        }
    }

    private static final Exception REASON = reason();

    static final Refusal COUNTED = Refusal.counted(REASON);
    static final Refusal UNCOUNTED = Refusal.uncounted(REASON);
    static final Refusal FOREVER = Refusal.forever(REASON);

    private record OnItsWay(SimEvent event, String sender) {}

    private final SimWorld world;
    private final Map<String, Long> unavailableUntil = new HashMap<>();
    private final Deque<OnItsWay> onItsWay = new ArrayDeque<>();
    private long arrivesAt;

    SimBroker(SimWorld world) {
        this.world = world;
    }

    private static Exception reason() {
        Exception refused = new IOException("not this one");
        refused.setStackTrace(new StackTraceElement[0]);
        return refused;
    }

    void unavailable(String destination, long until) {
        unavailableUntil.put(destination, until);
    }

    void heal() {
        unavailableUntil.clear();
    }

    Answer send(SimEvent event, SimNode node) {
        Answer answer = answer(event);
        if (answer == Answer.CONFIRMED) {
            arrives(event, node.name);
        } else if (world.isTold()) {
            world.tell(node.name, "sends " + event + ": " + answer);
        }
        return answer;
    }

    /** Returns what becomes of an event that is sent now. */
    Answer answer(SimEvent event) {
        if (unavailableUntil.getOrDefault(event.destination, 0L) > world.now) {
            return Answer.UNAVAILABLE;
        }
        if (world.disturbs(SimFault.REFUSAL) && world.choices.oneIn(4)) {
            return new Answer[] {Answer.REFUSED, Answer.REFUSED_UNCOUNTED, Answer.REFUSED_FOREVER}
                    [Math.max(0, world.choices.next(6) - 3)];
        }
        if (world.disturbs(SimFault.LOST_ANSWER) && world.choices.oneIn(12)) {
            return Answer.LOST;
        }
        if (world.disturbs(SimFault.SILENCE) && world.choices.oneIn(12)) {
            return Answer.SILENCE;
        }
        return world.disturbs(SimFault.SENDER_ERROR) && world.choices.oneIn(6) ? Answer.ERROR : Answer.CONFIRMED;
    }

    void arrives(SimEvent event, String sender) {
        if (world.isTold()) {
            world.tell(sender, "sends " + event + ", which arrives" + (event.arrivals > 0 ? " again" : ""));
        }
        world.judge.arrives(event, sender);
    }

    /** The sender crashes meanwhile. */
    void arrivesLater(SimEvent event, String sender) {
        onItsWay.add(new OnItsWay(event, sender));
        arrivesAt = world.now + world.silence();
    }

    @Override
    public long due() {
        return onItsWay.isEmpty() ? NEVER : arrivesAt;
    }

    @Override
    public void step() {
        OnItsWay next = onItsWay.remove();
        arrives(next.event(), next.sender());
    }
}
