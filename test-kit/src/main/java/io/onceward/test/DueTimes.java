// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.time.Duration;

/** The due times of delayed events and of retries. */
@FunctionalInterface
interface DueTimes {

    /** Makes all of them earlier, which has the same effect on the engine as waiting. */
    void bringForward(Duration duration);
}
