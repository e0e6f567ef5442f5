// SPDX-License-Identifier: Apache-2.0
package io.oncebox.nats;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The errors that a server reports without naming the message: they end the waiting for the acknowledgements that will never
 * come. Thread-safe.
 */
final class ServerErrors implements ErrorListener {

    private static final String VIOLATION = "permissions violation";

    private final Map<CompletableFuture<?>, String> pending = new ConcurrentHashMap<>();

    private volatile boolean hasViolation;

    /** Has an acknowledgement fail if the server does not permit publishing to the subject. */
    void expect(CompletableFuture<?> acknowledgement, String subject) {
        pending.put(acknowledgement, subject);
    }

    /** Forgets an acknowledgement that is no longer awaited. */
    void forget(CompletableFuture<?> acknowledgement) {
        pending.remove(acknowledgement);
    }

    /** Returns whether the server has reported that it does not permit something. */
    boolean hasViolation() {
        return hasViolation;
    }

    /** A server that does not permit to subscribe to the inbox sends no acknowledgement of any subject. */
    @Override
    public void errorOccurred(Connection connection, String error) {
        String lower = error.toLowerCase(Locale.ROOT);
        if (lower.contains(VIOLATION)) {
            hasViolation = true;
            pending.forEach((acknowledgement, subject) -> {
                if (error.contains('"' + subject + '"') || lower.contains("for subscription")) {
                    acknowledgement.completeExceptionally(NatsErrors.notPermitted(subject, error));
                }
            });
        }
    }

    /** The call that the exception ends reports the exception. */
    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {}
}
