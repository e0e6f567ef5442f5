// SPDX-License-Identifier: Apache-2.0
package io.oncebox.tracing;

import io.oncebox.api.OutboxMetadata;
import io.oncebox.log.Log;
import io.oncebox.spi.LogContext;
import io.oncebox.spi.OutboxEvent;
import io.oncebox.spi.Tracing;
import io.oncebox.spi.Tracing.Operation;
import io.oncebox.spi.Tracing.Step;
import io.oncebox.spi.Tracing.TracedMessage;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Has events inherit from the message that is being handled, and tells tracing and log contexts about both. Whoever fails of
 * them is told nothing more: no message fails because of it. Thread-safe.
 */
public final class ContextPropagation {

    /** Longer ones are not inherited: somebody else chose them. */
    private static final int MAX_CORRELATION = 255;

    /** Of whichever engine: a handler of one may record in another. */
    private static final ThreadLocal<MessageContext> HANDLED = new ThreadLocal<>();

    private static final Tracing.Span UNTRACED = new Tracing.Span() {
        @Override
        public Map<String, String> context() {
            return Map.of();
        }

        @Override
        public void end(Throwable failure) {
            // nobody is told
        }
    };

    private static final Tracing NOBODY = step -> UNTRACED;

    private final List<LogContext> logContexts;
    private volatile Tracing tracing = NOBODY;

    public ContextPropagation(List<LogContext> logContexts) {
        this.logContexts = new CopyOnWriteArrayList<>(logContexts);
    }

    /** Tells this one from now on. */
    public void tell(Tracing newTracing) {
        tracing = newTracing;
    }

    /** The event with what it is to carry. What the application has set itself stays as it is. */
    public OutboxEvent recorded(OutboxEvent event) {
        MessageContext handled = HANDLED.get();
        if (handled == null && tracing == NOBODY) {
            return event;
        }
        Map<String, String> headers = new LinkedHashMap<>(event.headers());
        if (handled != null && isInheritable(handled.correlationId())) {
            headers.putIfAbsent(OutboxMetadata.CORRELATION_ID, handled.correlationId());
        }
        if (!headers.containsKey(TraceContext.PARENT)) {
            Map<String, String> created = created(event.withHeaders(headers));
            headers.putAll(created.isEmpty() && handled != null ? handled.context() : created);
        }
        return event.withHeaders(headers);
    }

    private static boolean isInheritable(String correlationId) {
        return !correlationId.isBlank()
                && correlationId.length() <= MAX_CORRELATION
                && OutboxEvent.storable(correlationId);
    }

    private Map<String, String> created(OutboxEvent event) {
        Tracing told = tracing;
        try {
            Tracing.Span span = told.begin(
                    new Step(Operation.CREATE, event.system(), event.channel(), null, List.of(traced(event)), false));
            Map<String, String> context = TraceContext.of(span.context());
            span.end(null);
            return context;
        } catch (RuntimeException | LinkageError e) {
            drop(told, e);
            return Map.of();
        }
    }

    /** Runs the publishing of these events. */
    public void publish(List<OutboxEvent> events, Callable<?> work) throws Exception {
        within(() -> sending(events), work);
    }

    private static Step sending(List<OutboxEvent> events) {
        OutboxEvent first = events.get(0);
        boolean sameChannel = events.stream().allMatch(event -> event.channel().equals(first.channel()));
        return new Step(
                Operation.SEND,
                first.system(),
                sameChannel ? first.channel() : null,
                null,
                events.stream().map(ContextPropagation::traced).toList(),
                true);
    }

    private static TracedMessage traced(OutboxEvent event) {
        return new TracedMessage(event.id(), event.correlationId(), TraceContext.of(event.headers()));
    }

    /** Runs the handler of this message. */
    public <T> T handle(MessageContext message, Callable<T> handler) throws Exception {
        MessageContext outer = HANDLED.get();
        Deque<Runnable> removals = new ArrayDeque<>();
        HANDLED.set(message);
        try {
            logContexts.forEach(context -> guarded(context, () -> {
                Runnable removal = context.put(message.logEntries());
                removals.push(() -> guarded(context, removal));
            }));
            return within(message::step, handler);
        } finally {
            if (outer == null) {
                HANDLED.remove();
            } else {
                HANDLED.set(outer);
            }
            removals.forEach(Runnable::run);
        }
    }

    private void guarded(LogContext context, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException | LinkageError e) {
            if (logContexts.remove(context)) {
                Log.logContextDropped(context.getClass().getName(), e);
            }
        }
    }

    private <T> T within(Supplier<Step> step, Callable<T> work) throws Exception {
        Tracing told = tracing;
        Tracing.Span span = begin(told, step);
        Throwable failure = null;
        try {
            return work.call();
        } catch (Throwable e) {
            failure = e;
            throw e;
        } finally {
            end(told, span, failure);
        }
    }

    private Tracing.Span begin(Tracing told, Supplier<Step> step) {
        if (told == NOBODY) {
            return UNTRACED;
        }
        try {
            return told.begin(step.get());
        } catch (RuntimeException | LinkageError e) {
            drop(told, e);
            return UNTRACED;
        }
    }

    private void end(Tracing told, Tracing.Span span, Throwable failure) {
        try {
            span.end(failure);
        } catch (RuntimeException | LinkageError e) {
            drop(told, e);
        }
    }

    private synchronized void drop(Tracing failing, Throwable reason) {
        if (tracing == failing) {
            tracing = NOBODY;
            Log.tracingDropped(reason);
        }
    }
}
