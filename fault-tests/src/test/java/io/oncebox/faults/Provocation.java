// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

/**
 * What makes a mistake show.
 *
 * @param errand what the first node does, and what happens to it
 * @param brokerDies whether the broker dies after that
 */
record Provocation(Errand errand, boolean brokerDies) {

    /** Whether another node has to go on with what is left. */
    boolean hasSequel() {
        return brokerDies || errand.trap() == Trap.HALT;
    }

    /** What is done, in words. */
    @Override
    public String toString() {
        String done =
                switch (errand.trap()) {
                    case NONE -> "";
                    case HALT -> "the node dies ";
                    case FAIL -> "fails once: ";
                    case HOLD -> "one waits ";
                    case STAGGER -> "every other one waits ";
                };
        return done + errand.step() + (brokerDies ? "the broker is killed" : "");
    }
}
