// SPDX-License-Identifier: Apache-2.0
package io.onceward.tracing;

import static io.onceward.spi.Tracing.Operation.CREATE;
import static io.onceward.spi.Tracing.Operation.PROCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.LogContext;
import io.onceward.fixture.LogLines;
import io.onceward.queue.RecordedEvent;
import io.onceward.spi.Tracing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContextPropagationTest {

    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    private final Map<String, String> entries = new HashMap<>();
    private final LogContext map = put -> {
        entries.putAll(put);
        return () -> entries.keySet().removeAll(put.keySet());
    };

    private static RecordedEvent event(String id, Map<String, String> headers) {
        return new RecordedEvent(id, "orders", null, "Order", new byte[0], "text/plain", headers, "jms:x", 0, null);
    }

    private static MessageContext received(String id, String key, Map<String, String> headers) {
        return MessageContext.stored(
                "billing",
                id,
                new RecordedEvent(id, "orders", key, "Order", new byte[0], "text/plain", headers, "jms:x", 0, null),
                0);
    }

    private static RecordedEvent recorded(ContextPropagation propagation, RecordedEvent event) {
        return event.withHeaders(propagation.headers(event));
    }

    @Test
    void eventRecordedOutsideAHandlerIsNotChanged() {
        RecordedEvent event = event("e1", Map.of("tenant", "acme"));
        assertThat(new ContextPropagation(List.of()).headers(event)).isSameAs(event.headers());
    }

    @Test
    void eventOfAHandlerInheritsFromItsMessage() throws Exception {
        ContextPropagation propagation = new ContextPropagation(List.of());
        Map<String, String> incoming = Map.of("traceparent", PARENT, "tracestate", "a=1", "tenant", "acme");
        RecordedEvent recorded = propagation.handle(
                received("m1", null, incoming), () -> recorded(propagation, event("e1", Map.of("own", "1"))));
        assertThat(recorded.headers())
                .isEqualTo(Map.of("own", "1", "correlationId", "m1", "traceparent", PARENT, "tracestate", "a=1"));
        assertThat(recorded(propagation, event("e2", Map.of())).headers()).isEmpty();
    }

    @Test
    void correlationIdOfTheFirstMessageGoesOn() throws Exception {
        ContextPropagation propagation = new ContextPropagation(List.of());
        RecordedEvent second =
                propagation.handle(received("m1", null, Map.of()), () -> recorded(propagation, event("e2", Map.of())));
        RecordedEvent third = propagation.handle(
                received(second.id(), null, second.headers()), () -> recorded(propagation, event("e3", Map.of())));
        assertThat(third.correlationId()).isEqualTo("m1");
    }

    @Test
    void headersSetByTheApplicationStay() throws Exception {
        ContextPropagation propagation = new ContextPropagation(List.of());
        String other = PARENT.replace("b7", "c7");
        Map<String, String> own = Map.of("correlationId", "mine", "traceparent", other);
        Map<String, String> incoming = Map.of("traceparent", PARENT, "tracestate", "a=1", "correlationId", "theirs");
        RecordedEvent recorded =
                propagation.handle(received("m1", null, incoming), () -> recorded(propagation, event("e1", own)));
        assertThat(recorded.headers()).isEqualTo(own);
    }

    @Test
    void unstorableContextIsNotInherited() throws Exception {
        ContextPropagation propagation = new ContextPropagation(List.of());
        for (String correlation : List.of("x".repeat(256), "nul\0", " ", "half \ud800")) {
            Map<String, String> incoming = Map.of("correlationId", correlation, "traceparent", "nonsense");
            RecordedEvent recorded = propagation.handle(
                    received("m1", null, incoming), () -> recorded(propagation, event("e1", Map.of())));
            assertThat(recorded.headers()).isEmpty();
        }
    }

    @Test
    void logContextHasTheMessageWhileItsHandlerRuns() throws Exception {
        ContextPropagation propagation = new ContextPropagation(List.of(map));
        Map<String, String> during =
                propagation.handle(received("m1", "k1", Map.of("correlationId", "c1")), () -> Map.copyOf(entries));
        assertThat(during)
                .isEqualTo(Map.of(
                        "onceward.id", "m1",
                        "onceward.handler", "billing",
                        "onceward.channel", "orders",
                        "onceward.key", "k1",
                        "onceward.correlation", "c1"));
        assertThat(entries).isEmpty();
    }

    @Test
    void logContextIsEmptyAfterAHandlerHasThrown() {
        ContextPropagation propagation = new ContextPropagation(List.of(map));
        assertThatThrownBy(() -> propagation.handle(received("m1", null, Map.of()), () -> {
                    throw new IOException("no: " + entries.get("onceward.id"));
                }))
                .hasMessage("no: m1");
        assertThat(entries).isEmpty();
        assertThat(recorded(propagation, event("e1", Map.of())).headers()).isEmpty();
    }

    @Test
    void logContextThatFailsIsLeftOut() throws Exception {
        ContextPropagation propagation = new ContextPropagation(List.of(
                put -> {
                    throw new IllegalStateException("no context today");
                },
                put -> () -> {
                    throw new IllegalStateException("it stays");
                },
                map));
        try (LogLines log = new LogLines()) {
            for (int i = 0; i < 2; i++) {
                String id = propagation.handle(received("m1", null, Map.of()), () -> entries.get("onceward.id"));
                assertThat(id).isEqualTo("m1");
            }
            assertThat(log.all())
                    .hasSize(2)
                    .allMatch(line -> line.startsWith("OWD-1102"))
                    .anyMatch(line -> line.contains("no context today"))
                    .anyMatch(line -> line.contains("it stays"));
        }
        assertThat(entries).isEmpty();
    }

    @Test
    void tracingThatFailsIsLeftOut() throws Exception {
        try (LogLines log = new LogLines()) {
            for (Tracing failing : List.<Tracing>of(
                    step -> {
                        throw new IllegalStateException("no span");
                    },
                    step -> {
                        throw new NoClassDefFoundError("io/opentelemetry/Gone");
                    },
                    step -> new EndsBadly())) {
                ContextPropagation propagation = new ContextPropagation(List.of());
                propagation.traceWith(failing);
                assertThat(propagation.<String>handle(received("m1", null, Map.of()), () -> "done"))
                        .isEqualTo("done");
                assertThat(recorded(propagation, event("e1", Map.of())).headers())
                        .isEmpty();
                propagation.publish(List.of(event("e1", Map.of())), () -> null);
            }
            assertThat(log.all()).hasSize(3).allMatch(line -> line.startsWith("OWD-1101"));
        }
    }

    @Test
    void tracingReceivesTheInheritedCorrelationIdOfARecordedEvent() throws Exception {
        List<Tracing.Step> steps = new ArrayList<>();
        ContextPropagation propagation = new ContextPropagation(List.of());
        propagation.traceWith(step -> {
            steps.add(step);
            return new EndsBadly();
        });
        propagation.handle(received("m1", null, Map.of()), () -> propagation.headers(event("e1", Map.of())));
        assertThat(steps).extracting(Tracing.Step::operation).containsExactly(PROCESS, CREATE);
        assertThat(steps).extracting(Tracing.Step::isDetached).containsExactly(true, false);
        assertThat(steps.get(1).messages()).singleElement().satisfies(message -> {
            assertThat(message.id()).isEqualTo("e1");
            assertThat(message.correlationId()).isEqualTo("m1");
            assertThat(message.context()).isEmpty();
        });
    }

    private static final class EndsBadly implements Tracing.Span {

        @Override
        public Map<String, String> context() {
            return Map.of();
        }

        @Override
        public void end(Throwable failure) {
            throw new IllegalStateException("it does not end");
        }
    }
}
