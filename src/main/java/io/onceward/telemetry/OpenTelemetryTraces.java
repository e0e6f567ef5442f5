// SPDX-License-Identifier: Apache-2.0
package io.onceward.telemetry;

import io.onceward.spi.Tracing;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * Spans by OpenTelemetry, as its semantic conventions for messaging say, in the version of {@code MessagingConventions}: {@code
 * create} for each event, {@code send} for each publication, {@code process} for each run of a handler. Thread-safe.
 *
 * @since 0.1
 */
public final class OpenTelemetryTraces implements Tracing {

    /** The SDK's default for the number of links. */
    private static final int MAX_LINKS = 128;

    private static final TextMapGetter<Map<String, String>> GETTER = new TextMapGetter<>() {
        @Override
        @SuppressWarnings("deprecation") // by newer versions than those of the servers
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public String get(Map<String, String> headers, String name) {
            return headers.get(name);
        }
    };

    private final Tracer tracer;

    /**
     * Takes the tracer with the name {@code io.onceward}.
     *
     * @param openTelemetry not {@code null}
     * @throws NullPointerException if it is {@code null}
     */
    public OpenTelemetryTraces(OpenTelemetry openTelemetry) {
        tracer = Objects.requireNonNull(openTelemetry, "openTelemetry")
                .tracerBuilder("io.onceward")
                .setSchemaUrl(MessagingConventions.SCHEMA)
                .build();
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // the end of the step closes it
    public Span begin(Step step) {
        Context ambient = step.isDetached() ? Context.root() : Context.current();
        List<TracedMessage> messages = step.messages();
        TracedMessage only = messages.size() == 1 ? messages.get(0) : null;
        boolean inherits = only != null && !spanContext(ambient).isValid();
        Context parent = inherits ? extracted(ambient, only) : ambient;
        String operation = step.operation().name().toLowerCase(Locale.ROOT);
        SpanBuilder builder = tracer.spanBuilder(step.channel() == null ? operation : operation + " " + step.channel())
                .setSpanKind(kind(step.operation()))
                .setParent(parent)
                .setAttribute(MessagingConventions.SYSTEM, step.system())
                .setAttribute(MessagingConventions.OPERATION_NAME, operation)
                .setAttribute(MessagingConventions.OPERATION_TYPE, operation);
        set(builder, MessagingConventions.DESTINATION, step.channel());
        set(builder, MessagingConventions.CONSUMER_GROUP, step.handler());
        if (only == null) {
            builder.setAttribute(MessagingConventions.MESSAGE_COUNT, (long) messages.size());
        } else {
            builder.setAttribute(MessagingConventions.MESSAGE_ID, only.id());
            builder.setAttribute(MessagingConventions.CONVERSATION_ID, only.correlationId());
        }
        link(builder, messages);
        io.opentelemetry.api.trace.Span span = builder.startSpan();
        Context context = parent.with(span);
        return new Begun(span, context, context.makeCurrent());
    }

    private static SpanKind kind(Operation operation) {
        return switch (operation) {
            case CREATE -> SpanKind.PRODUCER;
            case SEND -> SpanKind.CLIENT;
            case PROCESS -> SpanKind.CONSUMER;
        };
    }

    private static void set(SpanBuilder builder, AttributeKey<String> name, String value) {
        if (value != null) {
            builder.setAttribute(name, value);
        }
    }

    private static void link(SpanBuilder builder, List<TracedMessage> messages) {
        messages.stream()
                .filter(message -> !message.context().isEmpty())
                .limit(MAX_LINKS)
                .forEach(message -> builder.addLink(
                        spanContext(extracted(Context.root(), message)),
                        Attributes.of(MessagingConventions.MESSAGE_ID, message.id())));
    }

    private static Context extracted(Context into, TracedMessage message) {
        return W3CTraceContextPropagator.getInstance().extract(into, message.context(), GETTER);
    }

    private static SpanContext spanContext(Context context) {
        return io.opentelemetry.api.trace.Span.fromContext(context).getSpanContext();
    }

    private record Begun(io.opentelemetry.api.trace.Span span, Context within, Scope scope) implements Span {

        @Override
        public Map<String, String> context() {
            Map<String, String> headers = new HashMap<>();
            W3CTraceContextPropagator.getInstance().inject(within, headers, Map::put);
            return headers;
        }

        @Override
        public void end(Throwable failure) {
            scope.close();
            if (failure != null) {
                span.setStatus(StatusCode.ERROR);
                span.setAttribute(
                        MessagingConventions.ERROR_TYPE, failure.getClass().getName());
                span.recordException(failure);
            }
            span.end();
        }
    }
}
