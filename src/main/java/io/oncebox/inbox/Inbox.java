// SPDX-License-Identifier: Apache-2.0
package io.oncebox.inbox;

import io.oncebox.api.OnceboxException;
import io.oncebox.log.Errors;
import io.oncebox.log.Log;
import io.oncebox.spi.InboxStore;
import io.oncebox.spi.MessageIdentity;
import io.oncebox.spi.MessageIdentity.Identity;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Claims messages for handlers in the transaction of the calling thread. Thread-safe. */
public final class Inbox {

    /** The width of the column; a longer identity is stored as its hash. */
    static final int MAX_ID = 255;

    private final TransactionSynchronizationRegistry registry;
    private final InboxStore store;
    private final List<MessageIdentity> identities;
    private final Set<String> warned = ConcurrentHashMap.newKeySet();

    public Inbox(TransactionSynchronizationRegistry registry, InboxStore store, List<MessageIdentity> identities) {
        this.registry = registry;
        this.store = store;
        this.identities = List.copyOf(identities);
    }

    /**
     * Claims the message among these parameters.
     *
     * @param handler the handler's name
     * @param member the called method, for messages
     * @param parameters its parameters
     * @return {@code false} if its effects were committed before and the handler must not run
     * @throws OnceboxException if there is no message, no identity or no active transaction
     */
    public boolean claim(String handler, String member, Object[] parameters) throws Exception {
        int status = registry.getTransactionStatus();
        if (status != Status.STATUS_ACTIVE) {
            throw Errors.claimWithoutTransaction(handler, status);
        }
        String id = key(identity(handler, member, parameters));
        boolean first = store.claim(handler, id);
        if (!first) {
            Log.duplicateDropped(handler, id);
        }
        return first;
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

    private static String key(String identity) {
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
