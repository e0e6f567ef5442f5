// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.OncewardException;
import io.onceward.broker.MessageKinds;
import io.onceward.metrics.Metric;
import io.onceward.metrics.MetricsRecorder;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.QueueName;
import io.onceward.queue.relay.MissingRowException;
import io.onceward.spi.Transactions;
import io.onceward.tracing.ContextPropagation;
import io.onceward.tracing.MessageContext;
import io.onceward.tracing.Propagators;
import io.onceward.transaction.CallerTransaction;
import io.onceward.transaction.Sentinel;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;

/** Idempotent consumers: runs a handler once for each message. Thread-safe. */
public final class IdempotentConsumer {

    /** Prefix of the handlers of Onceward itself. */
    private static final String INTERNAL = "onceward.";

    private final Set<String> own = ConcurrentHashMap.newKeySet();
    private final CallerTransaction transaction;
    private final Claims claims;
    private final ClaimStore store;
    private final MessageIdentities identities;
    private final ContextPropagation propagation;

    public IdempotentConsumer(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            ClaimStore store,
            Sentinel sentinel,
            ClaimLimit limit,
            MessageKinds kinds,
            MetricsRecorder metrics,
            ContextPropagation propagation) {
        this.transaction = new CallerTransaction(registry);
        this.claims = new Claims(transactions, store, sentinel, limit, metrics);
        this.store = store;
        this.identities = new MessageIdentities(kinds);
        this.propagation = propagation;
    }

    /** Adds handlers of this application. */
    public void addOwn(Collection<String> handlers) {
        own.addAll(handlers);
    }

    /** Returns whether a handler belongs to this application: it was added, or has claimed a message on this node. */
    public boolean isOwn(String handler) {
        return own.contains(handler) || handler.startsWith(INTERNAL);
    }

