// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * The outage in which the last publication of each thread ended. The broker accepts connections during some outages: while it has
 * no memory, or while a queue has no leader. Thread-safe.
 */
final class LastOutages {

    /** Has no threads that have ended. */
    private final Map<Thread, Exception> outages = Collections.synchronizedMap(new WeakHashMap<>());

    /** Forgets the outage of the calling thread. */
    void clear() {
        outages.remove(Thread.currentThread());
    }

    /** Keeps the outage of the calling thread. */
    void set(Exception outage) {
        outages.put(Thread.currentThread(), outage);
    }

    /** Returns the outage of the calling thread, if its last publication ended in one. */
    Optional<Exception> get() {
        return Optional.ofNullable(outages.get(Thread.currentThread()));
    }
}
