// SPDX-License-Identifier: Apache-2.0
package io.oncebox.outbox;

import io.oncebox.log.Errors;
import io.oncebox.spi.OutboxStore;
import io.oncebox.spi.ProbeCaller;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Proves, in the running server, that an event is in the outbox if and only if its transaction committed. For each way
 * in which applications run in a transaction, the row of a probe must be invisible to others until the commit and there
 * afterwards, and gone if the transaction fails after the row was written.
 */
public final class SelfCheck {

    /** A database whose readers wait for a writer hides the row just as well. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final TransactionSynchronizationRegistry registry;
    private final OutboxRecorder recorder;
    private final Executor executor;

    /** @param executor looks from outside of the transaction */
    public SelfCheck(TransactionSynchronizationRegistry registry, OutboxRecorder recorder, Executor executor) {
        this.registry = registry;
        this.recorder = recorder;
        this.executor = executor;
    }

    /** @throws io.oncebox.api.OnceboxException if a probe is where it must not be, or is missing */
    public void run(Iterable<ProbeCaller> callers, String datasource, OutboxStore store) {
        for (ProbeCaller caller : callers) {
            withProbe(store, id -> committed(caller, datasource, store, id));
            if (caller.rollsBackQuietly()) {
                withProbe(store, id -> rolledBack(caller, datasource, store, id));
            }
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

    private void committed(ProbeCaller caller, String datasource, OutboxStore store, String id) {
        boolean[] early = new boolean[1];
        try {
            probe(caller, store, id, () -> early[0] = seenFromOutside(store, id));
        } catch (Exception e) {
            throw Errors.selfCheckFailed(caller.kind(), datasource, "a transaction with an event did not commit", e);
        }
        if (early[0]) {
            throw Errors.selfCheckFailed(
                    caller.kind(), datasource, "an event was in the table before its transaction committed", null);
        }
        if (!store.hasProbe(id)) {
            throw Errors.selfCheckFailed(
                    caller.kind(), datasource, "an event is missing although its transaction committed", null);
        }
    }

    private void rolledBack(ProbeCaller caller, String datasource, OutboxStore store, String id) {
        Exception seen = null;
        try {
            probe(caller, store, id, registry::setRollbackOnly);
        } catch (IllegalStateException e) {
            throw Errors.selfCheckFailed(caller.kind(), datasource, "a transaction could not be completed", e);
        } catch (Exception e) {
            seen = e;
        }
        if (store.hasProbe(id)) {
            throw Errors.selfCheckFailed(
                    caller.kind(), datasource, "an event survived although its transaction rolled back", seen);
        }
    }

    /** Records a probe, and does something in the same transaction after the probe was written. */
    private void probe(ProbeCaller caller, OutboxStore store, String id, Runnable afterWriting) throws Exception {
        boolean[] done = new boolean[1];
        Runnable last = () -> {
            done[0] = true;
            afterWriting.run();
        };
        Exception failure = null;
        try {
            caller.inTransaction(() -> {
                recorder.recordProbe(store, id);
                registry.registerInterposedSynchronization(
                        before(() -> registry.registerInterposedSynchronization(before(last))));
            });
        } catch (Exception e) {
            failure = e;
        }
        if (!done[0]) {
            throw new IllegalStateException("its synchronizations were not called", failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private boolean seenFromOutside(OutboxStore store, String id) {
        try {
            return CompletableFuture.supplyAsync(() -> store.hasProbe(id), executor)
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private static Synchronization before(Runnable work) {
        return new Synchronization() {
            @Override
            public void beforeCompletion() {
                work.run();
            }

            @Override
            public void afterCompletion(int status) {
                // the outcome is read from the table
            }
        };
    }
}
