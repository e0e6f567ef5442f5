// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/** An event of a simulation, as its producer and the broker know it. */
final class SimEvent {

    final String id;
    final String key;
    final String destination;
    final int slot;

    /** Whether its order counts: it was not delayed, and its transaction has locked its key. */
    final boolean ordered;

    long seq;
    boolean committed;

    /** How often it has arrived at the broker. */
    int arrivals;

    /** Whether an operator has discarded or purged it. */
    boolean dropped;

    boolean everParked;

    /** How many refusals count. */
    int refusals;

    /** Whether it was refused for ever. */
    boolean refusedForever;

    SimEvent(String id, String key, String destination, int slot, boolean ordered) {
        this.id = id;
        this.key = key;
        this.destination = destination;
        this.slot = slot;
        this.ordered = ordered;
    }

    @Override
    public String toString() {
        return (key == null ? "-" : key) + seq;
    }
}
