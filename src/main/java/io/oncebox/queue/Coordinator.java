// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.api.EventState;
import io.oncebox.log.Causes;
import io.oncebox.log.Log;
import io.oncebox.log.RecordingErrors;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.Transactions;
import io.oncebox.spi.UnpublishableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Runs the cycles of a relay, each in its own transaction. Thread-safe. */
final class Coordinator {

    private final QueueStore queue;
    private final Publishers publishers;
    private final Transactions transactions;
    private final CircuitBreakers breakers;
    private final QueueMetrics metrics;
    private final RetryPolicy policy;
    private final int batchSize;
    private final BooleanSupplier stopping;

    Coordinator(
            QueueStore queue,
            Publishers publishers,
            Transactions transactions,
            CircuitBreakers breakers,
            QueueMetrics metrics,
            RetryPolicy policy,
            int batchSize,
            BooleanSupplier stopping) {
        this.queue = queue;
        this.publishers = publishers;
        this.transactions = transactions;
        this.breakers = breakers;
        this.metrics = metrics;
        this.policy = policy;
        this.batchSize = batchSize;
        this.stopping = stopping;
    }

    /**
     * The result of a cycle that has committed.
     *
     * @param lanes the lanes that it locked
     * @param published the number of published events
     * @param more whether another cycle over the same lanes would find events at once
     * @param lookingNanos the time of the database's answers, without the time of the brokers
     */
    record Result(LockedLanes lanes, int published, boolean more, long lookingNanos) {}

    /**
     * The outcome of a cycle.
     *
     * @param result empty if its transaction did not commit
     * @param failure why it did not commit; {@code null} if it did, or if another transaction has counted the refused events
     */
    record Outcome(Optional<Result> result, Exception failure) {}

    /**
     * Runs one cycle. An event that a broker or handler refused counts as refused even if the transaction of the cycle does not
     * commit: a handler that outlasts its own transaction also outlasts this one, which is older.
     *
     * @param share the share of the lanes that this cycle takes
     * @param shares the number of shares
     * @param withDue whether to read events whose time has come, too
     * @param paused the queues that the cycle leaves out
     */
    Outcome run(int share, int shares, boolean withDue, Set<String> paused) {
        Cycle cycle = new Cycle(share, shares, withDue, paused);
        try {
            Result result = transactions.inNew(cycle::run);
            cycle.measure();
            return new Outcome(Optional.of(result), null);
        } catch (Exception e) {
            return new Outcome(Optional.empty(), cycle.countedAgain() ? null : e);
        }
    }

    /** Logs and measures a malformed row that the store has parked. */
    void parked(QueueStore.MalformedRow row) {
        metrics.parked(Collections.singleton(row.channel()));
        Log.parkedAtOnce(
                row.id(),
                row.channel(),
                row.destination(),
                policy.blockKey() && row.key() != null,
                RecordingErrors.defectiveRow(row.seq(), row.defect()));
    }

    /**
     * One cycle: it locks lanes, publishes their events, and removes those that the brokers have confirmed. The removal commits
     * with the release of the lanes. Used by one thread.
     */
    private final class Cycle {

        private final int share;
        private final int shares;
        private final boolean withDue;
        private final Set<String> paused;

        private int totalLanes;
        private Map<QueuedEvent, Exception> refused = Map.of();

        /** The channels of the events that the transaction has counted as refused. */
        private final List<String> failed = new ArrayList<>();

        private final List<String> parked = new ArrayList<>();

        Cycle(int share, int shares, boolean withDue, Set<String> paused) {
            this.share = share;
            this.shares = shares;
            this.withDue = withDue;
            this.paused = paused;
        }

