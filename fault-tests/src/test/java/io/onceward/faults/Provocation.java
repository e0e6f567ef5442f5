// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

/**
 * The faults that make a mistake visible.
 *
 * @param task what the first node does, and what happens to it
 * @param brokerDies whether the broker dies after that
 * @param together whether another node works at the same time, and the same happens to it
 */
record Provocation(NodeTask task, boolean brokerDies, boolean together) {

    Provocation(NodeTask task, boolean brokerDies) {
        this(task, brokerDies, false);
    }

    /** Returns whether another node has to continue afterwards. */
    boolean hasSequel() {
        return brokerDies || task.trap() == Trap.HALT;
    }

    /** Returns a description of the fault. */
    @Override
    public String toString() {
        String done =
                switch (task.trap()) {
                    case NONE -> "";
                    case HALT -> "the node dies ";
                    case FAIL -> "fails once: ";
                    case HOLD -> "one waits ";
                    case HOLD_AND_FAIL -> "waits and fails once: ";
                    case STAGGER -> "every other one waits ";
                };
        return done
                + task.step()
                + (brokerDies ? (done.isEmpty() ? "" : ", ") + "the broker is killed" : "")
                + (together ? ", on two nodes" : "");
    }
}
