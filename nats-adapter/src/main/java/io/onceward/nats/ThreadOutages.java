// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The outages in which the last batches of threads ended. The servers may answer meanwhile, and the batches of other threads go to
 * other streams. Holds at most one outage of each live thread, in the publisher and not in the thread, because threads of a server
 * outlive the application. Thread-safe.
 */
final class ThreadOutages {

    private final Map<Thread, Exception> outages = new ConcurrentHashMap<>();

    /** Forgets the outage of the calling thread, which begins another batch. */
    void forget() {
        outages.remove(Thread.currentThread());
    }

    /** Keeps the outage in which the batch of the calling thread ended. */
    void keep(Exception outage) {
        outages.keySet().removeIf(thread -> !thread.isAlive());
        outages.put(Thread.currentThread(), outage);
    }

    /** Returns the outage in which the last batch of the calling thread ended. */
    Optional<Exception> last() {
        return Optional.ofNullable(outages.get(Thread.currentThread()));
    }
}