    /** Warns of handlers that have claims in the table but do not belong to this application: one may have been renamed. */
    public void warnOfOthers() {
        List<String> others = store.handlers().stream()
                .filter(handler -> !isOwn(handler))
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            InboxLog.unknownHandlers(others);
        }
    }

    /** Returns the identities of messages. */
    public MessageIdentities identities() {
        return identities;
    }

    /**
     * Runs the handler unless the effects of the message have committed before. Claim and handler have a new transaction: the
     * transaction of the delivery contains the broker alone and ends after the effects have committed. If it then fails, or
     * the process crashes in between, the broker redelivers and the claim is found.
     *
     * @param handler the name of the handler
     * @param identity identifies the message
     * @param parameters the parameters of the handler, the message among them
     * @param work calls the handler
     * @return what the handler returned; {@code null} if it did not run, or has marked its transaction for rollback
     * @throws OncewardException if there is no active transaction
     * @throws Exception what the handler threw, or why its transaction did not commit; the delivery must fail with it
     */
    public Object deliver(String handler, String identity, Object[] parameters, Callable<Object> work)
            throws Exception {
        int status = transaction.status();
        if (status != Status.STATUS_ACTIVE) {
            throw InboxErrors.claimWithoutTransaction(handler, status);
        }
        MessageContext message = identities.received(handler, identity, parameters);
        try {
            return inContext(
                    identities.headers(handler, parameters),
                    () -> claim(message, first -> first ? unlessMarked(propagation.handle(message, work)) : null));
        } catch (MarkedForRollback e) {
            deliveryFailed(handler, parameters, e);
            transaction.markForRollback(); // as quietly as the handler has marked its own
            return null;
        }
    }

    /** Logs that the broker gets a message back. Only the broker knows whether it was the last delivery. */
    public void deliveryFailed(String handler, Object[] parameters, Throwable failure) {
        InboxLog.deliveryFailed(handler, identities.deliveries(handler, parameters), failure);
    }

    private Object unlessMarked(Object returned) throws MarkedForRollback {
        if (transaction.isMarkedForRollback()) {
            throw new MarkedForRollback(returned);
        }
        return returned;
    }

    /**
     * Runs work unless its effects have committed for this message before, where the delivery has no transaction. Claim
     * and work have a new transaction. Acknowledge the message after this has returned.
     *
     * @param handler the name of the handler
     * @param message a message, or its identity as a text
     * @return whether the work ran and its effects committed; otherwise they had before
     * @throws OncewardException if the name of the handler is illegal, or the message has no identity
     * @throws Exception what the work threw, or why its transaction did not commit; the message must then be redelivered
     */
    public boolean once(String handler, Object message, Callable<?> work) throws Exception {
        if (!QueueName.isLegal(handler)) {
            throw CallErrors.illegalHandlerName(handler, ColumnWidths.QUEUE);
        }
        Object[] parameters = {message};
        String identity = message instanceof String text ? text : identities.of(handler, "once", parameters);
        if (identity.isBlank()) {
            throw CallErrors.noKey(handler);
        }
        MessageContext received = identities.received(handler, identity, parameters);
        return inContext(
                identities.headers(handler, parameters),
                () -> claim(received, first -> {
                    if (first) {
                        propagation.handle(received, work);
                    }
                    return first;
                }));
    }

    /** Runs the handling of a message, with its transaction, in the contexts of the application that the message has. */
    <T> T inContext(Propagators.Headers headers, Callable<T> handling) throws Exception {
        return propagation.propagators().restored(headers, handling);
    }

    /**
     * Removes a stored message, and runs the work unless its effects have committed before, in one transaction. The removal
     * comes before the work: behind work that has outlasted the transaction, it would commit alone.
     *
     * @param remove removes the message; returns whether it was there
     * @throws MissingRowException if the message was not there, and its effects have not committed; nothing is done then
     */
    void onceAndRemove(MessageContext message, Callable<?> work, Callable<Boolean> remove) throws Exception {
        claim(message, first -> {
            boolean removed = remove.call();
            if (first && !removed) {
                throw new MissingRowException();
            }
            if (first) {
                propagation.handle(message, work);
            }
            return null;
        });
    }

    /**
     * Removes a local event and runs the work, in one transaction. The row is the claim: nothing else delivers the event.
     *
     * @param remove removes the event; returns whether it was there
     * @param isGone called after a failure; returns {@code false}, and warns if the event is gone nevertheless
     * @throws MissingRowException if the event was not there; nothing is done then
     */
    void removeAndHandle(MessageContext message, Callable<?> work, Callable<Boolean> remove, Callable<Boolean> isGone)
            throws Exception {
        Callable<Boolean> claim = () -> {
            if (!remove.call()) {
                throw new MissingRowException();
            }
            return true;
        };
        claims.inNew(
                message.handler(),
                message.id(),
                claim,
                isGone,
                first -> propagation.handle(message, () -> work.call()));
    }

    /**
     * Claims and removes several messages and runs their work, in one transaction.
     *
     * @param stored the ids of those that are no local events, and so need a claim
     * @param remove removes all messages; returns whether all were there
     * @param isGone as for a local event
     * @throws MissingRowException if one was claimed before, given twice, or not there; nothing is done then
     */
    void removeAndHandleAll(
            MessageContext together,
            List<String> stored,
            Callable<?> work,
            Callable<Boolean> remove,
            Callable<Boolean> isGone)
            throws Exception {
        String handler = together.handler();
        own.add(handler);
        Callable<Boolean> claim = () -> {
            if (!(stored.isEmpty() || store.first().claimAll(handler, stored)) || !remove.call()) {
                throw new MissingRowException();
            }
            return true;
        };
        claims.inNew(handler, together.id(), claim, isGone, first -> propagation.handle(together, () -> work.call()));
    }

    /** Returns the contexts of the application that a message has. */
    List<Optional<String>> contexts(Map<String, String> headers) {
        return propagation.propagators().of(headers);
    }

    /** Measures a transaction of a batch handler that has committed. */
    void batchCommitted(String handler, int messages) {
        claims.metrics().measure(Metric.PROCESS_BATCH_SIZE, handler, messages);
    }

    private <T> T claim(MessageContext message, Claims.Work<T> work) throws Exception {
        String handler = message.handler();
        own.add(handler);
        return claims.inNew(handler, message.id(), () -> store.first().claim(handler, message.id()), work);
    }
}
