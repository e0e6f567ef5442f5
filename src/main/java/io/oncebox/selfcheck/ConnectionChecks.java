// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Log;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The checks of all connections of a publisher or source, each by the name of its connection. Thread-safe. */
final class ConnectionChecks {

    /** Longer than an answer takes; shorter than the time after which a relay gives up a batch. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Shorter than most pauses of a circuit breaker. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** More connections than an application has. A row of another writer may name any. */
    static final int MAX = 1_000;

    private final Map<String, ConnectionCheck> byConnection = new ConcurrentHashMap<>();
    private final Executor executor;

    ConnectionChecks(Executor executor) {
        this.executor = executor;
    }

    /**
     * Returns if the check of the connection has passed, now or before.
     *
     * @throws OnceboxException if the connection is unsound
     * @throws Exception if the check was not decided
     */
    void require(String connection, ConnectionCheck.Probe probe) throws Exception {
        ConnectionCheck check = byConnection.get(connection);
        if (check == null) {
            if (byConnection.size() >= MAX) {
                byConnection.values().removeIf(known -> !known.hasPassed());
            }
            check = byConnection.computeIfAbsent(
                    connection, name -> new ConnectionCheck(probe, executor, LIMIT, PAUSE));
        }
        check.require();
    }

    /** Returns the number of known connections. */
    int size() {
        return byConnection.size();
    }

    /**
     * Runs the check at deployment. A check that is not decided is logged, and runs again before the first use.
     *
     * @throws OnceboxException if the connection is unsound
     */
    void atDeployment(String connection, ConnectionCheck.Probe probe) {
        try {
            require(connection, probe);
        } catch (OnceboxException e) {
            throw e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Log.connectionUnchecked(connection, e);
        } catch (Exception e) {
            Log.connectionUnchecked(connection, e);
        }
    }
}
