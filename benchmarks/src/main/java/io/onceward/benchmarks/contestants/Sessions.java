// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.contestants;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** The threads of a consumer, each with a session of its own. */
final class Sessions {

    static final int COUNT = 4;

    /** The time that a receive waits before it checks whether to go on. */
    static final long LOOK_MILLIS = 50;

    /** The answer whether to go on. */
    @FunctionalInterface
    interface Running {
        boolean isOn();
    }

    /** Receives until it should not go on. */
    @FunctionalInterface
    interface Loop {
        void run(Running running) throws Exception;
    }

    private final Loop loop;
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private volatile boolean on;

    Sessions(Loop loop) {
        this.loop = loop;
    }

    void start() {
        on = true;
        for (int i = 0; i < COUNT; i++) {
            Thread thread = new Thread(this::run, "consumer-" + i);
            threads.add(thread);
            thread.start();
        }
    }

    private void run() {
        try {
            loop.run(() -> on);
        } catch (Exception e) {
            failure.set(e);
        }
    }

    void stop() throws InterruptedException {
        on = false;
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
        Exception seen = failure.getAndSet(null);
        if (seen != null) {
            throw new IllegalStateException("a consumer failed", seen);
        }
    }
}
