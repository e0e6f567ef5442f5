// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

/**
 * The end of the process, as {@link CrashPoints} simulates it. An {@link Error}, so that the code under test does not handle it: a
 * process that ends calls no {@code catch} block.
 *
 * @since 0.1
 */
public final class SimulatedCrash extends Error {

    private static final long serialVersionUID = 1L;

    SimulatedCrash(String step) {
        super("The process crashes " + step);
    }
}
