// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Errors;
import io.oncebox.log.Log;
import io.oncebox.spi.InboxStore;
import io.oncebox.spi.MessageIdentity;
import io.oncebox.spi.MessageIdentity.Identity;
import io.oncebox.spi.Transactions;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Runs the handlers of messages, once for each message. Thread-safe. */
public final class Inbox {

    /** The width of the column with the handler's name. */
    public static final int MAX_HANDLER = 255;

    /** The width of the column; a longer identity is stored as its hash. */
    static final int MAX_ID = 255;

    /** How often a claim is tried that meets others of the same message. */
    private static final int CLAIM_ATTEMPTS = 5;

    private final TransactionSynchronizationRegistry registry;
    private final Transactions transactions;
    private final InboxStore store;
    private final List<MessageIdentity> identities;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    public Inbox(
            TransactionSynchronizationRegistry registry,
            Transactions transactions,
            InboxStore store,
            List<MessageIdentity> identities) {
        this.registry = registry;
        this.transactions = transactions;
        this.store = store;
        this.identities = List.copyOf(identities);
    }

    /**
     * Runs the handler unless the effects of the message have committed before. Claim and handler are one transaction,
     * of their own: the transaction of the delivery has nothing but the broker in it and ends after the effects have
     * committed. If it then fails, or the process dies in between, the broker redelivers and the claim is found.
     *
     * @param handler the handler's name
     * @param member the called method, for messages
     * @param parameters its parameters, the message among them
     * @param work calls it
     * @return what the handler returned; {@code null} if it did not run
     * @throws OnceboxException if there is no message, no identity or no active transaction
     * @throws Exception what the handler threw, or why its transaction did not commit; the delivery must fail with it
     */
    public Object once(String handler, String member, Object[] parameters, Callable<Object> work) throws Exception {
        int status = registry.getTransactionStatus();
        if (status != Status.STATUS_ACTIVE) {
            throw Errors.claimWithoutTransaction(handler, status);
        }
        String id = key(identity(handler, member, parameters));
        AtomicBoolean marked = new AtomicBoolean();
        AtomicReference<Object> returned = new AtomicReference<>();
        try {
            claimAndRun(handler, id, () -> {
                returned.set(work.call());
                marked.set(registry.getRollbackOnly());
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
        if (handler.isBlank() || handler.length() > MAX_HANDLER) {
            throw Errors.illegalHandlerName(handler, MAX_HANDLER);
        }
        String id = key(message instanceof String text ? text : identity(handler, "once", new Object[] {message}));
        return claimAndRun(handler, id, work::call);
    }

    /** What runs behind a claim. */
    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    /** In one transaction, returns whether the work ran; tries again if others claimed the same message meanwhile. */
    private boolean claimAndRun(String handler, String id, Work work) throws Exception {
        AtomicBoolean conflict = new AtomicBoolean();
        for (int attempt = 1; ; attempt++) {
            try {
                return transactions.inNew(() -> {
                    boolean claimed = claim(handler, id, conflict);
                    if (claimed) {
                        work.run();
                    } else {
                        Log.duplicateDropped(handler, id);
                    }
                    return claimed;
                });
            } catch (Exception e) {
                if (!conflict.getAndSet(false) || attempt == CLAIM_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** The claim is the first statement of its transaction: nothing is lost if a conflict ends it, and another is tried. */
    private boolean claim(String handler, String id, AtomicBoolean conflict) {
        try {
            return store.claim(handler, id);
        } catch (OnceboxException e) {
            conflict.set(Errors.isConflict(e));
            throw e;
        }
    }

    private String identity(String handler, String member, Object[] parameters) throws Exception {
        for (Object parameter : parameters) {
            for (MessageIdentity adapter : identities) {
                if (parameter != null && adapter.isMessage(parameter)) {
                    Identity identity = adapter.of(parameter).orElseThrow(() -> Errors.noIdentity(handler));
                    if (identity.ofTransport() && warned.add(handler)) {
                        Log.transportIdentity(handler);
                    }
                    return Objects.requireNonNull(identity.value());
                }
            }
        }
        throw Errors.noMessage(handler, member);
    }

    /** What fits the column: the identity, or the hash of a long one. */
    static String key(String identity) {
        return identity.length() <= MAX_ID ? identity : "sha256:" + sha256(identity);
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
