// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The checks of all connections of a publisher or source, each by the name of its connection. Thread-safe. */
final class ConnectionChecks {

    /** Longer than an answer takes; shorter than the time after which a relay gives up a batch. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    /** Shorter than most pauses of a circuit breaker. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** More connections than an application has. A row of another writer may name any. */
    static final int MAX = 1_000;

    private final Map<String, ConnectionCheck> byConnection = new ConcurrentHashMap<>();
    private final Executor executor;

    ConnectionChecks(Executor executor) {
        this.executor = executor;
    }

    /** Returns the check of a connection. */
    ConnectionCheck of(String connection, ConnectionCheck.Probe probe) {
        ConnectionCheck check = byConnection.get(connection);
        if (check != null) {
            return check;
        }
        if (byConnection.size() >= MAX) {
            byConnection.values().removeIf(known -> !known.hasPassed());
        }
        return byConnection.computeIfAbsent(
                connection, name -> new ConnectionCheck(name, probe, executor, LIMIT, PAUSE));
    }

    /** Returns the number of known connections. */
    int size() {
        return byConnection.size();
    }
}
