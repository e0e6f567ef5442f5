// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

/** The slots of rows: hashes of their keys. The slot modulo the number of lanes is the lane whose lock guards the order. */
public final class Slots {

    /** The number of slots. */
    public static final int COUNT = 1 << 15;

    private Slots() {}

    /**
     * Returns the slot of a key. The events of a key share a slot, and so a lane, whatever the number of lanes.
     *
     * @param key {@code null} if there is none: the id then chooses the slot
     */
    public static int of(String key, String id) {
        return Math.floorMod((key != null ? key : id).hashCode(), COUNT);
    }
}
