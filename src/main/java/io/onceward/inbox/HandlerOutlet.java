// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.codec.Upcasters;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.machine.Refusal;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.payload.StoredPayloads;
import io.onceward.queue.relay.LockedRowException;
import io.onceward.queue.relay.MissingRowException;
import io.onceward.queue.relay.OtherCode;
import io.onceward.queue.relay.Outlet;
import io.onceward.queue.relay.ReservedHeaders;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.Transactions;
import io.onceward.tracing.MessageContext;
import jakarta.transaction.RollbackException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Gives stored messages to a handler. Each message has a transaction of its own, or shares one with others in a {@link HandlerBatch}.
 * It claims the message, runs the handler and removes the row. A message that is delivered twice meets the claim of the first delivery. A local event is delivered by its row alone, so it needs
 * no claim. Thread-safe.
 */
public final class HandlerOutlet implements Outlet {

    /** The delay of a message that has waited for the limit of claims, or whose row is locked. The handler is not at fault. */
    private static final Duration DELAY_WITHOUT_FAULT = Duration.ofSeconds(1);

    /** The delay of an event that is too new for this node, and that another node may get. The handler is not at fault. */
    private static final Duration DELAY_OF_LATER_VERSION = Duration.ofSeconds(5);

    private final MessageHandler handler;
    private final Resource resource;
    private final IdempotentConsumer inbox;
    private final QueueStore queue;
    private final Transactions transactions;
    private final Upcasters upcasters;
    private final StoredPayloads payloads;
    private final boolean parksDifferent;

    /**
     * @param payloads decodes the payloads of rows
     * @param parksDifferent whether to park a message that can be decoded only with a loss
     */
    public HandlerOutlet(
            MessageHandler handler,
            IdempotentConsumer inbox,
            QueueStore queue,
            Transactions transactions,
            Upcasters upcasters,
            StoredPayloads payloads,
            boolean parksDifferent) {
        this.handler = handler;
        this.resource = Resource.database("the inbox of handler " + handler.name());
        this.inbox = inbox;
        this.queue = queue;
        this.transactions = transactions;
        this.upcasters = upcasters;
        this.payloads = payloads;
        this.parksDifferent = parksDifferent;
    }

    @Override
    public Resource resource() {
        return resource;
    }

    @Override
    public boolean takesBatches() {
        return handler.takesBatches();
    }

    /** Returns {@code false}: a batch that takes longer would fail, be left and fail again, and never be halved. */
    @Override
    public boolean isTimed() {
        return false;
    }

    @Override
    public boolean hasDestinationBreakers() {
        return false;
    }

    @Override
    public Optional<Instant> expiresAt(QueuedEvent event) {
        Map<String, String> headers = event.event().headers();
        return ReservedHeaders.localDepth(headers).isPresent() ? ReservedHeaders.expiresAt(headers) : Optional.empty();
    }

    @Override
    public void publish(List<QueuedEvent> events, Outcomes outcomes) {
        if (events.size() > 1) {
            new HandlerBatch(this, handler, inbox, outcomes).run(events);
        } else {
            events.forEach(event -> handle(event, outcomes));
        }
    }

    /** Handles a message in a transaction of its own. */
    void handle(QueuedEvent event, Outcomes outcomes) {
        try {
            Optional<Refusal> refusal = refusal(event);
            refusal.ifPresentOrElse(
                    reason -> refused(event, reason, outcomes),
                    () -> outcomes.removed(event)); // the transaction of the handler has removed the row
        } catch (MissingRowException e) {
            outcomes.left(event);
        }
    }

    /** Gives a message to the handler; returns why it failed. */
    private Optional<Refusal> refusal(QueuedEvent event) throws MissingRowException {
        try {
            return OtherCode.call(() -> handled(event));
        } catch (MissingRowException e) {
            throw e;
        } catch (LockedRowException e) {
            return Optional.of(Refusal.uncounted(e, DELAY_WITHOUT_FAULT));
        } catch (Exception e) {
            return Optional.of(
                    InboxErrors.isClaimLimitReached(e)
                            ? waitsWithoutFault(e)
                            : handler.failureTypes().classified(handler.name(), e));
        }
    }

    /** Returns the refusal of a message that has waited for the limit of claims. */
    static Refusal waitsWithoutFault(Exception reason) {
        return Refusal.uncounted(reason, DELAY_WITHOUT_FAULT);
    }

    private Optional<Refusal> handled(QueuedEvent event) throws Exception {
        Decoded decoded = decode(event);
        if (decoded.refusal() != null) {
            return Optional.of(decoded.refusal());
        }
        handler.inRequest(
                () -> inbox.inContext(event.event().headers()::get, () -> claimAndHandle(event, decoded.work())));
        if (handler.takesBatches()) {
            inbox.batchCommitted(handler.name(), 1);
        }
        return Optional.empty();
    }

