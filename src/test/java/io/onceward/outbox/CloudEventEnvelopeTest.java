// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import io.onceward.codec.BuiltInCodecs;
import io.onceward.queue.RecordedEvent;
import io.onceward.spi.Tracing;
import io.onceward.tracing.ContextPropagation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CloudEventEnvelopeTest {

    private static final CloudEventEnvelope BINARY = new CloudEventEnvelope("/shop", null);
    private static final CloudEventEnvelope STRUCTURED = new CloudEventEnvelope("/shop", new JsonFormat());

    private final ContextPropagation propagation = new ContextPropagation(List.of());
    private final EventFactory factory =
            new EventFactory(BuiltInCodecs.builtIn(), new EventLimits(1000, 1000), propagation);

    private static final OutboxMetadata METADATA = OutboxMetadata.none()
            .withId("id-1")
            .withKey("k")
            .withType("shop.Placed")
            .withHeader("tenant", "acme")
            .withHeader("subject", "order 7")
            .withHeader("empty", "")
            .withHeader("correlationId", "c")
            .withHeader("source", "not the event's");

    @Test
    void attributesOfTheBinaryModeAreHeadersBesideTheOthers() {
        RecordedEvent event = create(BINARY, "hello", METADATA);
        assertThat(event.payload()).isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
        assertThat(event.contentType()).isEqualTo("text/plain");
        assertThat(event.headers())
                .containsAllEntriesOf(METADATA.headers())
                .containsEntry("cloudEvents_specversion", "1.0")
                .containsEntry("cloudEvents_id", "id-1")
                .containsEntry("cloudEvents_source", "/shop")
                .containsEntry("cloudEvents_type", "shop.Placed")
                .containsEntry("cloudEvents_datacontenttype", "text/plain")
                .containsEntry("cloudEvents_partitionkey", "k")
                .containsEntry("cloudEvents_tenant", "acme")
                .containsEntry("cloudEvents_subject", "order 7")
                .doesNotContainKeys("cloudEvents_empty", "cloudEvents_correlationId");
        assertThat(Instant.parse(event.headers().get("cloudEvents_time")))
                .isBetween(Instant.now().minus(Duration.ofMinutes(1)), Instant.now());
    }

    @Test
    void structuredModeIsThePayload() {
        RecordedEvent event = create(STRUCTURED, "hello", METADATA);
        assertThat(event.headers()).isEqualTo(METADATA.headers());
        assertThat(event.contentType()).isEqualTo("application/cloudevents+json; charset=UTF-8");
        CloudEvent read = new JsonFormat().read(event.payload());
        assertThat(read.data()).isEqualTo("hello".getBytes(StandardCharsets.UTF_8));
        assertThat(read.attributes())
                .containsAllEntriesOf(Map.of(
                        "specversion", "1.0",
                        "id", "id-1",
                        "source", "/shop",
                        "type", "shop.Placed",
                        "datacontenttype", "text/plain",
                        "partitionkey", "k",
                        "tenant", "acme",
                        "subject", "order 7"))
                .containsOnlyKeys(
                        "specversion",
                        "id",
                        "source",
                        "type",
                        "time",
                        "datacontenttype",
                        "partitionkey",
                        "tenant",
                        "subject");
    }

    @Test
    void withoutAKeyThereIsNoPartition() {
        assertThat(create(BINARY, "hello", OutboxMetadata.none()).headers())
                .doesNotContainKey("cloudEvents_partitionkey");
    }

    @Test
    void limitsHoldForWhatIsStored() {
        assertThatThrownBy(() -> create(STRUCTURED, "x".repeat(990), METADATA)).hasMessageStartingWith("OWD-0043");
        assertThat(create(BINARY, "x".repeat(990), METADATA)).isNotNull();
        OutboxMetadata large = METADATA.withHeader("large", "x".repeat(700));
        assertThatThrownBy(() -> create(BINARY, "hello", large)).hasMessageStartingWith("OWD-0046");
        assertThat(create(CHANGE_NOTHING, "hello", large)).isNotNull();
    }

    private static final UnaryOperator<RecordedEvent> CHANGE_NOTHING = UnaryOperator.identity();

    @ParameterizedTest
    @ValueSource(strings = {"a\nb", "a\u0085b", "a\uFFFEb", "a\uFDD0b", "a\uD83F\uDFFFb"})
    void attributesThatCloudEventsForbidAreRefused(String text) {
        for (OutboxMetadata metadata : List.of(
                METADATA.withId(text),
                METADATA.withKey(text),
                METADATA.withType(text),
                METADATA.withHeader("a", text))) {
            assertThatThrownBy(() -> create(BINARY, "hello", metadata)).hasMessageStartingWith("OWD-0053");
        }
    }

    @Test
    void headersWithNamesOfTheEnvelopeAreRefused() {
        assertThatThrownBy(() -> create(STRUCTURED, "hello", METADATA.withHeader("cloudEvents_subject", "s")))
                .hasMessageStartingWith("OWD-0045")
                .hasMessageContaining("'subject'");
    }

    @Test
    void traceContextOfTheRecordingIsAnAttribute() {
        String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        propagation.traceWith(step -> new Tracing.Span() {
            @Override
            public Map<String, String> context() {
                return Map.of("traceparent", parent);
            }

            @Override
            public void end(Throwable failure) {
                assertThat(failure).isNull();
            }
        });
        assertThat(create(BINARY, "hello", METADATA).headers())
                .containsEntry("traceparent", parent)
                .containsEntry("cloudEvents_traceparent", parent);
        byte[] structured = create(STRUCTURED, "hello", METADATA).payload();
        assertThat(new JsonFormat().read(structured).attributes()).containsEntry("traceparent", parent);
    }

    private RecordedEvent create(UnaryOperator<RecordedEvent> envelope, Object payload, OutboxMetadata metadata) {
        return factory.create(
                        new Channel(
                                "orders",
                                null,
                                null,
                                List.of(new Destination("orders", new HyphenlessPublisher(), "test:orders")),
                                false,
                                envelope,
                                (to, rows) -> {}),
                        payload,
                        metadata)
                .outbox()
                .get(0);
    }
}
