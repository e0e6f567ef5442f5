// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.api.OncewardException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The checks of connections at deployment. Those of different connections run at the same time, and only the first attempt to start
 * waits for them. For one thread at a time.
 */
public final class DeploymentChecks {

    private final Duration limit;
    private boolean waited;

    /** Creates checks that delay the start by no more than 10 seconds. */
    public DeploymentChecks() {
        this(Duration.ofSeconds(10));
    }

    /** @param limit how long all checks together may delay the start */
    public DeploymentChecks(Duration limit) {
        this.limit = limit;
    }

    /**
     * Runs the checks. A check that is not decided in time goes on, is logged, and runs again before the first use of its
     * connection.
     *
     * @throws OncewardException if a connection is unsound
     */
    public void run(Collection<ProbedConnection> connections) {
        long deadline = System.nanoTime() + (waited ? 0 : limit.toNanos());
        connections.forEach(connection -> failure(connection, Duration.ZERO)); // begins them
        if (!waited) {
            waited = true;
            await(connections, deadline);
        }
        for (ProbedConnection connection : connections) {
            if (failure(connection, Duration.ZERO) instanceof OncewardException unsound) {
                throw unsound;
            }
        }
    }

    /** Logs each connection once, although the check of its publisher and that of its source may both have no result. */
    private static void await(Collection<ProbedConnection> connections, long deadline) {
        Set<String> logged = new HashSet<>();
        for (ProbedConnection connection : connections) {
            Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
            Exception failure = failure(connection, left);
            boolean undecided = failure != null && !(failure instanceof OncewardException);
            if (undecided && logged.add(connection.name())) {
                SelfCheckLog.connectionUnchecked(connection.name(), failure);
            }
        }
    }

    /** Returns why a connection is unsound, or its check has no result in time; {@code null} if it is sound. */
    private static Exception failure(ProbedConnection connection, Duration patience) {
        try {
            connection.probe().requireSound(connection.name(), patience);
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        } catch (Exception e) {
            return e;
        }
    }
}
