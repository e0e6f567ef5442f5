// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

/** Something that has trouble. */
interface Trouble {

    /** Begins, and returns when the trouble is there. */
    void begin() throws Exception;

    /** Ends, and returns when its traces are gone. */
    void end() throws Exception;

    /** Returns whether it is known to miss the goal for the latency of what is healthy. */
    default boolean missesGoal() {
        return false;
    }
}
