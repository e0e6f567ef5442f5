// SPDX-License-Identifier: Apache-2.0
package io.oncebox.queue;

import io.oncebox.api.EventState;
import io.oncebox.log.Causes;
import io.oncebox.log.Log;
import io.oncebox.log.RecordingErrors;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.UnpublishableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * One pass over the outbox in the transaction of the caller: locks lanes, publishes what is due in them, and removes it once
 * the brokers have confirmed it. The deletion commits with the release of the lanes. Thread-safe.
 */
final class Coordinator {

    private final QueueStore queue;
    private final Publishers publishers;
    private final CircuitBreakers breakers;
    private final QueueMetrics metrics;
    private final RetryPolicy policy;
    private final int batchSize;
    private final BooleanSupplier stopping;

    Coordinator(
            QueueStore queue,
            Publishers publishers,
            CircuitBreakers breakers,
            QueueMetrics metrics,
            RetryPolicy policy,
            int batchSize,
            BooleanSupplier stopping) {
        this.queue = queue;
        this.publishers = publishers;
        this.breakers = breakers;
        this.metrics = metrics;
        this.policy = policy;
        this.batchSize = batchSize;
        this.stopping = stopping;
    }

    /**
     * What came of a pass.
     *
     * @param lanes those that were looked at
     * @param published how many events
     * @param more whether another pass over the same lanes would find more at once
     * @param lookingNanos how long the database took to say what there is; a broker that does not answer is not in it
     */
    record Result(LockedLanes lanes, int published, boolean more, long lookingNanos) {}

    /** What brokers refused in one pass: known even if its transaction turns out to be over. Used by one thread. */
    static final class Refusals {

        private int totalLanes;
        private Map<QueuedEvent, Exception> reasons = Map.of();

        /** The channels of what the transaction has counted. */
        private final List<String> failed = new ArrayList<>();

        private final List<String> parked = new ArrayList<>();

        boolean isEmpty() {
            return reasons.isEmpty();
        }
    }

    /**
     * @param withDue whether to look for events whose time has come, too
     * @param paused the queues that are left alone
     * @param refusals will know what was refused
     */
    Result run(int share, int shares, boolean withDue, Set<String> paused, Refusals refusals) {
        long start = System.nanoTime();
        TakenLanes taken = queue.take(share, shares, batchSize, new Exclusions(breakers.destinations(), paused));
        LockedLanes lanes = taken.lanes();
        if (lanes.isEmpty()) {
            return new Result(lanes, 0, false, System.nanoTime() - start);
        }
        Set<OrderKey> blocked = new HashSet<>();
        if (!lanes.held().isEmpty()) {
            blocked.addAll(queue.blockedKeys(lanes, policy.blockKey()));
        }
        Batch due =
                withDue ? queue.due(lanes, batchSize, new Exclusions(breakers.destinations(), paused)) : Batch.EMPTY;
        Batch pending = due.more() ? Batch.EMPTY : taken.pending();
        List<QueuedEvent> candidates = new ArrayList<>(due.events());
        candidates.addAll(pending.events());

        List<QueuedEvent> toSend = new ArrayList<>();
        List<QueuedEvent> behind = new ArrayList<>();
        boolean parked = false;
        for (QueuedEvent event : candidates) {
            if (event.defect() != null) {
                parked |= park(lanes, event, RecordingErrors.defectiveRow(event.seq(), event.defect()), refusals);
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
        sender.deliver(toSend);
        refusals.totalLanes = lanes.total();
        refusals.reasons = sender.refused();
        if (!sender.published().isEmpty()) {
            queue.remove(sender.published());
        }
        sender.refused().forEach((event, reason) -> refused(lanes, event, reason, refusals));

        boolean settled = Stream.concat(sender.published().stream(), sender.refused().keySet().stream())
                .anyMatch(event -> event.state() == EventState.RETRYING);
        if (!lanes.held().isEmpty() && (settled || withDue)) {
            queue.unblock(lanes, queue.blockedKeys(lanes, policy.blockKey()));
        }
        boolean progress = !sender.published().isEmpty() || !behind.isEmpty() || parked;
        boolean more = settled || (progress && (due.more() || pending.more() || sender.cutShort()));
        return new Result(lanes, sender.published().size(), more, looking);
    }

    /** Counts what was refused in a pass that did not commit. Events whose lanes another relay has by now are left to it. */
    void count(Refusals refusals) {
        LockedLanes none = new LockedLanes(List.of(), refusals.totalLanes, List.of());
        refusals.failed.clear();
        refusals.parked.clear();
        refusals.reasons.forEach((event, reason) -> refused(none, event, reason, refusals));
    }

    /** Notes what a transaction has counted that has committed. */
    void measure(Refusals refusals) {
        metrics.failed(refusals.failed);
        metrics.parked(refusals.parked);
    }

    private void refused(LockedLanes lanes, QueuedEvent event, Exception reason, Refusals refusals) {
        int attempts = event.attempts() + 1;
        boolean counted;
        if (reason instanceof UnpublishableException never) {
            counted = parkAtOnce(lanes, event, never.getCause(), refusals);
        } else if (attempts >= policy.maxAttempts()) {
            counted = park(lanes, event, reason, refusals);
        } else {
            counted = queue.retryLater(lanes, event, policy.delayAfter(attempts), Causes.chain(reason));
            if (counted) {
                OutboxEvent refused = event.event();
                Log.refused(refused.id(), refused.channel(), refused.destination(), attempts, reason);
            }
        }
        if (counted) {
            refusals.failed.add(event.event().channel());
        }
    }

    private boolean parkAtOnce(LockedLanes lanes, QueuedEvent event, Throwable reason, Refusals refusals) {
        boolean done = queue.park(lanes, event, Causes.chain(reason));
        if (done) {
            OutboxEvent parked = event.event();
            refusals.parked.add(parked.channel());
            Log.parkedAtOnce(parked.id(), parked.channel(), parked.destination(), policy.blockKey(), reason);
        }
        return done;
    }

    /** Says what the queue parked by itself. */
    void parked(QueueStore.MalformedRow row) {
        metrics.parked(Collections.singleton(row.channel()));
        Log.parked(
                row.id(),
                row.channel(),
                "its destination",
                1,
                policy.blockKey(),
                RecordingErrors.defectiveRow(row.seq(), row.defect()));
    }

    private boolean park(LockedLanes lanes, QueuedEvent event, Exception reason, Refusals refusals) {
        boolean done = queue.park(lanes, event, Causes.chain(reason));
        if (done) {
            OutboxEvent parked = event.event();
            refusals.parked.add(parked.channel());
            Log.parked(
                    parked.id(),
                    parked.channel(),
                    parked.destination(),
                    event.attempts() + 1,
                    policy.blockKey(),
                    reason);
        }
        return done;
    }
}
