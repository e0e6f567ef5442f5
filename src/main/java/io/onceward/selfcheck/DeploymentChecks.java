// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.api.OncewardException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
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
    DeploymentChecks(Duration limit) {
        this.limit = limit;
    }

    /**
     * Runs the checks. A check that is not decided in time goes on, is logged, and runs again before the first use of its
     * connection.
     *
     * @throws OncewardException if a connection is unsound
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

    /** Logs each connection once, although the check of its publisher and that of its source may both have no result. */
    private static void await(Collection<ConnectionCheck> checks, long deadline) {
        checks.forEach(ConnectionCheck::begin);
        Set<String> logged = new HashSet<>();
        for (ConnectionCheck check : checks) {
            failure(check, deadline)
                    .filter(failure -> logged.add(check.connection()))
                    .ifPresent(failure -> SelfCheckLog.connectionUnchecked(check.connection(), failure));
        }
    }

    /** Returns why a check has no result in time; empty if it has one. */
    private static Optional<Exception> failure(ConnectionCheck check, long deadline) {
        try {
            check.await(deadline);
            return Optional.empty();
        } catch (OncewardException e) {
            return Optional.empty(); // the deployment is refused when all have ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(e);
        } catch (Exception e) {
            return Optional.of(e);
        }
    }
}
