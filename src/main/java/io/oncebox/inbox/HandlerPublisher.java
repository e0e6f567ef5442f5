// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.log.InboxErrors;
import io.oncebox.queue.HandlerDestination;
import io.oncebox.queue.QueueStore;
import io.oncebox.spi.ChannelSettings;
import io.oncebox.spi.EventPublisher;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.Transactions;
import io.oncebox.spi.UnpublishableException;
import io.oncebox.tracing.MessageContext;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Brings stored messages to a handler: to the relay a handler is one more destination. A message that is brought twice meets
 * the claim of the first time. Thread-safe.
 */
public final class HandlerPublisher implements EventPublisher {

    private final MessageHandler handler;
    private final IdempotentConsumer inbox;
    private final QueueStore queue;
    private final Transactions transactions;

    public HandlerPublisher(
            MessageHandler handler, IdempotentConsumer inbox, QueueStore queue, Transactions transactions) {
        this.handler = handler;
        this.inbox = inbox;
        this.queue = queue;
        this.transactions = transactions;
    }

    @Override
    public String destination(ChannelSettings settings) {
        return HandlerDestination.of(handler.name());
    }

    @Override
    public void verify(ChannelSettings settings, String destination) {
        // a handler is there as long as its application is
    }

    @Override
    public String connection(String destination) {
        return "the inbox of handler " + handler.name();
    }

    /** Each message has a transaction of its own. */
    @Override
    public boolean batches() {
        return false;
    }

    @Override
    public void publish(List<OutboxEvent> events) throws Exception {
        for (OutboxEvent event : events) {
            publishAlone(event);
        }
    }

    @Override
    public void publishAlone(OutboxEvent event) throws Exception {
        Callable<?> work = decoded(event);
        inbox.once(MessageContext.stored(handler.name(), event), () -> guarded(work));
    }

    private Callable<?> decoded(OutboxEvent event) throws UnpublishableException {
        try {
            return handler.decode(event.payload(), StoredMessageMetadata.of(event));
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw new UnpublishableException(InboxErrors.notDecodable(handler.name(), e));
        }
    }

    /** What is an error of the application's code must not end the relay. */
    private Object guarded(Callable<?> work) throws Exception {
        try {
            return work.call();
        } catch (LinkageError | AssertionError | StackOverflowError e) {
            throw InboxErrors.handlerBroken(handler.name(), e);
        }
    }

    /** If the database answers, what failed was the handler. */
    @Override
    public void reach(String connection) throws Exception {
        transactions.inNew(queue::hasWork);
    }
}
