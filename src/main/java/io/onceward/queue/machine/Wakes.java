// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.machine;

import java.util.HashSet;
import java.util.Set;

/** The wake-ups since the last cycle. */
final class Wakes {

    private final Set<Integer> slots = new HashSet<>();
    private boolean forAll;
    private boolean forDue;

    /** @param some the slots of the committed events; empty for all lanes */
    void add(Set<Integer> some, boolean due) {
        forAll |= some.isEmpty();
        slots.addAll(some);
        forDue |= due;
    }

    boolean any() {
        return forAll || !slots.isEmpty();
    }

    boolean forDue() {
        return forDue;
    }

    /** Returns the slots whose lanes are wanted; empty for all lanes. */
    Set<Integer> slots() {
        return forAll ? Set.of() : Set.copyOf(slots);
    }

    void clear() {
        slots.clear();
        forAll = false;
        forDue = false;
    }
}
