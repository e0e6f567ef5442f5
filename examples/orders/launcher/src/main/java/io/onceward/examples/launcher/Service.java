// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.time.Duration;
import java.util.function.Supplier;

/** The server or the broker: a process that the user can kill and start again. Safe for use by several threads. */
final class Service {

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration LIMIT_AFTER_BOOT = Duration.ofMinutes(1);
    private static final long POLL_MILLIS = 250;
    private static final long STOP_MILLIS = 1000;

    private final String name;
    private final Supplier<Child> starter;
    private final Probe probe;
    private volatile Child child;
    private volatile boolean isUp;
    private volatile boolean isStopping;
    private volatile long booted;

    Service(String name, Supplier<Child> starter, Probe probe) {
        this.name = name;
        this.starter = starter;
        this.probe = probe;
    }

    String name() {
        return name;
    }

    /** Returns whether the process was started and not killed since. */
    boolean isStarted() {
        return child != null;
    }

    boolean isUp() {
        return isUp;
    }

    /** The process itself says that it is up, so its application must be up soon. */
    void noteBoot() {
        booted = System.nanoTime();
    }

    /**
     * Returns when the process is up, or was killed.
     *
     * @param started the process of the last launch
     * @param tick runs again and again until then
     */
    void awaitUp(Child started, Runnable tick) throws InterruptedException {
        long start = System.nanoTime();
        while (!probe.isUp()) {
            if (child != started) {
                return;
            }
            check();
            if (since(start).compareTo(LIMIT) > 0) {
                throw started.failure("is not up after " + LIMIT.toMinutes() + " minutes");
            }
            if (booted != 0 && since(booted).compareTo(LIMIT_AFTER_BOOT) > 0) {
                throw started.failure("started, but could not deploy the application");
            }
            tick.run();
            Thread.sleep(POLL_MILLIS);
        }
        setUp(started);
    }

    private static Duration since(long nanoTime) {
        return Duration.ofNanos(System.nanoTime() - nanoTime);
    }

    /** Starts the process, and does not wait until it is up. */
    synchronized Child launch() {
        if (isStopping) {
            throw new StartFailure("Stopped while starting.");
        }
        booted = 0;
        child = starter.get();
        return child;
    }

    private synchronized void setUp(Child started) {
        isUp = child == started;
    }

    /** Kills the process as {@code kill -9} does. */
    synchronized void kill() {
        isUp = false;
        Child killed = child;
        child = null; // before the kill, so that it does not look like a failure
        killed.kill();
    }

    /** Throws if the process has ended, and was neither killed nor stopped by the launcher. */
    void check() throws InterruptedException {
        Child checked = child;
        if (checked != null && !checked.isAlive()) {
            // Ctrl-C reaches the processes as well as the launcher, and they may be faster.
            Thread.sleep(STOP_MILLIS);
            if (child == checked && !isStopping) {
                throw checked.ending(isUp ? "ended by itself" : "ended while it was starting");
            }
        }
        if (isStopping) {
            Thread.sleep(Long.MAX_VALUE); // The shutdown hook, which stops the processes, ends the launcher.
        }
    }

    /** Stops the process for good. */
    synchronized void stop() {
        isStopping = true;
        isUp = false;
        if (child != null) {
            child.stop();
        }
    }
}
