// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The errors that a server reports without naming the message: they end the waiting for the acknowledgements that will never
 * come. Thread-safe.
 */
final class ServerErrors implements ErrorListener {

    private static final String VIOLATION = "permissions violation";

    private static final Pattern INTERFACE = Pattern.compile("\"(\\$JS\\.API\\.[^\"]+)\"");

    private final Map<CompletableFuture<?>, String> pending = new ConcurrentHashMap<>();

    /** The subjects of JetStream's interface that the user may not publish to. */
    private final Set<String> forbidden = ConcurrentHashMap.newKeySet();

    private volatile boolean mayNotSubscribe;
    private volatile Exception last;

    /** Has an acknowledgement fail if the server does not permit publishing to the subject. */
    void expect(CompletableFuture<?> acknowledgement, String subject) {
        pending.put(acknowledgement, subject);
    }

    /** Forgets an acknowledgement that is no longer awaited. */
    void forget(CompletableFuture<?> acknowledgement) {
        pending.remove(acknowledgement);
    }

    /** Returns whether the user gets no answer from a subject of JetStream's interface, which the server has reported. */
    boolean isForbidden(String subject) {
        return mayNotSubscribe || forbidden.contains(subject);
    }

    /** A server that does not permit to subscribe to the inbox sends no acknowledgement of any subject. */
    @Override
    public void errorOccurred(Connection connection, String error) {
        String lower = error.toLowerCase(Locale.ROOT);
        if (!lower.contains(VIOLATION)) {
            return;
        }
        if (lower.contains("for subscription")) {
            mayNotSubscribe = true;
        }
        Matcher subjects = INTERFACE.matcher(error);
        if (subjects.find()) {
            forbidden.add(subjects.group(1));
        }
        pending.forEach((acknowledgement, subject) -> {
            if (error.contains('"' + subject + '"') || mayNotSubscribe) {
                acknowledgement.completeExceptionally(NatsErrors.notPermitted(subject, error));
            }
        });
    }

    /** The call that the exception ends reports the exception, except for the attempt to connect. */
    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
        last = exception;
    }

    /** Returns the last exception of the connection; {@code null} if there was none. */
    Exception lastException() {
        return last;
    }
}
