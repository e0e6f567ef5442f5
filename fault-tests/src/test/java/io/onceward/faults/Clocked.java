// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

/** A member whose clock can be set while it runs. */
interface Clocked {

    /** Sets the clock to this many hours after the true time. */
    void jumpTo(int hours);
}
