// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue.relay;

import io.onceward.api.OncewardException;
import io.onceward.log.Causes;
import io.onceward.log.DatabaseErrors;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.machine.Refused;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.queue.store.RetryPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Schedules the retries of refused events, or parks them. What it did is logged and measured after the transaction has
 * committed. Used by one thread.
 */
final class FailedEvents {

    /** Events whose payloads can't be decoded wait as long as after so many failures: by default, half a minute to a minute. */
    private static final int FAILURES_OF_UNDECODED = 7;

    private final QueueStore queue;
    private final RetryPolicy policy;
    private final RelayParts parts;
    private final List<String> failed = new ArrayList<>();
    private final List<String> parked = new ArrayList<>();
    private final List<Runnable> log = new ArrayList<>();

    FailedEvents(QueueStore queue, RetryPolicy policy, RelayParts parts) {
        this.queue = queue;
        this.policy = policy;
        this.parts = parts;
    }

    /** Schedules the next attempt of a refused event, or parks it. Called in a transaction that has locked its lane. */
    void write(Refused refused) {
        QueuedEvent event = refused.event();
        RecordedEvent one = event.event();
        int attempts = event.attempts() + 1;
        Refusal refusal = refused.refusal();
        Exception reason = refusal.reason();
        if (refusal.isForever()) {
            park(refused, reason, () -> RelayLog.parkedAtOnce(subject(one), keyWaits(event), reason));
        } else if (refusal.effect() != Refusal.Effect.COUNTED) {
            retryUncounted(refused);
        } else if (attempts >= policy.maxAttempts()) {
            park(refused, reason, () -> RelayLog.parked(subject(one), attempts, keyWaits(event), reason));
        } else if (queue.retryLater(event, refused.lane(), policy.delayAfter(attempts), Causes.chain(reason))) {
            failed.add(one.channel());
            log.add(() -> RelayLog.refused(subject(one), attempts, policy.maxAttempts(), reason));
        }
    }

    private void retryUncounted(Refused refused) {
        QueuedEvent event = refused.event();
        RecordedEvent one = event.event();
        int failures = refused.refusal().effect() == Refusal.Effect.UNDECODED ? FAILURES_OF_UNDECODED : 1;
        Duration delay = refused.refusal().askedDelay().orElseGet(() -> policy.delayAfter(event.attempts() + failures));
        Exception why = refused.refusal().reason();
        if (queue.retryUncounted(event, refused.lane(), delay, Causes.chain(why))) {
            failed.add(one.channel());
            log.add(() -> RelayLog.notCounted(subject(one), delay, why));
        }
    }

    private void park(Refused refused, Throwable reason, Runnable message) {
        if (queue.park(refused.event(), refused.lane(), Causes.chain(reason))) {
            String channel = refused.event().event().channel();
            if (refused.event().defect() == null) {
                failed.add(channel);
                handOn(refused.event().event(), Causes.chain(reason));
            }
            parked.add(channel);
            log.add(message);
            log.add(() -> parts.parked().accept(Causes.chain(reason)));
        }
    }

    /** Hands on a parked event. A failure that will repeat concerns this queue alone, and not its database. */
    private void handOn(RecordedEvent event, String error) {
        try {
            parts.handOn().parked(event, error);
        } catch (RuntimeException e) {
            if (e instanceof OncewardException refused && Causes.isPassing(refused)) {
                throw e;
            }
            throw RelayErrors.notHandedOn(subject(event), e);
        }
    }

    private Subject subject(RecordedEvent event) {
        return subject(event.id(), event.channel(), event.destination());
    }

    private Subject subject(String id, String channel, String destination) {
        return new Subject(queue.side().rowKind(), id, channel, queue.side().target(queue.name(), destination));
    }

    /** Returns whether later events wait for this event while it is parked. */
    private boolean keyWaits(QueuedEvent event) {
        return policy.blockKey() && event.orderKey() != null;
    }

    /** Logs and measures what it did. Called after the transaction has committed. */
    void committed() {
        log.forEach(Runnable::run);
        parts.metrics().failed(failed);
        parts.metrics().parked(parked);
    }

    /** Logs and measures a malformed row that the store has parked. */
    void parked(QueueStore.MalformedRow row) {
        OncewardException reason = DatabaseErrors.defectiveRow(row.seq(), row.defect());
        parts.metrics().parked(Collections.singleton(row.channel()));
        RelayLog.parkedAtOnce(
                subject(row.id(), row.channel(), row.destination()), policy.blockKey() && row.key() != null, reason);
        parts.parked().accept(Causes.chain(reason));
    }
}
