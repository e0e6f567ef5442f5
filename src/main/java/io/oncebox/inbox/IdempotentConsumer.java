// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.broker.MessageKinds;
import io.oncebox.log.IdempotentErrors;
import io.oncebox.log.InboxErrors;
import io.oncebox.log.Log;
import io.oncebox.log.StandaloneErrors;
import io.oncebox.metrics.MetricsRecorder;
import io.oncebox.queue.ColumnWidths;
import io.oncebox.spi.Transactions;
import io.oncebox.tracing.ContextPropagation;
import io.oncebox.tracing.MessageContext;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/** Runs the handlers of messages, once for each message. Thread-safe. */
public final class IdempotentConsumer {

    /** What the names of handlers start with that are Oncebox's own. */
    private static final String INTERNAL = "oncebox.";

    private final Set<String> own = ConcurrentHashMap.newKeySet();
    private final TransactionSynchronizationRegistry registry;
    private final Claims claims;
    private final ClaimStore store;
    private final MessageIdentities identities;
    private final ContextPropagation propagation;

    public IdempotentConsumer(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            ClaimStore store,
            MessageKinds kinds,
            MetricsRecorder metrics,
            ContextPropagation propagation) {
        this.registry = registry;
        this.claims = new Claims(transactions, metrics);
        this.store = store;
        this.identities = new MessageIdentities(kinds);
        this.propagation = propagation;
    }

    /** These are handlers of this application. */
    public void has(Collection<String> handlers) {
        own.addAll(handlers);
    }

    /** Whether a handler is one of this application's, as far as it was said, or has processed a message. */
    public boolean isOwn(String handler) {
        return own.contains(handler) || handler.startsWith(INTERNAL);
    }

    /** Warns of handlers that have a history in the table, but are not this application's: one of these may have had another name. */
    public void warnOfOthers() {
        List<String> others = store.handlers().stream()
                .filter(handler -> !isOwn(handler))
                .sorted()
                .toList();
        if (!others.isEmpty()) {
            Log.unknownHandlers(others);
        }
    }

    /** What identifies a message. */
    public MessageIdentities identities() {
        return identities;
    }

    /** {@link #deliver} by the identity that every message has. */
    public Object once(String handler, String member, Object[] parameters, Callable<Object> work) throws Exception {
        return deliver(handler, () -> identities.of(handler, member, parameters), parameters, work);
    }

    /**
     * Runs the handler unless the effects of the message have committed before. Claim and handler are one transaction,
     * of their own: the transaction of the delivery has nothing but the broker in it and ends after the effects have
     * committed. If it then fails, or the process dies in between, the broker redelivers and the claim is found.
     *
     * @param handler the handler's name
     * @param identity says what identifies the message
     * @param parameters of the handler, among which the message is
     * @param work calls the handler
     * @return what the handler returned; {@code null} if it did not run
     * @throws OnceboxException if there is no active transaction
     * @throws Exception what the handler threw, or why its transaction did not commit; the delivery must fail with it
     */
    public Object deliver(String handler, Callable<String> identity, Object[] parameters, Callable<Object> work)
            throws Exception {
        int status = registry.getTransactionStatus();
        if (status != Status.STATUS_ACTIVE) {
            throw InboxErrors.claimWithoutTransaction(handler, status);
        }
        AtomicBoolean marked = new AtomicBoolean();
        AtomicReference<Object> returned = new AtomicReference<>();
        try {
            claimAndRun(handler, identity.call(), id -> identities.received(handler, id, parameters), () -> {
                returned.set(work.call());
                marked.set(registry.getRollbackOnly());
                return null;
            });
            return returned.get();
        } catch (Exception e) {
            if (!marked.get()) {
                throw e;
            }
            registry.setRollbackOnly(); // as quietly as the handler marked its own
            return null;
        }
    }

    /**
     * Runs work unless its effects have committed for this message before, where the delivery has no transaction. Claim
     * and work are one transaction, of their own. Acknowledge the message after this has returned.
     *
     * @param handler the handler's name
     * @param message a message, or its identity as a text
     * @return whether the work ran and its effects committed; otherwise they had before
     * @throws OnceboxException if the handler's name is illegal, or the message has no identity
     * @throws Exception what the work threw, or why its transaction did not commit; the message is then to be redelivered
     */
    public boolean once(String handler, Object message, Callable<?> work) throws Exception {
        if (handler.isBlank() || handler.length() > ColumnWidths.QUEUE) {
            throw StandaloneErrors.illegalHandlerName(handler, ColumnWidths.QUEUE);
        }
        Object[] parameters = {message};
        String identity = message instanceof String text ? text : identities.of(handler, "once", parameters);
        if (identity.isBlank()) {
            throw IdempotentErrors.noKey(handler);
        }
        return claimAndRun(handler, identity, id -> identities.received(handler, id, parameters), work);
    }

    /** {@link #once(String, Object, Callable)} for a message out of the stored inbox. */
    boolean once(MessageContext message, Callable<?> work) throws Exception {
        return claimAndRun(message.handler(), message.id(), id -> message, work);
    }

    private boolean claimAndRun(
            String handler, String identity, Function<String, MessageContext> message, Callable<?> work)
            throws Exception {
        own.add(handler);
        String id = MessageIdentities.stored(identity);
        return claims.inNew(handler, id, () -> store.claim(handler, id), first -> {
            if (first) {
                propagation.handle(message.apply(id), work);
            }
            return first;
        });
    }
}
