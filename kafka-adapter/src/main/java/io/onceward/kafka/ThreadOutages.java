// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The outages in which the last batches of threads ended. The cluster may answer meanwhile, by another broker, and the batches of
 * other threads go to other topics. Holds at most one outage of each live thread, in the publisher and not in the thread, because
 * threads of a server outlive the application. Thread-safe.
 */
final class ThreadOutages {

    private final Map<Thread, Exception> outages = new ConcurrentHashMap<>();

    /** Forgets the outage of the calling thread, which begins another batch. */
    void forget() {
        outages.remove(Thread.currentThread());
    }

    /** Keeps the reason why the batch of the calling thread was not confirmed. */
    void keep(Exception reason) {
        outages.keySet().removeIf(thread -> !thread.isAlive());
        outages.put(Thread.currentThread(), reason);
    }

    /** Returns the outage in which the last batch of the calling thread ended. */
    Optional<Exception> last() {
        return Optional.ofNullable(outages.get(Thread.currentThread()));
    }

    int size() {
        return outages.size();
    }
}
