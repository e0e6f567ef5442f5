// SPDX-License-Identifier: Apache-2.0
package io.oncebox.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The topics whose brokers did not confirm the last batch. The cluster may answer meanwhile, by another broker. Bounded,
 * because others may write rows with any destination. Thread-safe.
 */
final class UnavailableTopics {

    static final int MAX = 1_000;

    /** Longer than a batch can take. Nothing may ever be published to the topic again, which would make it available. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private record Failure(long nanoTime, Exception reason) {}

    private final Map<String, Failure> failures = new ConcurrentHashMap<>();

    void failed(String topic, Exception reason) {
        if (failures.size() >= MAX) {
            failures.clear();
        }
        failures.put(topic, new Failure(System.nanoTime(), reason));
    }

    void succeeded(String topic) {
        if (!failures.isEmpty()) {
            failures.remove(topic);
        }
    }

    /** Returns the reason why a topic is unavailable, if there is one. */
    Optional<Exception> reason() {
        long now = System.nanoTime();
        failures.values().removeIf(failure -> now - failure.nanoTime() > LONGEST.toNanos());
        return failures.values().stream().map(Failure::reason).findFirst();
    }

    int size() {
        return failures.size();
    }
}
