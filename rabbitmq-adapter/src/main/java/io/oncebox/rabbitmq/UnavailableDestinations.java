// SPDX-License-Identifier: Apache-2.0
package io.oncebox.rabbitmq;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The destinations of batches that the broker did not confirm in time. The broker accepts connections meanwhile: while it has no
 * memory, or while a quorum queue has no majority. Bounded, because others may write rows with any destination. Thread-safe.
 */
final class UnavailableDestinations {

    static final int MAX = 1_000;

    /** Longer than the pause between two attempts. Nothing may ever be published there again, which would succeed. */
    private static final Duration LONGEST = Duration.ofSeconds(60);

    private record Failure(long nanoTime, Exception reason) {}

    private final Map<String, Failure> failures = new ConcurrentHashMap<>();

    void failed(List<RabbitMessage> messages, Exception reason) {
        for (RabbitMessage each : messages) {
            if (failures.size() >= MAX) {
                failures.clear();
            }
            failures.put(each.destination(), new Failure(System.nanoTime(), reason));
        }
    }

    void succeeded(List<RabbitMessage> messages) {
        if (!failures.isEmpty()) {
            messages.forEach(each -> failures.remove(each.destination()));
        }
    }

    /** Returns the reason why a destination is unavailable, if there is one. */
    Optional<Exception> reason() {
        long now = System.nanoTime();
        failures.values().removeIf(failure -> now - failure.nanoTime() > LONGEST.toNanos());
        return failures.values().stream().map(Failure::reason).findFirst();
    }

    int size() {
        return failures.size();
    }
}
