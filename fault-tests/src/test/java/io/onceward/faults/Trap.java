// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

/** The effects of a trap on a node at one of its steps. */
enum Trap {
    NONE,

    /** The process halts: nothing is closed, no hook runs. */
    HALT,

    /** The first to get there fails. */
    FAIL,

    /** The first to get there waits, while others may go on. */
    HOLD,

    /** The first to get there waits, while others may go on, and then fails. */
    HOLD_AND_FAIL,

    /** Every other one to get there waits, while others may go on. */
    STAGGER
}
