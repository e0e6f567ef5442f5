// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * The steps that this process takes towards its database and its broker, by the thread that takes them, what it does, and
 * whether it is about to or has just done it. One of them may be a trap.
 */
final class Steps {

    /** The exit status of a process that halted at its step. */
    static final int HALTED = 99;

    /** The prefix of a step in the output. */
    static final String REPORT = "step: ";

    private static final int HOLD_MILLIS = 1000;
    private static final int STAGGER_MILLIS = 300;

    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();
    private static final AtomicInteger ARRIVALS = new AtomicInteger();
    private static final CountDownLatch WATCHED = new CountDownLatch(1);
    private static volatile NodeTask task;
    private static volatile boolean stopping;

    private Steps() {}

    /** From now on, steps count; starting is not one. */
    static void watch(NodeTask withTrap) {
        task = withTrap;
        WATCHED.countDown();
    }

    /** From now on, the steps of the relay's threads are those of its stop. */
    static void stop() {
        stopping = true;
    }

    /** One thing that is done to a database or a broker. */
    @FunctionalInterface
    interface Act {
        Object run() throws Throwable;
    }

    /** @param failure makes the exception with which the step may fail, of its message */
    static Object around(String what, Function<String, Exception> failure, Act act) throws Throwable {
        String thread = Thread.currentThread().getName().replaceAll("-?\\d+$", "");
        String step = (stopping && thread.equals("onceward-relay") ? "stop" : thread) + ": " + what;
        reached("before " + step, failure);
        Object result = act.run();
        reached("after " + step, failure);
        return result;
    }

    private static void reached(String step, Function<String, Exception> failure) throws Exception {
        if (task == null && Thread.currentThread().getName().startsWith("onceward-relay") && !isSelfCheck()) {
            WATCHED.await(); // what the first poll has the relay do counts, and is not done again for long
        }
        NodeTask now = task;
        if (now == null) {
            return;
        }
        if (step.equals(now.step())) {
            spring(now.trap(), step, failure);
        }
        if (SEEN.add(step)) {
            System.out.println(REPORT + step);
        }
    }

    /** The self-check, a part of starting, looks at the tables in a thread of the relay and waits for what it sees. */
    private static boolean isSelfCheck() {
        return StackWalker.getInstance()
                .walk(frames -> frames.anyMatch(frame -> frame.getClassName().startsWith("io.onceward.selfcheck.")));
    }

    private static void spring(Trap trap, String step, Function<String, Exception> failure) throws Exception {
        int arrival = ARRIVALS.incrementAndGet();
        switch (trap) {
            case NONE -> {}
            case HALT -> Runtime.getRuntime().halt(HALTED);
            case FAIL -> {
                if (arrival == 1) {
                    throw failure.apply("failed on purpose " + step);
                }
            }
            case HOLD -> {
                if (arrival == 1) {
                    Thread.sleep(HOLD_MILLIS);
                }
            }
            case HOLD_AND_FAIL -> {
                if (arrival == 1) {
                    Thread.sleep(HOLD_MILLIS);
                    throw failure.apply("failed on purpose " + step);
                }
            }
            case STAGGER -> {
                if (arrival % 2 == 1) {
                    Thread.sleep(STAGGER_MILLIS);
                }
            }
        }
    }
}
