// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import io.onceward.api.LogContext;
import io.onceward.api.OutboxMetadata;
import io.onceward.spi.OutboxEvent;
import io.onceward.spi.Tracing;
import io.onceward.spi.Tracing.Operation;
import io.onceward.spi.Tracing.Step;
import io.onceward.spi.Tracing.TracedMessage;
import io.onceward.text.Unicode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Hands correlation id and trace on from a handled message to the events that its handler records, and reports both to the
 * tracing system and to log contexts. A tracing system or log context that throws is logged once and removed; the message
 * goes on. Thread-safe.
 */
public final class ContextPropagation {

    /** Longest correlation id that events inherit: other systems may send longer ones. */
    private static final int MAX_CORRELATION = 255;

    /** The message that the thread handles. Static, because a handler of one engine may record in another. */
    private static final ThreadLocal<MessageContext> HANDLED = new ThreadLocal<>();

    private static final Tracing.Span NO_SPAN = new Tracing.Span() {
        @Override
        public Map<String, String> context() {
            return Map.of();
        }

        @Override
        public void end(Throwable failure) {
            // there is no tracing system
        }
    };

    private static final Tracing NO_TRACING = step -> NO_SPAN;

    private final List<LogContext> logContexts;
    private final Propagators propagators;
    private volatile Tracing tracing = NO_TRACING;

    /** Creates the propagation for an application without contexts. */
    public ContextPropagation(List<LogContext> logContexts) {
        this(logContexts, new Propagators(List.of()));
    }

    public ContextPropagation(List<LogContext> logContexts, Propagators propagators) {
        this.logContexts = new CopyOnWriteArrayList<>(logContexts);
        this.propagators = propagators;
    }

    /** Returns the contexts of the application. */
    public Propagators propagators() {
        return propagators;
    }

    /** Reports to this tracing system from now on. */
    public void traceWith(Tracing newTracing) {
        tracing = newTracing;
    }

    /** Returns how many local events have led to the message that the thread handles; 0 if it came from a broker, or there is none. */
    public int localDepth() {
        MessageContext handled = HANDLED.get();
        return handled == null ? 0 : handled.localDepth();
    }

    /** Returns the headers of an event, with correlation id and trace added. Headers that the application has set stay. */
    public Map<String, String> headers(OutboxEvent event) {
        MessageContext handled = HANDLED.get();
        if (handled == null && tracing == NO_TRACING) {
            return event.headers();
        }
        Map<String, String> headers = new LinkedHashMap<>(event.headers());
        if (handled != null && isInheritable(handled.correlationId())) {
            headers.putIfAbsent(OutboxMetadata.CORRELATION_ID, handled.correlationId());
        }
        if (!headers.containsKey(TraceContext.PARENT)) {
            Map<String, String> created = created(event, headers);
            headers.putAll(created.isEmpty() && handled != null ? handled.context() : created);
        }
        return headers;
    }

    private static boolean isInheritable(String correlationId) {
        return !correlationId.isBlank()
                && correlationId.length() <= MAX_CORRELATION
                && Unicode.isStorable(correlationId);
    }

    private Map<String, String> created(OutboxEvent event, Map<String, String> headers) {
        Tracing current = tracing;
        List<TracedMessage> messages = List.of(TracedEvent.of(event, headers));
        try {
            Tracing.Span span = current.begin(
                    new TracedStep(Operation.CREATE, event.system(), event.channel(), null, messages, false));
            Map<String, String> context = TraceContext.of(span.context());
            span.end(null);
            return context;
        } catch (RuntimeException | LinkageError e) {
            drop(current, e);
            return Map.of();
        }
    }

    /**
     * Publishes events, as one step of their traces.
     *
     * @param work returns the failure that was reported of the events; {@code null}: none
     */
    void publish(List<OutboxEvent> events, Callable<Exception> work) throws Exception {
        within(() -> sending(events), work, failure -> failure);
    }

    private static Step sending(List<OutboxEvent> events) {
        OutboxEvent first = events.get(0);
        boolean sameChannel = events.stream().allMatch(event -> event.channel().equals(first.channel()));
        return new TracedStep(
                Operation.SEND,
                first.system(),
                sameChannel ? first.channel() : null,
                null,
                events.stream().<TracedMessage>map(TracedEvent::of).toList(),
                true);
    }

    /** Runs the handler of a message, as one step of its trace. */
    public <T> T handle(MessageContext message, Callable<T> handler) throws Exception {
        MessageContext outer = HANDLED.get();
        Deque<Runnable> removals = new ArrayDeque<>();
        HANDLED.set(message);
        try {
            logContexts.forEach(context -> dropOnFailure(context, () -> {
                Runnable removal = context.put(message.logEntries());
                removals.push(() -> dropOnFailure(context, removal));
            }));
            return within(message::step, handler, result -> null);
        } finally {
            if (outer == null) {
                HANDLED.remove();
            } else {
                HANDLED.set(outer);
            }
            removals.forEach(Runnable::run);
        }
    }

    private void dropOnFailure(LogContext context, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError e) {
            if (logContexts.remove(context)) {
                TracingLog.logContextDropped(context.getClass().getName(), e);
            }
        }
    }

    /** @param reported the failure that the work reports by its result, or {@code null} */
    private <T> T within(Supplier<Step> step, Callable<T> work, Function<T, Exception> reported) throws Exception {
        Tracing current = tracing;
        Tracing.Span span = begin(current, step);
        Throwable failure = null;
        try {
            T result = work.call();
            failure = reported.apply(result);
            return result;
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            end(current, span, failure);
        }
    }

    private Tracing.Span begin(Tracing current, Supplier<Step> step) {
        if (current == NO_TRACING) {
            return NO_SPAN;
        }
        try {
            return current.begin(step.get());
        } catch (RuntimeException | LinkageError e) {
            drop(current, e);
            return NO_SPAN;
        }
    }

    private void end(Tracing current, Tracing.Span span, Throwable failure) {
        try {
            span.end(failure);
        } catch (RuntimeException | LinkageError e) {
            drop(current, e);
        }
    }

    private synchronized void drop(Tracing failing, Throwable reason) {
        if (tracing == failing) {
            tracing = NO_TRACING;
            TracingLog.tracingDropped(reason);
        }
    }
}
