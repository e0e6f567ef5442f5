// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.queue.machine.Refusal;
import io.onceward.queue.outage.Resource;
import io.onceward.queue.relay.LockedRowException;
import io.onceward.queue.relay.MissingRowException;
import io.onceward.queue.relay.OtherCode;
import io.onceward.queue.relay.Outlet;
import io.onceward.queue.store.QueueStore;
import io.onceward.queue.store.QueuedEvent;
import io.onceward.spi.Transactions;
import io.onceward.tracing.MessageContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

/**
 * Gives stored messages to a handler. Each message has a transaction of its own, which claims it, runs the handler and removes its
 * row. A message that is delivered twice meets the claim of the first delivery. Thread-safe.
 */
public final class HandlerOutlet implements Outlet {

    /** The delay of a message that has waited for the limit of claims, or whose row is locked. The handler is not at fault. */
    private static final Duration DELAY_WITHOUT_FAULT = Duration.ofSeconds(1);

    private final MessageHandler handler;
    private final IdempotentConsumer inbox;
    private final QueueStore queue;
    private final Transactions transactions;

    public HandlerOutlet(
            MessageHandler handler, IdempotentConsumer inbox, QueueStore queue, Transactions transactions) {
        this.handler = handler;
        this.inbox = inbox;
        this.queue = queue;
        this.transactions = transactions;
    }

    @Override
    public Resource resource() {
        return Resource.database("the inbox of handler " + handler.name());
    }

    /** Returns {@code false}: each message has its own transaction. */
    @Override
    public boolean takesBatches() {
        return false;
    }

    @Override
    public boolean hasDestinationBreakers() {
        return false;
    }

    @Override
    public void publish(List<QueuedEvent> events, Outcomes outcomes) {
        for (QueuedEvent event : events) {
            try {
                Optional<Refusal> refusal = refusal(event);
                refusal.ifPresentOrElse(
                        reason -> refused(event, reason, outcomes),
                        () -> outcomes.removed(event)); // the transaction of the handler has removed the row
            } catch (MissingRowException e) {
                outcomes.left(event);
            }
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
                            ? Refusal.uncounted(e, DELAY_WITHOUT_FAULT)
                            : handler.failureTypes().classified(handler.name(), e));
        }
    }

    private Optional<Refusal> handled(QueuedEvent event) throws Exception {
        Callable<?> work;
        try {
            work = handler.decode(event.event().payload(), StoredMessageMetadata.of(event.event()));
        } catch (Exception | LinkageError | StackOverflowError e) {
            return Optional.of(handler.failureTypes().undecoded(handler.name(), e));
        }
        inbox.onceAndRemove(
                MessageContext.stored(handler.name(), event.event()), () -> handle(work), () -> remove(event));
        return Optional.empty();
    }

    /** Removes the row of a message; returns whether it was there. */
    private boolean remove(QueuedEvent event) throws LockedRowException {
        List<QueuedEvent> one = List.of(event);
        boolean removed = queue.remove(one) == 1;
        if (!removed && !queue.locked(one).isEmpty()) {
            throw new LockedRowException();
        }
        return removed;
    }

    /** Asks the database: if it answers, the handler itself has failed. */
    private void refused(QueuedEvent event, Refusal refusal, Outcomes outcomes) {
        try {
            OtherCode.call(() -> transactions.inNew(queue::hasWork));
        } catch (Exception e) {
            outcomes.unavailable(refusal.reason());
            return;
        }
        outcomes.refused(event, refusal);
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
