// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import java.time.Duration;
import java.util.function.Supplier;

/** A value that is asked for again when it is too old. Of several that ask at the same time one does; others wait. Thread-safe. */
public final class Cached<T> {

    private final Supplier<T> source;
    private final Duration refresh;
    private T value;
    private long readAt;

    /** @param refresh how old the value may be */
    public Cached(Supplier<T> source, Duration refresh) {
        this.source = source;
        this.refresh = refresh;
    }

    /** Returns the value. */
    public synchronized T get() {
        if (value == null || System.nanoTime() - readAt > refresh.toNanos()) {
            long begin = System.nanoTime();
            value = source.get();
            readAt = begin;
        }
        return value;
    }

    /** Has it asked for anew the next time. */
    synchronized void forget() {
        value = null;
    }
}
