// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.store;

import io.onceward.queue.RecordedEvent;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Lanes of a queue that a node owns, as their rows were when they were read. Immutable.
 *
 * @param owner the identity of the node
 * @param total the number of all lanes of the queue
 * @param versions the versions of the owned lanes, by their numbers
 * @param held those of the owned lanes in which events may be blocked behind an earlier one of their key
 */
public record Lanes(String owner, int total, Map<Integer, Long> versions, Set<Integer> held) {

    public Lanes {
        versions = Map.copyOf(versions);
        held = Set.copyOf(held);
    }

    /** Returns a node's lanes before it has taken any. */
    public static Lanes none(String owner) {
        return new Lanes(owner, 0, Map.of(), Set.of());
    }

    /** Returns whether the node owns no lane. */
    public boolean isEmpty() {
        return versions.isEmpty();
    }

    /** Returns whether the node owns every lane. */
    public boolean hasAll() {
        return !isEmpty() && versions.size() == total;
    }

    /** Returns the numbers of the owned lanes. */
    public Set<Integer> numbers() {
        return versions.keySet();
    }

    /** Returns these lanes without some. */
    public Lanes without(Set<Integer> numbers) {
        Map<Integer, Long> left = new HashMap<>(versions);
        left.keySet().removeAll(numbers);
        return new Lanes(owner, total, left, held);
    }

    /** Returns these lanes and the others, if the total number of lanes is the same for both; otherwise only these lanes. */
    public Lanes with(Lanes others) {
        if (total != others.total) {
            return this;
        }
        Map<Integer, Long> all = new HashMap<>(others.versions);
        all.putAll(versions);
        return new Lanes(owner, total, all, held);
    }

    /** Returns the lane of an event. */
    public int of(RecordedEvent event) {
        return event.slot() % total;
    }

    /** Returns whether a lane has the same owner, the same version and the same number of lanes in both. */
    public boolean hasSame(int lane, Lanes others) {
        Long version = versions.get(lane);
        return version != null
                && version.equals(others.versions.get(lane))
                && total == others.total
                && owner.equals(others.owner);
    }
}
