// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

/** Pauses of threads that are never interrupted. */
final class Pause {

    private Pause() {}

    static void millis(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts it", e);
        }
    }
}
