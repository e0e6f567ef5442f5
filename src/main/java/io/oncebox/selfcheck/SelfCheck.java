// SPDX-License-Identifier: Apache-2.0
package io.oncebox.selfcheck;

import io.oncebox.api.OnceboxException;
import io.oncebox.inbox.ClaimStore;
import io.oncebox.log.DeploymentErrors;
import io.oncebox.outbox.OutboxRecorder;
import io.oncebox.queue.AppendStore;
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

/**
 * Proves, in the running server, that an event is in the outbox if and only if its transaction committed, and that so it is
 * with a claim in the inbox. For each way
 * in which applications run in a transaction, the row of a probe must be invisible to others until the commit and there
 * afterwards, and gone if the transaction fails after the row was written: while it completes, or, where a container
 * would log that as an error, before.
 */
public final class SelfCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String PROBE_HANDLER = "oncebox.probe";

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
    public void run(Iterable<TransactionStyle> callers, String datasource, AppendStore store) {
        for (TransactionStyle caller : callers) {
            withProbe(store, id -> committed(caller, datasource, store, id));
            withProbe(store, id -> rolledBack(caller, datasource, store, id));
        }
    }

    /** Proves the same for claims, which are written at once. */
    public void run(Iterable<TransactionStyle> callers, String datasource, ClaimStore store) {
        for (TransactionStyle caller : callers) {
            String id = UUID.randomUUID().toString();
            try {
                claimed(caller, datasource, store, id);
                store.forget(PROBE_HANDLER, id);
                claimRolledBack(caller, datasource, store, id);
            } finally {
                store.forget(PROBE_HANDLER, id);
            }
        }
    }

    private void claimed(TransactionStyle caller, String datasource, ClaimStore store, String id) {
        boolean[] early = new boolean[1];
        try {
            caller.inTransaction(() -> {
                store.claim(PROBE_HANDLER, id);
                early[0] = seenFromOutside(datasource, () -> store.isClaimed(PROBE_HANDLER, id));
            });
        } catch (OnceboxException e) {
            throw e;
        } catch (Exception e) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "a transaction with a claim did not commit", e);
        }
        if (early[0]) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "a claim was in the table before its transaction committed", null);
        }
        if (!store.isClaimed(PROBE_HANDLER, id)) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "a claim is missing although its transaction committed", null);
        }
    }

    private void claimRolledBack(TransactionStyle caller, String datasource, ClaimStore store, String id) {
        Exception seen = null;
        try {
            caller.inTransaction(() -> {
                store.claim(PROBE_HANDLER, id);
                registry.setRollbackOnly();
            });
        } catch (Exception e) {
            seen = e;
        }
        if (store.isClaimed(PROBE_HANDLER, id)) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "a claim survived although its transaction rolled back", seen);
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

    private void committed(TransactionStyle caller, String datasource, AppendStore store, String id) {
        boolean[] early = new boolean[1];
        try {
            probe(caller, store, id, () -> early[0] = seenFromOutside(datasource, () -> store.hasProbe(id)));
        } catch (OnceboxException e) {
            throw e;
        } catch (Exception e) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "a transaction with an event did not commit", e);
        }
        if (early[0]) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "an event was in the table before its transaction committed", null);
        }
        if (!store.hasProbe(id)) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "an event is missing although its transaction committed", null);
        }
    }

    private void rolledBack(TransactionStyle caller, String datasource, AppendStore store, String id) {
        Exception seen = null;
        try {
            if (caller.rollsBackQuietly()) {
                probe(caller, store, id, registry::setRollbackOnly);
            } else {
                caller.inTransaction(() -> {
                    store.writeProbe(id);
                    registry.setRollbackOnly();
                });
            }
        } catch (IllegalStateException e) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "a transaction could not be completed", e);
        } catch (Exception e) {
            seen = e;
        }
        if (store.hasProbe(id)) {
            throw DeploymentErrors.selfCheckFailed(
                    caller.kind(), datasource, "an event survived although its transaction rolled back", seen);
        }
    }

    /** Records a probe, and does something in the same transaction after the probe was written. */
    private void probe(TransactionStyle caller, AppendStore store, String id, Runnable afterWriting) throws Exception {
        boolean[] done = new boolean[1];
        OnceboxException[] known = new OnceboxException[1];
        Runnable last = () -> {
            done[0] = true;
            try {
                afterWriting.run();
            } catch (OnceboxException e) {
                known[0] = e;
            }
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
        if (known[0] != null) {
            throw known[0];
        }
        if (!done[0]) {
            throw new IllegalStateException("the transaction did not call its synchronizations", failure);
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** A look that waits until its patience ends is a reader that the uncommitted row holds up: it sees nothing. */
    private boolean seenFromOutside(String datasource, BooleanSupplier probe) {
        AtomicBoolean looking = new AtomicBoolean();
        CompletableFuture<Boolean> look = CompletableFuture.supplyAsync(
                () -> {
                    looking.set(true);
                    return probe.getAsBoolean();
                },
                executor);
        try {
            return look.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            if (!looking.get()) {
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
