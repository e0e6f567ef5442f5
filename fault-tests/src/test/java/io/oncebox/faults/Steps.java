// SPDX-License-Identifier: Apache-2.0
package io.oncebox.faults;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The steps that this process takes towards its database and its broker, by the thread that takes them, what it does, and
 * whether it is about to or has just done it. At one of them the process halts: nothing is closed, no hook runs.
 */
final class Steps {

    /** The exit status of a process that halted at its step. */
    static final int HALTED = 99;

    /** What precedes the name of a step when it is told. */
    static final String TOLD = "step: ";

    private static final String HALT_AT = System.getProperty("faults.halt-at", "");
    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();
    private static volatile boolean watched;

    private Steps() {}

    /** From now on, steps count; starting is not one. */
    static void watch() {
        watched = true;
    }

    /** One thing that is done to a database or a broker. */
    @FunctionalInterface
    interface Act {
        Object run() throws Throwable;
    }

    static Object around(String what, Act act) throws Throwable {
        String step = Thread.currentThread().getName().replaceAll("-?\\d+$", "") + ": " + what;
        reached("before " + step);
        Object result = act.run();
        reached("after " + step);
        return result;
    }

    private static void reached(String step) {
        if (!watched) {
            return;
        }
        if (step.equals(HALT_AT)) {
            Runtime.getRuntime().halt(HALTED);
        }
        if (SEEN.add(step)) {
            System.out.println(TOLD + step);
        }
    }
}
