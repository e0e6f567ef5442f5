// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.api.ContextPropagator;
import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;

/** The context propagators of the application. Thread-safe. */
public final class Propagators {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,49}");

    private static final int MAX_VALUE = 1024;

    /** By the names of their headers. */
    private final Map<String, ContextPropagator> byHeader = new TreeMap<>();

    /** @throws OncewardException if a name is illegal, or two propagators have the same one */
    public Propagators(Collection<? extends ContextPropagator> propagators) {
        for (ContextPropagator propagator : propagators) {
            String name = nameOf(propagator);
            ContextPropagator other = byHeader.putIfAbsent(ContextPropagator.HEADER + name, propagator);
            if (other != null) {
                throw ContextErrors.sharedName(name, other.getClass(), propagator.getClass());
            }
        }
    }

    private static String nameOf(ContextPropagator propagator) {
        String name;
        try {
            name = propagator.name();
        } catch (RuntimeException | LinkageError e) {
            throw ContextErrors.illegalName(propagator.getClass(), "name() throws " + e, e);
        }
        if (name == null || !NAME.matcher(name).matches()) {
            throw ContextErrors.illegalName(propagator.getClass(), "name() returns '" + name + "'", null);
        }
        return name;
    }

    /**
     * Returns the metadata of an event with the contexts of the thread as headers. Headers that the application has set stay.
     *
     * @throws OncewardException if a propagator throws, or returns an illegal value
     */
    public OutboxMetadata captured(String channel, OutboxMetadata metadata) {
        OutboxMetadata complete = metadata;
        for (Map.Entry<String, ContextPropagator> each : byHeader.entrySet()) {
            String header = each.getKey();
            if (!metadata.headers().containsKey(header)) {
                Optional<String> value = captured(channel, header, each.getValue());
                complete = value.isEmpty() ? complete : complete.withHeader(header, value.get());
            }
        }
        return complete;
    }

    private static Optional<String> captured(String channel, String header, ContextPropagator propagator) {
        Optional<String> value;
        try {
            value = propagator.capture();
        } catch (RuntimeException | LinkageError e) {
            throw ContextErrors.notCaptured(header, channel, e);
        }
        if (value == null) {
            throw ContextErrors.illegalValue(header, "it is null; return Optional.empty() for none");
        }
        value.ifPresent(text -> verify(header, text));
        return value;
    }

    /** @throws OncewardException if a broker could refuse or change the value */
    private static void verify(String header, String value) {
        if (value.isBlank() || value.length() > MAX_VALUE) {
            throw ContextErrors.illegalValue(
                    header, value.isBlank() ? "it is blank" : "it has " + value.length() + " characters");
        }
        if (!value.equals(value.strip()) || !value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw ContextErrors.illegalValue(
                    header, "it begins or ends with a space, or has a character that is not printable ASCII");
        }
    }

    /** Returns the contexts of a message. Messages with equal ones can be handled together. */
    public List<Optional<String>> of(Map<String, String> headers) {
        return byHeader.keySet().stream()
                .map(header -> Optional.ofNullable(headers.get(header)))
                .toList();
    }

    /** The headers of a message. */
    @FunctionalInterface
    public interface Headers {
        /** Returns a header; {@code null} if the message does not have it. */
        String get(String name) throws Exception;
    }

    /**
     * Runs work with the contexts of a message, and removes them afterwards.
     *
     * @throws OncewardException if a context can't be restored; the work does not run
     * @throws Exception what the work threw
     */
    public <T> T restored(Headers headers, Callable<T> work) throws Exception {
        if (byHeader.isEmpty()) {
            return work.call();
        }
        Deque<Removal> removals = new ArrayDeque<>();
        try {
            for (Map.Entry<String, ContextPropagator> each : byHeader.entrySet()) {
                String value = headers.get(each.getKey());
                if (value != null) {
                    verify(each.getKey(), value);
                    removals.push(restored(each.getKey(), each.getValue(), value));
                }
            }
            return work.call();
        } finally {
            removals.forEach(Removal::run);
        }
    }

    private static Removal restored(String header, ContextPropagator propagator, String value) {
        try {
            return new Removal(header, Objects.requireNonNull(propagator.restore(value), "restore returned null"));
        } catch (RuntimeException | LinkageError e) {
            throw ContextErrors.notRestored(header, e);
        }
    }

    /** Removes a context. One that fails keeps no other on the thread; the transaction has ended, so nothing can be undone. */
    private record Removal(String header, Runnable remove) {
        void run() {
            try {
                remove.run();
            } catch (RuntimeException | LinkageError e) {
                TracingLog.contextNotRemoved(header, e);
            }
        }
    }
}
