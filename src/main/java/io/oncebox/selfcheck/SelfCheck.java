// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import io.oncebox.api.OnceboxException;
import io.oncebox.inbox.ClaimStore;
import io.oncebox.log.DeploymentErrors;
import io.oncebox.outbox.OutboxRecorder;
import io.oncebox.queue.AppendStore;
import io.oncebox.transaction.CallerTransaction;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Checks, in the running server, that an event is in the outbox if and only if its transaction committed, and that the same
 * holds for a claim in the inbox. For each transaction style of the server, the row of a probe must be invisible to other
 * connections until the commit and present afterwards. It must be gone if the transaction fails after the row was written:
 * while it completes, or earlier where a container would log that as an error.
 */
public final class SelfCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String PROBE_HANDLER = "oncebox.probe";

    private final TransactionSynchronizationRegistry registry;
    private final CallerTransaction transaction;
    private final OutboxRecorder recorder;
    private final Executor executor;

    /** @param executor runs queries outside of the transaction */
    public SelfCheck(TransactionSynchronizationRegistry registry, OutboxRecorder recorder, Executor executor) {
        this.registry = registry;
        this.transaction = new CallerTransaction(registry);
        this.recorder = recorder;
        this.executor = executor;
    }

    /**
     * Checks events.
     *
     * @throws OnceboxException if an event survives a rollback, is visible before the commit, or is missing after it
     */
    public void run(Iterable<TransactionStyle> styles, String datasource, AppendStore store) {
        for (TransactionStyle style : styles) {
            withProbe(store, id -> committed(style, datasource, store, id));
            withProbe(store, id -> rolledBack(style, datasource, store, id));
        }
    }

    /**
     * Checks claims, which are written at once.
     *
     * @throws OnceboxException if a claim survives a rollback, is visible before the commit, or is missing after it
     */
    public void run(Iterable<TransactionStyle> styles, String datasource, ClaimStore store) {
        for (TransactionStyle style : styles) {
            String id = UUID.randomUUID().toString();
            try {
                claimed(style, datasource, store, id);
                store.forget(PROBE_HANDLER, id);
                claimRolledBack(style, datasource, store, id);
            } finally {
                store.forget(PROBE_HANDLER, id);
            }
        }
    }

    private void claimed(TransactionStyle style, String datasource, ClaimStore store, String id) {
        boolean early;
        try {
            early = style.inTransaction(() -> {
                store.claim(PROBE_HANDLER, id);
                return seenFromOutside(datasource, () -> store.isClaimed(PROBE_HANDLER, id));
            });
        } catch (OnceboxException e) {
            throw e;
        } catch (Exception e) {
            throw DeploymentErrors.selfCheckFailed(
                    style.kind(), datasource, "a transaction with a claim did not commit", e);
        }
        if (early) {
            throw DeploymentErrors.selfCheckFailed(
                    style.kind(), datasource, "a claim was in the table before its transaction committed", null);
        }
        if (!store.isClaimed(PROBE_HANDLER, id)) {
            throw DeploymentErrors.selfCheckFailed(
                    style.kind(), datasource, "a claim is missing although its transaction committed", null);
        }
    }

    private void claimRolledBack(TransactionStyle style, String datasource, ClaimStore store, String id) {
        Exception seen = null;
        try {
            style.inTransaction(() -> {
                store.claim(PROBE_HANDLER, id);
                return mark();
            });
        } catch (Exception e) {
            seen = e;
        }
        if (store.isClaimed(PROBE_HANDLER, id)) {
            throw DeploymentErrors.selfCheckFailed(
                    style.kind(), datasource, "a claim survived although its transaction rolled back", seen);
        }
    }

    private static void withProbe(AppendStore store, Consumer<String> check) {
        String id = UUID.randomUUID().toString();
        try {
            check.accept(id);
        } finally {
            store.removeProbe(id);
        }
    }

    private void committed(TransactionStyle style, String datasource, AppendStore store, String id) {
        boolean early;
        try {
            early = probe(style, store, id, () -> seenFromOutside(datasource, () -> store.hasProbe(id)));
        } catch (OnceboxException e) {
            throw e;
        } catch (Exception e) {
            throw DeploymentErrors.selfCheckFailed(
                    style.kind(), datasource, "a transaction with an event did not commit", e);
        }
        if (early) {
            throw DeploymentErrors.selfCheckFailed(
                    style.kind(), datasource, "an event was in the table before its transaction committed", null);
        }
        if (!store.hasProbe(id)) {
            throw DeploymentErrors.selfCheckFailed(
                    style.kind(), datasource, "an event is missing although its transaction committed", null);
        }
    }

    private void rolledBack(TransactionStyle style, String datasource, AppendStore store, String id) {
        Exception seen = null;
        try {
            if (style.rollsBackQuietly()) {
                probe(style, store, id, this::mark);
            } else {
                style.inTransaction(() -> {
                    store.writeProbe(id);
                    return mark();
                });
            }
        } catch (IllegalStateException e) {
            throw DeploymentErrors.selfCheckFailed(style.kind(), datasource, "a transaction could not be completed", e);
        } catch (Exception e) {
            seen = e;
        }
        if (store.hasProbe(id)) {
            throw DeploymentErrors.selfCheckFailed(
                    style.kind(), datasource, "an event survived although its transaction rolled back", seen);
        }
    }

    private Void mark() {
        transaction.markForRollback();
        return null;
    }

    /** Records a probe, and does something in the same transaction after the probe was written. */
    private <T> T probe(TransactionStyle style, AppendStore store, String id, Supplier<T> afterWriting)
            throws Exception {
        LastSynchronization<T> last = new LastSynchronization<>(afterWriting);
        Exception failure = null;
        try {
            style.inTransaction(() -> {
                recorder.recordProbe(store, id);
                LastSynchronization<?> behind = new LastSynchronization<>(() -> {
                    registry.registerInterposedSynchronization(last);
                    return null;
                });
                registry.registerInterposedSynchronization(behind);
                return null;
            });
        } catch (Exception e) {
            failure = e;
        }
        return last.result(failure);
    }

    /** Works when a transaction completes, and keeps the result. */
    private static final class LastSynchronization<T> implements Synchronization {

        private final Supplier<T> work;
        private boolean called;
        private T result;
        private OnceboxException refusal;

        LastSynchronization(Supplier<T> work) {
            this.work = work;
        }

        @Override
        public void beforeCompletion() {
            called = true;
            try {
                result = work.get();
            } catch (OnceboxException e) {
                refusal = e;
            }
        }

        @Override
        public void afterCompletion(int status) {
            // the outcome is read from the table
        }

        /** @param failure of the transaction; {@code null} if it committed */
        T result(Exception failure) throws Exception {
            if (refusal != null) {
                throw refusal;
            }
            if (!called) {
                throw new IllegalStateException("the transaction did not call its synchronizations", failure);
            }
            if (failure != null) {
                throw failure;
            }
            return result;
        }
    }

    /** Returns whether another connection sees the row. A query that the uncommitted row blocks sees nothing. */
    private boolean seenFromOutside(String datasource, BooleanSupplier probe) {
        AtomicBoolean begun = new AtomicBoolean();
        CompletableFuture<Boolean> look = CompletableFuture.supplyAsync(
                () -> {
                    begun.set(true);
                    return probe.getAsBoolean();
                },
                executor);
        try {
            return look.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            if (!begun.get()) {
                throw DeploymentErrors.noThreadForSelfCheck(datasource);
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof OnceboxException known ? known : new IllegalStateException(e.getCause());
        }
    }
}
