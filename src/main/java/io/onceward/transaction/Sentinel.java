// SPDX-License-Identifier: Apache-2.0
package io.onceward.transaction;

import io.onceward.api.OncewardException;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/**
 * Recognizes that a transaction is no longer the one in which Onceward has recorded or claimed. A database may have undone it
 * after a failure that the application caught, such as a deadlock, and have begun another one with the next statement. Or the
 * application has rolled back to a savepoint. The transaction manager knows of neither, and would commit what is left.
 *
 * <ol>
 *   <li>The first recording or claim of a transaction sets the sentinel in the database.
 *   <li>Before the transaction completes, and behind the other synchronizations, the sentinel must still stand. If not, the
 *       transaction rolls back. Where a statement that inserts an event can check it on the way, no other one does: what a later
 *       synchronization then fails at, the driver knows. Only a rollback by a statement of that synchronization stays unseen.
 * </ol>
 *
 * <p>For one datasource. Thread-safe, also for threads that have the same transaction.
 */
public final class Sentinel {

    /**
     * The checks of a transaction, in the order in which their sentinels were set. Several applications, each with its own copy of
     * this class, may share a transaction and a connection, so the key and the values have types of the JDK. A database that
     * removes a sentinel also removes those that were set after it, so the last one is checked first.
     */
    private static final String CHECKS = "io.onceward.sentinels";

    private final TransactionSynchronizationRegistry registry;
    private final String datasource;
    private final SentinelStore store;

    /** @param datasource the name for the error message */
    public Sentinel(TransactionSynchronizationRegistry registry, String datasource, SentinelStore store) {
        this.registry = registry;
        this.datasource = datasource;
        this.store = store;
    }

    /**
     * Sets the sentinel in the active transaction of the thread, unless it is set.
     *
     * @return what becomes of it
     * @throws OncewardException if the database refuses
     */
    public Watch set() {
        return set(store::set);
    }

    /** As {@link #set()}, in a transaction that Onceward has begun, and that has no statement yet. */
    public Watch setInOwnTransaction() {
        return set(store::setInOwnTransaction);
    }

    /** As {@link #set()}, unless the claim with which Onceward has begun the transaction has set the sentinel. */
    public Watch setByClaim() {
        return set(store::setByClaim);
    }

    private Watch set(Supplier<String> statement) {
        Deque<Runnable> checks = checks();
        synchronized (checks) {
            Watch known = watch(checks);
            if (known != Watch.NONE) {
                return known;
            }
            Check check = new Check(statement.get());
            if (checks.isEmpty()) {
                behindOthers(() -> behindOthers(() -> behindOthers(() -> checkAll(checks))));
            }
            checks.push(check);
            return check;
        }
    }

    /** Runs a task before the transaction completes, behind what is registered now. Events are written two steps behind. */
    private void behindOthers(Runnable task) {
        registry.registerInterposedSynchronization(new BeforeCompletion(task));
    }

    /** Returns the sentinel that was set in the active transaction of the thread; {@link Watch#NONE} if none was. */
    public Watch watch() {
        return watch(checks());
    }

    private Watch watch(Deque<Runnable> checks) {
        for (Runnable check : checks) {
            if (check instanceof Check known && known.isOf(this)) {
                return known;
            }
        }
        return Watch.NONE;
    }

    private Deque<Runnable> checks() {
        Deque<Runnable> checks = knownChecks();
        if (checks == null) {
            synchronized (CHECKS) { // the same object in all applications, because it is a literal
                checks = knownChecks();
                if (checks == null) {
                    checks = new ConcurrentLinkedDeque<>();
                    registry.putResource(CHECKS, checks);
                }
            }
        }
        return checks;
    }

    @SuppressWarnings("unchecked")
    private Deque<Runnable> knownChecks() {
        return (Deque<Runnable>) registry.getResource(CHECKS);
    }

    private void checkAll(Deque<Runnable> checks) {
        while (!checks.isEmpty() && !registry.getRollbackOnly()) {
            checks.pop().run();
        }
    }

    /** A sentinel that was set in a transaction. For one thread at a time. */
    public interface Watch {

        /** The watch of a transaction without a sentinel. */
        Watch NONE = new None();

        /** Returns the mark by which the database recognizes the sentinel; {@code null} without one. */
        String mark();

        /**
         * Tells what the last statement before the commit has shown, so that no other one needs to ask.
         *
         * @throws OncewardException if the sentinel is gone
         */
        void shown(boolean stands);

        /** Returns why the transaction was rolled back because of its sentinel; {@code null} if it was not. */
        OncewardException failure();
    }

    private record None() implements Watch {

        @Override
        public String mark() {
            return null;
        }

        @Override
        public void shown(boolean stands) {
            // nothing was set
        }

        @Override
        public OncewardException failure() {
            return null;
        }
    }

    /** Fails if the sentinel is gone. */
    private final class Check implements Watch, Runnable {

        private final String mark;
        private boolean checked;
        private OncewardException failure;

        Check(String mark) {
            this.mark = mark;
        }

        boolean isOf(Sentinel other) {
            return other == Sentinel.this;
        }

        @Override
        public String mark() {
            return mark;
        }

        @Override
        public void run() {
            shown(store.stands(checked ? null : mark));
        }

        @Override
        public void shown(boolean stands) {
            checked = true;
            if (!stands) {
                failure = TransactionErrors.undone(datasource);
                throw failure;
            }
        }

        @Override
        public OncewardException failure() {
            return failure;
        }
    }

    private record BeforeCompletion(Runnable work) implements Synchronization {

        @Override
        public void beforeCompletion() {
            work.run();
        }

        @Override
        public void afterCompletion(int status) {
            // nothing is left to do
        }
    }
}
