// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** An application's synchronization that fails before completion. */
final class FailingSynchronization implements Synchronization {

    /** The depth of registrations at which it is called after the events were written. */
    static final int AFTER_THE_WRITER = 3;

    private final TransactionSynchronizationRegistry registry;
    private final int depth;

    private FailingSynchronization(TransactionSynchronizationRegistry registry, int depth) {
        this.registry = registry;
        this.depth = depth;
    }

    /** @param depth how often another one is registered while the transaction completes, of which the last fails */
    static void register(TransactionSynchronizationRegistry registry, int depth) {
        registry.registerInterposedSynchronization(new FailingSynchronization(registry, depth));
    }

    @Override
    public void beforeCompletion() {
        if (depth == 0) {
            throw new IllegalStateException("the application's synchronization fails on purpose");
        }
        register(registry, depth - 1);
    }

    @Override
    public void afterCompletion(int status) {
        // the outcome is read from the tables
    }
}
