// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The subjects whose streams do not answer, as without a leader. The servers answer meanwhile. Bounded, because others may write
 * rows with any destination. Thread-safe.
 */
final class UnavailableSubjects {

    static final int MAX = 1_000;

    /** Longer than the pause between two attempts. Nothing may ever be published to the subject again, which would succeed. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private record Failure(long nanoTime, Exception reason) {}

    private final Map<String, Failure> failures = new ConcurrentHashMap<>();

    void failed(String subject, Exception reason) {
        if (failures.size() >= MAX) {
            failures.clear();
        }
        failures.put(subject, new Failure(System.nanoTime(), reason));
    }

    void succeeded(String subject) {
        if (!failures.isEmpty()) {
            failures.remove(subject);
        }
    }

    /** Returns the reason why a subject is unavailable, if there is one. */
    Optional<Exception> reason() {
        long now = System.nanoTime();
        failures.values().removeIf(failure -> now - failure.nanoTime() > LONGEST.toNanos());
        return failures.values().stream().map(Failure::reason).findFirst();
    }
}
