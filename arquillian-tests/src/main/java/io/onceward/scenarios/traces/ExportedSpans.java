// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.traces;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.onceward.scenarios.fixture.OtlpCollector;
import io.onceward.scenarios.support.Await;
import io.opentelemetry.proto.trace.v1.Span;
import java.util.List;
import java.util.stream.Stream;

/** The spans that the server has exported. Usable only outside of the server, which does not have the classes. */
final class ExportedSpans {

    private static final List<String> NAMES = List.of(
            "create traces",
            "send traces",
            "process traces",
            "create traces_bills",
            "send traces_bills",
            "process traces_bills");

    private ExportedSpans() {}

    /** Of the one order and its bill. */
    static void verifyThatRecordingPublishingAndProcessingAreLinked() {
        // They are exported when they end, each in its own time.
        Await.until("all spans", () -> NAMES.stream()
                .allMatch(name -> named(name).findAny().isPresent()));

        Span create = span("create traces");
        assertThat(create.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_PRODUCER);
        Span send = span("send traces");
        assertThat(send.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(linked(send)).containsExactly(create.getSpanId());
        Span process = span("process traces");
        assertThat(process.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_CONSUMER);
        assertThat(linked(process)).containsExactly(create.getSpanId());

        Span bill = span("create traces_bills");
        assertThat(bill.getParentSpanId()).isEqualTo(process.getSpanId());
        assertThat(linked(span("send traces_bills"))).containsExactly(bill.getSpanId());
        Span archived = span("process traces_bills");
        assertThat(archived.getParentSpanId()).isEqualTo(bill.getSpanId());
        assertThat(attribute(archived, "messaging.message.conversation_id"))
                .isEqualTo(attribute(create, "messaging.message.id"));
    }

    private static Stream<Span> named(String name) {
        return OtlpCollector.spans().stream().filter(span -> span.getName().equals(name));
    }

    private static Span span(String name) {
        List<Span> spans = named(name).toList();
        assertThat(spans).as(name).hasSize(1);
        return spans.get(0);
    }

    private static List<ByteString> linked(Span span) {
        return span.getLinksList().stream().map(Span.Link::getSpanId).toList();
    }

    private static String attribute(Span span, String key) {
        return span.getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals(key))
                .map(attribute -> attribute.getValue().getStringValue())
                .findFirst()
                .orElse(null);
    }
}
