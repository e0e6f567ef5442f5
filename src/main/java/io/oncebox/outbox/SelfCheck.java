// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.log.Errors;
import io.oncebox.spi.OutboxStore;
import io.oncebox.spi.ProbeCaller;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Proves, in the running server, that an event is in the outbox if and only if its transaction committed: for each way
 * in which applications run in a transaction, a probe whose transaction fails after the probe was written must be gone,
 * and one whose transaction commits must be there.
 */
public final class SelfCheck {

    private final TransactionSynchronizationRegistry registry;
    private final OutboxRecorder recorder;

    public SelfCheck(TransactionSynchronizationRegistry registry, OutboxRecorder recorder) {
        this.registry = registry;
        this.recorder = recorder;
    }

    /** @throws io.oncebox.api.OnceboxException if a probe survived that must not, or is missing */
    public void run(Iterable<ProbeCaller> callers, String datasource, OutboxStore store) {
        for (ProbeCaller caller : callers) {
            withProbe(store, id -> rolledBack(caller, datasource, store, id));
            withProbe(store, id -> committed(caller, datasource, store, id));
        }
    }

    private static void withProbe(OutboxStore store, Consumer<String> check) {
        String id = UUID.randomUUID().toString();
        try {
            check.accept(id);
        } finally {
            store.removeProbe(id);
        }
    }

    private void rolledBack(ProbeCaller caller, String datasource, OutboxStore store, String id) {
        Failure failure = new Failure();
        Exception seen = null;
        try {
            caller.inTransaction(() -> {
                recorder.recordProbe(store, id);
                registry.registerInterposedSynchronization(failure);
            });
        } catch (Exception e) {
            seen = e;
        }
        if (!failure.failed) {
            throw Errors.selfCheckFailed(
                    caller.kind(), datasource, "a transaction ended before its synchronizations were called", seen);
        }
        if (store.hasProbe(id)) {
            throw Errors.selfCheckFailed(
                    caller.kind(), datasource, "an event survived although its transaction rolled back", seen);
        }
    }

    private void committed(ProbeCaller caller, String datasource, OutboxStore store, String id) {
        try {
            caller.inTransaction(() -> recorder.recordProbe(store, id));
        } catch (Exception e) {
            throw Errors.selfCheckFailed(caller.kind(), datasource, "a transaction with an event did not commit", e);
        }
        if (!store.hasProbe(id)) {
            throw Errors.selfCheckFailed(
                    caller.kind(), datasource, "an event is missing although its transaction committed", null);
        }
    }

    /** Marks the transaction for rollback after everything else, the writing of events included, was done. */
    private final class Failure implements Synchronization {

        private boolean failed;

        @Override
        public void beforeCompletion() {
            registry.registerInterposedSynchronization(new Synchronization() {
                @Override
                public void beforeCompletion() {
                    failed = true;
                    registry.setRollbackOnly();
                }

                @Override
                public void afterCompletion(int status) {
                    // the transaction's outcome is read from the table
                }
            });
        }

        @Override
        public void afterCompletion(int status) {
            // the transaction's outcome is read from the table
        }
    }
}