        Result run() {
            long start = System.nanoTime();
            TakenLanes taken = queue.take(share, shares, batchSize, exclusions());
            LockedLanes lanes = taken.lanes();
            if (lanes.isEmpty()) {
                return new Result(lanes, 0, false, System.nanoTime() - start);
            }
            Set<OrderKey> blocked = new HashSet<>();
            if (!lanes.held().isEmpty()) {
                blocked.addAll(blockedKeys(lanes));
            }
            Batch due = withDue ? queue.due(lanes, batchSize, exclusions()) : Batch.EMPTY;
            Batch pending = due.more() ? Batch.EMPTY : taken.pending();
            List<QueuedEvent> candidates = new ArrayList<>(due.events());
            candidates.addAll(pending.events());

            List<QueuedEvent> toSend = new ArrayList<>();
            List<QueuedEvent> behind = new ArrayList<>();
            boolean parkedAny = false;
            for (QueuedEvent event : candidates) {
                if (event.defect() != null) {
                    parkedAny |= parkAtOnce(lanes, event, RecordingErrors.defectiveRow(event.seq(), event.defect()));
                    if (policy.blockKey()) {
                        blocked.add(event.orderKey());
                    }
                } else if (event.state() != EventState.RETRYING
                        && event.orderKey() != null
                        && blocked.contains(event.orderKey())) {
                    behind.add(event);
                } else {
                    toSend.add(event);
                }
            }
            if (!behind.isEmpty()) {
                queue.block(behind);
            }
            long looking = System.nanoTime() - start;
            Sender sender = new Sender(publishers, breakers, metrics, stopping);
            sender.publish(toSend);
            totalLanes = lanes.total();
            refused = sender.refused();
            if (!sender.published().isEmpty()) {
                queue.remove(sender.published());
            }
            refused.forEach((event, reason) -> count(lanes, event, reason));

            boolean settled = Stream.concat(sender.published().stream(), refused.keySet().stream())
                    .anyMatch(event -> event.state() == EventState.RETRYING);
            if (!lanes.held().isEmpty() && (settled || withDue)) {
                queue.unblock(lanes, blockedKeys(lanes));
            }
            boolean progress = !sender.published().isEmpty() || !behind.isEmpty() || parkedAny;
            boolean more = settled || (progress && (due.more() || pending.more() || sender.cutShort()));
            return new Result(lanes, sender.published().size(), more, looking);
        }

        /** Returns the keys whose later events must wait. */
        private Set<OrderKey> blockedKeys(LockedLanes lanes) {
            return policy.blockKey() ? queue.retryingOrParkedKeys(lanes) : queue.retryingKeys(lanes);
        }

        private Exclusions exclusions() {
            return new Exclusions(breakers.destinations(), paused);
        }

        /**
         * Counts the refused events in another transaction, after that of the cycle did not commit. Events whose lanes another
         * relay has locked meanwhile are left to that relay.
         *
         * @return whether it did; {@code false} also if no event was refused
         */
        boolean countedAgain() {
            if (refused.isEmpty()) {
                return false;
            }
            failed.clear();
            parked.clear();
            LockedLanes none = new LockedLanes(List.of(), totalLanes, List.of());
            try {
                transactions.inNew(() -> {
                    refused.forEach((event, reason) -> count(none, event, reason));
                    return null;
                });
                measure();
                return true;
            } catch (Exception e) {
                return false; // the caller reports the failure of the cycle, which came first
            }
        }

        /** Measures the refused events after the transaction that has counted them has committed. */
        void measure() {
            metrics.failed(failed);
            metrics.parked(parked);
        }

        private void count(LockedLanes lanes, QueuedEvent event, Exception reason) {
            int attempts = event.attempts() + 1;
            boolean counted;
            if (reason instanceof UnpublishableException never) {
                counted = parkAtOnce(lanes, event, never.getCause());
            } else if (attempts >= policy.maxAttempts()) {
                counted = park(lanes, event, reason);
            } else {
                counted = queue.retryLater(lanes, event, policy.delayAfter(attempts), Causes.chain(reason));
                if (counted) {
                    OutboxEvent retried = event.event();
                    Log.refused(
                            retried.id(),
                            retried.channel(),
                            retried.destination(),
                            attempts,
                            policy.maxAttempts(),
                            reason);
                }
            }
            if (counted) {
                failed.add(event.event().channel());
            }
        }

        private boolean parkAtOnce(LockedLanes lanes, QueuedEvent event, Throwable reason) {
            boolean done = queue.park(lanes, event, Causes.chain(reason));
            if (done) {
                OutboxEvent parkedEvent = event.event();
                parked.add(parkedEvent.channel());
                Log.parkedAtOnce(
                        parkedEvent.id(), parkedEvent.channel(), parkedEvent.destination(), keyWaits(event), reason);
            }
            return done;
        }

        private boolean park(LockedLanes lanes, QueuedEvent event, Exception reason) {
            boolean done = queue.park(lanes, event, Causes.chain(reason));
            if (done) {
                OutboxEvent parkedEvent = event.event();
                parked.add(parkedEvent.channel());
                Log.parked(
                        parkedEvent.id(),
                        parkedEvent.channel(),
                        parkedEvent.destination(),
                        event.attempts() + 1,
                        keyWaits(event),
                        reason);
            }
            return done;
        }

        /** Returns whether later events wait for this event while it is parked. */
        private boolean keyWaits(QueuedEvent event) {
            return policy.blockKey() && event.orderKey() != null;
        }
    }
}