    /**
     * A decoded message.
     *
     * @param work calls the handler
     * @param refusal why it can't be decoded; {@code null} if it can
     */
    record Decoded(Callable<?> work, Refusal refusal) {}

    /** Decodes a message, without a transaction. */
    Decoded decode(QueuedEvent event) {
        RecordedEvent message;
        try {
            message = payloads.decode(event.event());
        } catch (OncewardException e) {
            return new Decoded(null, Refusal.undecoded(e));
        }
        try {
            if (Rehearsal.isTooNew(handler, message)) {
                return new Decoded(
                        null,
                        Refusal.uncounted(
                                PayloadErrors.laterVersion(handler.name(), message.type()), DELAY_OF_LATER_VERSION));
            }
            byte[] latest = Rehearsal.latest(upcasters, handler, message);
            Callable<?> work = handler.decode(latest, StoredMessageMetadata.of(message));
            Optional<String> difference =
                    parksDifferent ? handler.difference(latest, Rehearsal.isOwn(message)) : Optional.empty();
            return new Decoded(
                    work,
                    difference
                            .map(what -> Refusal.forever(PayloadErrors.different(handler.name(), what)))
                            .orElse(null));
        } catch (Exception | LinkageError | StackOverflowError e) {
            return new Decoded(null, handler.failureTypes().undecoded(handler.name(), e));
        }
    }

    private static OptionalInt localDepth(QueuedEvent event) {
        return ReservedHeaders.localDepth(event.event().headers());
    }

    private MessageContext context(QueuedEvent event) {
        return MessageContext.stored(
                handler.name(),
                MessageIdentities.ofStored(event.event()),
                event.event(),
                localDepth(event).orElse(0));
    }

    private Void claimAndHandle(QueuedEvent event, Callable<?> work) throws Exception {
        MessageContext message = context(event);
        if (localDepth(event).isPresent()) {
            inbox.removeAndHandle(message, () -> handle(work), () -> remove(event), () -> warnIfGone(List.of(event)));
        } else {
            inbox.onceAndRemove(message, () -> handle(work), () -> remove(event));
        }
        return null;
    }

    /** Claims, removes and handles messages in one transaction. */
    Void claimAndHandle(List<QueuedEvent> events, Callable<?> work) throws Exception {
        List<String> stored = events.stream()
                .flatMap(event -> MessageIdentities.claimed(event.event()).stream())
                .toList();
        inbox.removeAndHandleAll(
                MessageContext.together(events.stream().map(this::context).toList()),
                stored,
                () -> handle(work),
                () -> remove(events),
                () -> warnIfGone(events));
        return null;
    }

    /** Warns of messages whose rows are gone: a failed handler may have committed the removal, such as by DDL. */
    private boolean warnIfGone(List<QueuedEvent> events) throws Exception {
        if (!isAnyGone(events)) {
            return false;
        }
        for (QueuedEvent event : events) {
            String id = event.event().id();
            if (!isAnyGone(List.of(event))) {
                continue;
            }
            if (localDepth(event).isPresent()) {
                InboxLog.removedButFailed(handler.name(), id);
            } else {
                InboxLog.claimedButFailed(handler.name(), id);
            }
        }
        return false; // nothing else is to be warned of
    }

    /** Removes the rows again, in a transaction that rolls back. */
    private boolean isAnyGone(List<QueuedEvent> events) throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        try {
            transactions.inNew(() -> {
                gone.set(!remove(events));
                throw new RollbackException();
            });
        } catch (RollbackException e) {
            return gone.get();
        }
        return false;
    }

    private boolean remove(QueuedEvent event) throws LockedRowException {
        return remove(List.of(event));
    }

    /** Removes the rows of messages; returns whether all were there. */
    private boolean remove(List<QueuedEvent> events) throws LockedRowException {
        boolean removed = queue.remove(events) == events.size();
        if (!removed && !queue.locked(events).isEmpty()) {
            throw new LockedRowException();
        }
        return removed;
    }

    /** Asks the database: if it answers, the handler itself has failed. */
    void refused(QueuedEvent event, Refusal refusal, Outcomes outcomes) {
        if (isDatabaseAvailable()) {
            outcomes.refused(event, refusal);
        } else {
            outcomes.unavailable(refusal.reason());
        }
    }

    boolean isDatabaseAvailable() {
        try {
            OtherCode.call(() -> transactions.inNew(queue::hasWork));
            return true;
        } catch (Exception e) {
            return false;
        }
    }

    /** Runs the handler. Errors of its code become exceptions, which do not end the relay. */
    private Object handle(Callable<?> work) throws Exception {
        try {
            return work.call();
        } catch (LinkageError | AssertionError | StackOverflowError e) {
            throw InboxErrors.handlerBroken(handler.name(), e);
        }
    }
}
