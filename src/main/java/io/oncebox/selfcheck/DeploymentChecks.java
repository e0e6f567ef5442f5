// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Log;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The checks of connections at deployment. Those of different connections run at the same time, and only the first attempt to start
 * waits for them. For one thread at a time.
 */
public final class DeploymentChecks {

    private final Duration limit;
    private boolean waited;

    /** Creates checks that delay the start by no more than one of them may take. */
    public DeploymentChecks() {
        this(ConnectionChecks.LIMIT);
    }

    /** @param limit how long all checks together may delay the start */
    DeploymentChecks(Duration limit) {
        this.limit = limit;
    }

    /**
     * Runs the checks. A check that is not decided in time goes on, is logged, and runs again before the first use of its
     * connection.
     *
     * @throws OnceboxException if a connection is unsound
     */
    public void run(Collection<ConnectionCheck> checks) {
        if (waited) {
            checks.forEach(ConnectionCheck::begin);
        } else {
            waited = true;
            await(checks, System.nanoTime() + limit.toNanos());
        }
        for (ConnectionCheck check : checks) {
            check.refusal().ifPresent(unsound -> {
                throw unsound;
            });
        }
    }

    /** Runs one check of each connection, then the next of each: two checks of one connection may exhaust a small pool. */
    private static void await(Collection<ConnectionCheck> checks, long deadline) {
        List<ConnectionCheck> left = new ArrayList<>(checks);
        while (!left.isEmpty()) {
            Set<String> connections = new HashSet<>();
            List<ConnectionCheck> round = left.stream()
                    .filter(check -> connections.add(check.connection()))
                    .toList();
            left.removeAll(round);
            round.forEach(ConnectionCheck::begin);
            round.forEach(check -> awaitAndLog(check, deadline));
        }
    }

    private static void awaitAndLog(ConnectionCheck check, long deadline) {
        try {
            check.await(deadline);
        } catch (OnceboxException e) {
            // the deployment is refused when all have ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            Log.connectionUnchecked(check.connection(), e);
        } catch (Exception e) {
            Log.connectionUnchecked(check.connection(), e);
        }
    }
}
