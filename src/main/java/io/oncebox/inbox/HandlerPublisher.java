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
 * Delivers stored messages to a handler: for the relay a handler is one more destination. A message that is delivered twice
 * meets the claim of the first delivery. Thread-safe.
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
        // the handler is a bean of this application
    }

    @Override
    public String connection(String destination) {
        return "the inbox of handler " + handler.name();
    }

    /** Returns {@code false}: each message has its own transaction. */
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
        inbox.once(MessageContext.stored(handler.name(), event), () -> handle(work));
    }

    private Callable<?> decoded(OutboxEvent event) throws UnpublishableException {
        try {
            return handler.decode(event.payload(), StoredMessageMetadata.of(event));
        } catch (Exception | LinkageError | StackOverflowError e) {
            throw new UnpublishableException(InboxErrors.notDecodable(handler.name(), e));
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

    /** Asks the database: if it answers, the handler itself has failed. */
    @Override
    public void reach(String connection) throws Exception {
        transactions.inNew(queue::hasWork);
    }
}
