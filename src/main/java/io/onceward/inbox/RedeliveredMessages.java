// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The messages of one channel that this node has stored, and that the broker redelivers because another message of their batch
 * was refused. A message that the broker does not redeliver is forgotten after some minutes, and the oldest are forgotten if there
 * are too many. To store a message again is harmless; to drop a message that its sender has sent again is not. Thread-safe.
 */
final class RedeliveredMessages {

    private static final int MAX = 10_000;

    /** Longer than brokers usually delay a redelivery. */
    private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

    private final Map<String, Long> storedAt = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > MAX;
        }
    };

    synchronized boolean contains(String id) {
        Long stored = storedAt.get(id);
        return stored != null && System.nanoTime() - stored < LONGEST_DELAY.toNanos();
    }

    synchronized void add(Collection<String> ids) {
        ids.forEach(id -> storedAt.put(id, System.nanoTime()));
    }

    /** Forgets messages that the broker has redelivered, and that are acknowledged now. */
    synchronized void remove(Collection<String> ids) {
        ids.forEach(storedAt::remove);
    }
}
