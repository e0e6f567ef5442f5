// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory.broker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * A queue of the broker, which guards it. The messages of the open delivery are out; all others wait.
 *
 * <p>There is one open delivery at a time. Otherwise a second receiver would get later messages while the first one's may still
 * come back, and the order would be lost.
 */
final class MemoryQueue<M> {

    private final List<M> arrived = new ArrayList<>();
    private final Deque<Waiting<M>> waiting = new ArrayDeque<>();
    private final Deque<Waiting<M>> delayed = new ArrayDeque<>();
    private final List<M> dead = new ArrayList<>();
    private final List<Waiting<M>> out = new ArrayList<>();
    private Delivery<M> open;

    /** @param failed the deliveries that ended without an acknowledgement */
    private record Waiting<M>(M message, int failed) {

        Waiting<M> again() {
            return new Waiting<>(message, failed + 1);
        }
    }

    void add(M message) {
        arrived.add(message);
        waiting.add(new Waiting<>(message, 0));
    }

    /** Waits with all messages that have ever arrived. */
    void repeat() {
        waiting.clear();
        arrived.forEach(message -> waiting.add(new Waiting<>(message, 0)));
    }

    boolean isReady() {
        return open == null && !(waiting.isEmpty() && delayed.isEmpty());
    }

    Delivery<M> deliver(MemoryBroker<M> broker, int limit) {
        if (waiting.isEmpty()) {
            waiting.addAll(delayed);
            delayed.clear();
        }
        while (out.size() < limit && !waiting.isEmpty()) {
            out.add(waiting.remove());
        }
        open = new Delivery<>(broker, this, out.stream().map(Waiting::message).toList());
        return open;
    }

    boolean isOpen(Delivery<M> delivery) {
        return open == delivery;
    }

    void acknowledged() {
        out.clear();
        open = null;
    }

    /**
     * Ends the open delivery, if there is one, without an acknowledgement.
     *
     * @param limit the deliveries after which a message goes to the dead letters
     * @param last whether the messages come again only after all others
     */
    void giveBack(int limit, boolean last) {
        Collections.reverse(out);
        for (Waiting<M> message : out) {
            Waiting<M> again = message.again();
            if (again.failed() == limit) {
                dead.add(again.message());
            } else if (last) {
                delayed.addFirst(again);
            } else {
                waiting.addFirst(again);
            }
        }
        acknowledged();
    }

    List<M> waiting() {
        return all().stream().map(Waiting::message).toList();
    }

    List<Integer> failedDeliveries() {
        return all().stream().map(Waiting::failed).toList();
    }

    private List<Waiting<M>> all() {
        List<Waiting<M>> all = new ArrayList<>(out);
        all.addAll(waiting);
        all.addAll(delayed);
        return all;
    }

    List<M> dead() {
        return List.copyOf(dead);
    }
}
