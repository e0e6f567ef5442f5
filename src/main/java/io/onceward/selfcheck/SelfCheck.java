// SPDX-License-Identifier: Apache-2.0
package io.onceward.selfcheck;

import io.onceward.api.OncewardException;
import io.onceward.inbox.ClaimStore;
import io.onceward.outbox.OutboxRecorder;
import io.onceward.queue.store.AppendStore;
import io.onceward.transaction.CallerTransaction;
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
 * Checks, in the running server, that an event is in the outbox if and only if its transaction committed, and that the same
 * holds for a claim in the inbox. For each transaction style of the server, the row of a probe must be invisible to other
 * connections until the commit and present afterwards. It must be gone if the transaction fails after the row was written:
 * while it completes, or earlier where a container would log that as an error.
 *
 * <p>No probe commits in the table of events: a tool that reads the log of the database would take it for an event. The probe
 * that commits is a claim, written when and as events are.
 */
public final class SelfCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final String PROBE_HANDLER = "onceward.probe";

    private static final String EARLY = "an event was in the table before its transaction committed";

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

    /** Returns the name of the check of a datasource, for messages. */
    public static String nameFor(String datasource) {
        return "the self-check of datasource '" + datasource + "'";
    }

    /**
     * Checks events.
     *
     * @param store the table of events, in which all probes roll back
     * @param claims a table of the same datasource, in which probes commit
     * @throws OncewardException if an event survives a rollback, is visible before the commit, or is missing after it; if the
     *     database refuses; or if a transaction does not complete, so that nothing is proved
     */
    public void run(Iterable<TransactionStyle> styles, String datasource, AppendStore store, ClaimStore claims) {
        Consumer<String> forget = id -> claims.forget(PROBE_HANDLER, id);
        for (TransactionStyle style : styles) {
            Findings findings = new Findings(style, datasource);
            withProbe(forget, id -> committed(style, findings, claims, id));
            withProbe(store::removeProbe, id -> rolledBack(style, findings, store, id));
        }
    }

    /**
     * Checks claims, which are written at once.
     *
     * @throws OncewardException as for events
     */
    public void run(Iterable<TransactionStyle> styles, String datasource, ClaimStore store) {
        Consumer<String> forget = id -> store.forget(PROBE_HANDLER, id);
        for (TransactionStyle style : styles) {
            Findings findings = new Findings(style, datasource);
            withProbe(forget, id -> claimed(style, findings, store, id));
            withProbe(forget, id -> claimRolledBack(style, findings, store, id));
        }
    }

    /** Runs a check and removes its probe. If the check fails, its exception matters, not that of the removal. */
    private static void withProbe(Consumer<String> removal, Consumer<String> check) {
        String id = UUID.randomUUID().toString();
        try {
            check.accept(id);
        } catch (RuntimeException e) {
            try {
                removal.accept(id);
            } catch (RuntimeException further) {
                e.addSuppressed(further);
            }
            throw e;
        }
        removal.accept(id);
    }

    private void committed(TransactionStyle style, Findings findings, ClaimStore store, String id) {
        Steps steps = new Steps();
        AtomicBoolean early = new AtomicBoolean();
        Exception failure = record(
                style,
                steps,
                () -> store.claim(PROBE_HANDLER, id),
                () -> early.set(seen(findings, () -> store.isClaimed(PROBE_HANDLER, id))));
        steps.requireAll(findings, failure);
        if (failure != null) {
            throw findings.unfinished("a transaction with an event did not commit", failure);
        }
        if (early.get()) {
            throw findings.fault(EARLY, null);
        }
        if (!store.isClaimed(PROBE_HANDLER, id)) {
            throw findings.fault("an event is missing although its transaction committed", null);
        }
    }

    private void rolledBack(TransactionStyle style, Findings findings, AppendStore store, String id) {
        Steps steps = new Steps();
        AtomicBoolean written = new AtomicBoolean();
        AtomicBoolean early = new AtomicBoolean();
        Runnable end = () -> {
            try {
                written.set(store.hasProbe(id));
                early.set(seen(findings, () -> store.hasProbe(id)));
            } finally {
                transaction.markForRollback();
            }
        };
        Exception failure = style.rollsBackQuietly()
                ? record(style, steps, () -> store.writeProbe(id), end)
                : run(style, () -> {
                    steps.write(() -> store.writeProbe(id));
                    steps.end(end);
                });
        steps.requireAll(findings, failure);
        if (early.get()) {
            throw findings.fault(EARLY, null);
        }
        if (!written.get()) {
            throw findings.fault("an event was not in the table after it was written", null);
        }
        if (store.hasProbe(id)) {
            throw findings.fault("an event survived although its transaction rolled back", failure);
        }
    }

    private void claimed(TransactionStyle style, Findings findings, ClaimStore store, String id) {
        Steps steps = new Steps();
        AtomicBoolean early = new AtomicBoolean();
        Exception failure = run(style, () -> {
            steps.write(() -> store.claim(PROBE_HANDLER, id));
            steps.end(() -> early.set(seen(findings, () -> store.isClaimed(PROBE_HANDLER, id))));
        });
        steps.requireAll(findings, failure);
        if (failure != null) {
            throw findings.unfinished("a transaction with a claim did not commit", failure);
        }
        if (early.get()) {
            throw findings.fault("a claim was in the table before its transaction committed", null);
        }
        if (store.claim(PROBE_HANDLER, id)) { // at another time: the time must not be part of the key
            throw findings.fault("a claim is missing or not unique although its transaction committed", null);
        }
    }

    private void claimRolledBack(TransactionStyle style, Findings findings, ClaimStore store, String id) {
        Steps steps = new Steps();
        Exception failure = run(style, () -> {
            steps.write(() -> store.claim(PROBE_HANDLER, id));
            steps.end(transaction::markForRollback);
        });
        steps.requireAll(findings, failure);
        if (store.isClaimed(PROBE_HANDLER, id)) {
            throw findings.fault("a claim survived although its transaction rolled back", failure);
        }
    }

    /** Records a probe in a transaction, and runs work in it after the probe was written. */
    private Exception record(TransactionStyle style, Steps steps, Runnable write, Runnable afterWriting) {
        return run(style, () -> {
            recorder.recordProbe(() -> steps.write(write));
            before(() -> before(() -> steps.end(afterWriting)));
        });
    }

    /** Runs work before the transaction completes, after the work that was registered before. */
    private void before(Runnable work) {
        registry.registerInterposedSynchronization(new BeforeCompletion(work));
    }

    private record BeforeCompletion(Runnable work) implements Synchronization {

        @Override
        public void beforeCompletion() {
            work.run();
        }

        @Override
        public void afterCompletion(int status) {
            // the outcome is read from the table
        }
    }

    /** Runs work in a transaction; returns why it did not commit, or {@code null} if the container says that it did. */
    private static Exception run(TransactionStyle style, Runnable work) {
        try {
            style.inTransaction(() -> {
                work.run();
                return null;
            });
            return null;
        } catch (Exception e) {
            return e;
        }
    }

    /** Returns whether another connection sees the row. A query that the uncommitted row blocks sees nothing. */
    private boolean seen(Findings findings, BooleanSupplier probe) {
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
                throw SelfCheckErrors.noThreadForSelfCheck(findings.datasource());
            }
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof OncewardException known ? known : new IllegalStateException(e.getCause());
        }
    }
}
