// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.InboxMetadata;
import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.BrokerQueue;
import io.onceward.fixture.MemoryDatabase;
import io.onceward.telemetry.OpenTelemetryTraces;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Trace context and correlation id of a message from its recording through a real broker to its handler and the events
 * that the handler records.
 */
class TracesTest {

    private static final String PARENT = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private final String queue = "q-" + UUID.randomUUID();
    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                    .build())
            .build();
    private final Tracer tracer = telemetry.getTracer("test");
    private final List<InboxMetadata> handled = new CopyOnWriteArrayList<>();
    private final Map<String, String> logContext = new ConcurrentHashMap<>();
    private final List<Map<String, String>> logContexts = new CopyOnWriteArrayList<>();
    private MemoryDatabase database;
    private Onceward onceward;
    private volatile boolean failsOnce;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder).start();
    }

    @AfterAll
    static void stopBroker() throws Exception {
        broker.close();
    }

    @BeforeEach
    void openPool() throws Exception {
        database = new MemoryDatabase();
    }

    @AfterEach
    void close() {
        onceward.close();
        database.close();
        telemetry.getSdkTracerProvider().close();
    }

    /** Returns a builder for two handlers: orders lead to bills, each received by a queue and the stored inbox. */
    private OncewardBuilder builder() {
        Map<String, String> configuration = new HashMap<>(Map.of(
                "onceward.schema", "create",
                "onceward.relay.polling-interval", "PT0.05S",
                "mp.messaging.incoming.orders.retry-delay", "PT0.05S",
                "mp.messaging.outgoing.orders.destination", "queue:orders-" + queue,
                "mp.messaging.incoming.orders.destination", "queue:orders-" + queue,
                "mp.messaging.outgoing.bills.destination", "queue:bills-" + queue,
                "mp.messaging.incoming.bills.destination", "queue:bills-" + queue,
                "mp.messaging.outgoing.letters.destination", "queue:letters-" + queue));
        return Builders.on(database)
                .connectionFactory(broker.connectionFactory())
                .configuration(configuration)
                .handle("orders", "billing", String.class, this::bill)
                .handle("bills", "archive", String.class, (bill, metadata) -> handled.add(metadata));
    }

    private void startTraced() {
        onceward = builder().tracing(new OpenTelemetryTraces(telemetry)).start();
    }

    private void bill(String order, InboxMetadata metadata) {
        handled.add(metadata);
        logContexts.add(Map.copyOf(logContext));
        if (failsOnce) {
            failsOnce = false;
            throw new IllegalStateException("billing does not like it");
        }
        onceward.outbox().record("bills", "bill for " + order);
    }

    private String record(String channel, OutboxMetadata metadata) throws Exception {
        return MemoryDatabase.inTransaction(() -> onceward.outbox().record(channel, "payload", metadata));
    }

    private static <T> T within(Span span, Callable<T> work) throws Exception {
        try (Scope scope = span.makeCurrent()) {
            assertThat(scope).isNotNull();
            return work.call();
        } finally {
            span.end();
        }
    }

    @Test
    void chainOfMessagesIsOneTrace() throws Exception {
        startTraced();
        Span request = tracer.spanBuilder("request").startSpan();
        String id = within(request, () -> record("orders", OutboxMetadata.none()));
        Await.until(() -> exporter.getFinishedSpanItems().size() == 7);

        SpanData create = span("create orders");
        assertThat(create.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(create.getParentSpanId()).isEqualTo(request.getSpanContext().getSpanId());
        assertThat(create.getInstrumentationScopeInfo().getName()).isEqualTo("io.onceward");
        assertThat(create.getInstrumentationScopeInfo().getSchemaUrl())
                .isEqualTo("https://opentelemetry.io/schemas/1.44.0");
        assertThat(attributes(create))
                .isEqualTo(Map.of(
                        "messaging.system", "jms",
                        "messaging.operation.name", "create",
                        "messaging.operation.type", "create",
                        "messaging.destination.name", "orders",
                        "messaging.message.id", id,
                        "messaging.message.conversation_id", id));

        SpanData send = span("send orders");
        assertThat(send.getKind()).isEqualTo(SpanKind.CLIENT);
        assertThat(send.getParentSpanId()).isEqualTo(create.getSpanId());
        assertThat(linked(send)).containsExactly(create.getSpanId());
        assertThat(attributes(send)).containsEntry("messaging.operation.type", "send");

        SpanData process = span("process orders");
        assertThat(process.getKind()).isEqualTo(SpanKind.CONSUMER);
        assertThat(process.getParentSpanId()).isEqualTo(create.getSpanId());
        assertThat(linked(process)).containsExactly(create.getSpanId());
        assertThat(process.getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(attributes(process))
                .containsEntry("messaging.system", "onceward")
                .containsEntry("messaging.consumer.group.name", "billing")
                .containsEntry("messaging.message.id", id);

        SpanData bill = span("create bills");
        assertThat(bill.getParentSpanId()).isEqualTo(process.getSpanId());
        assertThat(span("process bills").getParentSpanId()).isEqualTo(bill.getSpanId());
        assertThat(exporter.getFinishedSpanItems())
                .extracting(SpanData::getTraceId)
                .containsOnly(request.getSpanContext().getTraceId());
        assertThat(exporter.getFinishedSpanItems().stream()
                        .filter(span -> !span.getName().equals("request"))
                        .map(span -> attributes(span).get("messaging.message.conversation_id")))
                .containsOnly(id);
    }

    @Test
    void batchLinksToWhatItPublishes() throws Exception {
        startTraced();
        MemoryDatabase.inTransaction(() -> {
            onceward.outbox().record("letters", "a");
            return onceward.outbox().record("letters", "b");
        });
        awaitSpan("send letters");
        SpanData send = span("send letters");
        List<SpanData> created = spans("create letters");
        assertThat(created).hasSize(2);
        assertThat(linked(send))
                .containsExactlyElementsOf(
                        created.stream().map(SpanData::getSpanId).toList());
        assertThat(send.getParentSpanContext().isValid()).isFalse();
        assertThat(attributes(send))
                .containsEntry("messaging.batch.message_count", "2")
                .doesNotContainKey("messaging.message.id");
    }

    @Test
    void contextOfTheCallerIsNotChanged() throws Exception {
        startTraced();
        record("orders", OutboxMetadata.none().withHeader("traceparent", PARENT));
        awaitSpan("process orders");
        awaitSpan("send orders");
        assertThat(spans("create orders")).isEmpty();
        assertThat(linked(span("send orders"))).containsExactly("b7ad6b7169203331");
        assertThat(span("process orders").getTraceId()).isEqualTo("0af7651916cd43dd8448eb211c80319c");
        assertThat(handled.get(0).headers()).containsEntry("traceparent", PARENT);
    }

    @Test
    void spanOfARolledBackEventEnds() {
        startTraced();
        assertThatThrownBy(() -> MemoryDatabase.inTransaction(() -> {
                    onceward.outbox().record("letters", "a");
                    throw new IllegalStateException("business says no");
                }))
                .hasMessage("business says no");
        assertThat(spans("create letters")).hasSize(1);
        assertThat(spans("send letters")).isEmpty();
    }

    @Test
    void failureOfAHandlerIsOnItsSpan() throws Exception {
        startTraced();
        failsOnce = true;
        record("orders", OutboxMetadata.none());
        awaitSpan("process bills");
        List<SpanData> runs = spans("process orders");
        assertThat(runs).hasSize(2);
        assertThat(runs.get(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(attributes(runs.get(0))).containsEntry("error.type", "java.lang.IllegalStateException");
        assertThat(runs.get(0).getEvents()).hasSize(1);
        assertThat(runs.get(1).getStatus().getStatusCode()).isEqualTo(StatusCode.UNSET);
        assertThat(runs.get(0).getParentSpanId()).isEqualTo(runs.get(1).getParentSpanId());
    }

    @Test
    void messageThatTheApplicationReceivesIsTraced() throws Exception {
        startTraced();
        record("letters", OutboxMetadata.none());
        Message message = receiveLetter();
        onceward.once("postman", message, () -> tracer.spanBuilder("inside")
                .startSpan()
                .end());
        SpanData create = span("create letters");
        SpanData process = span("process letters");
        assertThat(process.getParentSpanId()).isEqualTo(create.getSpanId());
        assertThat(attributes(process)).containsEntry("messaging.system", "jms");
        assertThat(span("inside").getParentSpanId()).isEqualTo(process.getSpanId());

        assertThat(onceward.once("postman", message, () -> {})).isFalse();
        assertThat(spans("process letters")).hasSize(1);

        Span delivery = tracer.spanBuilder("delivery").startSpan();
        within(delivery, () -> onceward.once("other", message, () -> {}));
        SpanData other = spans("process letters").get(1);
        assertThat(other.getParentSpanId()).isEqualTo(delivery.getSpanContext().getSpanId());
        assertThat(linked(other)).containsExactly(create.getSpanId());
    }

    @Test
    void withoutTelemetryContextAndCorrelationContinue() throws Exception {
        onceward = builder().start();
        String id = record(
                "orders",
                OutboxMetadata.none().withHeader("traceparent", PARENT).withHeader("tracestate", "a=1"));
        Await.until(() -> handled.size() == 2);
        InboxMetadata bill = handled.get(1);
        assertThat(bill.channel()).isEqualTo("bills");
        assertThat(bill.correlationId()).isEqualTo(id);
        assertThat(bill.headers()).containsEntry("traceparent", PARENT).containsEntry("tracestate", "a=1");
    }

    @Test
    void withoutTelemetryNoTraceIsInvented() throws Exception {
        onceward = builder().start();
        String id = record("orders", OutboxMetadata.none());
        Await.until(() -> handled.size() == 2);
        assertThat(handled.get(0).headers()).isEmpty();
        assertThat(handled.get(0).correlationId()).isEqualTo(id);
        assertThat(handled.get(1).headers()).isEqualTo(Map.of("correlationId", id));
    }

    @Test
    void correlationOfOtherSendersContinues() throws Exception {
        onceward = builder().start();
        send(message -> message.setJMSCorrelationID("theirs"));
        Await.until(() -> handled.size() == 2);
        assertThat(handled).extracting(InboxMetadata::correlationId).containsExactly("theirs", "theirs");
    }

    @Test
    void malformedTraceHeadersAreIgnored() throws Exception {
        startTraced();
        send(message -> message.setStringProperty("traceparent", "garbage"));
        send(message -> message.setStringProperty("traceparent", PARENT.repeat(1000)));
        send(message -> message.setObjectProperty("traceparent", 7));
        send(message -> {
            message.setStringProperty("traceparent", PARENT);
            message.setStringProperty("tracestate", "=,=".repeat(10_000));
        });
        Await.until(() -> spans("process orders").size() == 4);
        assertThat(spans("process orders").stream()
                        .filter(span -> span.getParentSpanContext().isValid()))
                .hasSize(1);
    }

    @Test
    void logContextHasTheMessage() throws Exception {
        onceward = builder()
                .logContext(entries -> {
                    logContext.putAll(entries);
                    return () -> logContext.keySet().removeAll(entries.keySet());
                })
                .start();
        failsOnce = true;
        String id = record("orders", OutboxMetadata.none().withKey("k1"));
        Await.until(() -> handled.size() == 3);
        assertThat(logContexts)
                .hasSize(2)
                .containsOnly(Map.of(
                        "onceward.id", id,
                        "onceward.handler", "billing",
                        "onceward.channel", "orders",
                        "onceward.key", "k1",
                        "onceward.correlation", id));
        Await.until(logContext::isEmpty);
    }

    // ---- tools

    /** Changes a message. */
    @FunctionalInterface
    private interface Change {
        void of(Message message) throws JMSException;
    }

    private void send(Change change) throws JMSException {
        queue("orders-" + queue).send(session -> {
            Message message = session.createTextMessage("an order");
            change.of(message);
            return message;
        });
    }

    private Message receiveLetter() throws JMSException {
        return queue("letters-" + queue).receive();
    }

    private static BrokerQueue queue(String name) {
        return new BrokerQueue(broker.connectionFactory(), name);
    }

    private static Map<String, String> attributes(SpanData span) {
        Map<String, String> attributes = new HashMap<>();
        span.getAttributes()
                .forEach((AttributeKey<?> key, Object value) -> attributes.put(key.getKey(), value.toString()));
        return attributes;
    }

    private static List<String> linked(SpanData span) {
        return span.getLinks().stream()
                .map(LinkData::getSpanContext)
                .map(context -> context.getSpanId())
                .toList();
    }

    private SpanData span(String name) {
        List<SpanData> spans = spans(name);
        assertThat(spans).as(name).hasSize(1);
        return spans.get(0);
    }

    private List<SpanData> spans(String name) {
        return exporter.getFinishedSpanItems().stream()
                .filter(span -> span.getName().equals(name))
                .toList();
    }

    private void awaitSpan(String name) throws InterruptedException {
        Await.until(() -> !spans(name).isEmpty());
    }
}
