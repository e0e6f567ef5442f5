// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

/** What can go on in a simulation, step by step. */
interface SimActor {

    /** The time of an actor that waits for no time. */
    long NEVER = Long.MAX_VALUE;

    /** Returns when it can go on; a time that is over if it can at once. */
    long due();

    /** Does one step. Others may do steps meanwhile, if it executes statements. */
    void step();
}
