// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** The next messages of channels that the broker refuses, and why. Thread-safe. */
final class PlannedRefusals {

    private final Map<String, Queue<Exception>> byChannel = new HashMap<>();

    synchronized void add(String channel, Exception reason) {
        byChannel.computeIfAbsent(channel, name -> new ArrayDeque<>()).add(reason);
    }

    /** Returns and removes the next reason to refuse a message; {@code null} if there is none. */
    synchronized Exception next(TestMessage message) {
        Queue<Exception> reasons = byChannel.get(message.channel());
        return reasons == null ? null : reasons.poll();
    }

    synchronized void clear() {
        byChannel.clear();
    }
}
