// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/**
 * The row of a lane.
 *
 * @param owner the identity of its owner; {@code null} for none
 */
record SimLane(int number, int total, String owner, long version, boolean held) {

    SimLane takenBy(String next) {
        return new SimLane(number, total, next, version + 1, held);
    }

    SimLane released() {
        return new SimLane(number, total, null, version, held);
    }

    SimLane changed() {
        return new SimLane(number, total, owner, version + 1, held);
    }

    SimLane held(boolean now) {
        return now == held ? this : new SimLane(number, total, owner, version, now);
    }
}
