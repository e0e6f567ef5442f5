// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.OncewardException;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.Side;
import io.onceward.queue.store.DeclaredPolicy;
import io.onceward.queue.store.PolicyStore;
import io.onceward.queue.store.RetryPolicy;
import io.onceward.spi.Transactions;
import java.util.Map;

/**
 * Writes the retry policies that an application declares for the queues of one side. The last deployment wins, so that an
 * application that no longer exists needs no clean-up. Equal policies are not written again. Nodes that start at the same time
 * don't disturb each other. Thread-safe.
 */
public final class PolicyDeclaration {

    private final String name;
    private final Side side;
    private final PolicyStore store;
    private final Transactions transactions;

    /**
     * @param name what the log calls the database
     * @param side the side of the queues
     */
    public PolicyDeclaration(String name, Side side, PolicyStore store, Transactions transactions) {
        this.name = name;
        this.side = side;
        this.store = store;
        this.transactions = transactions;
    }

    /**
     * Declares policies. Suspends the transaction of the thread meanwhile.
     *
     * @param application the name of the application
     * @param policies the policies by the names of their queues
     * @throws OncewardException if the database refuses
     */
    public void declare(String application, Map<String, RetryPolicy> policies) {
        if (policies.isEmpty()) {
            return;
        }
        try {
            transactions.suspended(() -> {
                Map<String, DeclaredPolicy> stored = store.policies();
                policies.forEach((queue, policy) ->
                        declare(new DeclaredPolicy(queue, application, policy.inMillis()), stored.get(queue)));
                return null;
            });
        } catch (OncewardException e) {
            throw e;
        } catch (Exception e) {
            throw DatabaseErrors.databaseUnreachable(name, e);
        }
    }

    private void declare(DeclaredPolicy own, DeclaredPolicy stored) {
        DeclaredPolicy before = stored;
        while (before == null || !before.policy().equals(own.policy())) {
            if (before == null ? store.insert(own) : store.replace(before, own)) {
                warnOfConflict(before, own);
                return;
            }
            before = store.policies().get(own.queue());
        }
    }

    private void warnOfConflict(DeclaredPolicy before, DeclaredPolicy own) {
        if (before != null && !before.application().equals(own.application())) {
            RelayLog.policyReplaced(side.queueKind(), own, before);
        }
    }
}
