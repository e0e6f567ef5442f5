// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.api.EventType;
import io.onceward.api.OutboxMetadata;
import io.onceward.queue.ColumnWidths;
import io.onceward.queue.RecordedEvent;
import io.onceward.queue.Slots;
import io.onceward.queue.relay.ReservedHeaders;
import io.onceward.spi.PayloadCodec;
import io.onceward.text.Unicode;
import io.onceward.tracing.ContextPropagation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;
import org.eclipse.microprofile.reactive.messaging.Message;

/** Creates events from payload and metadata, and refuses those that can't be stored or published. */
final class EventFactory {

    /** Characters of a header's name in a message. */
    private static final int MAX_SHOWN = 255;

    /** Longer chains of local events are taken for a handler that calls itself without end. */
    static final int MAX_LOCAL_DEPTH = 1000;

    /** The start of the destination of an event that only local handlers get. */
    private static final String LOCAL = "local:";

    private static final Duration MAX_TIME_TO_LIVE = Duration.ofDays(10_000);

    /** The latest time that every database stores. */
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private final List<PayloadCodec> codecs;
    private final EventLimits limits;
    private final ContextPropagation propagation;

    /** A cache of this application, so that its classes can be unloaded with it. */
    private final Map<Class<?>, EventClass> classes = new ConcurrentHashMap<>();

    private final Map<Class<?>, PayloadCodec> codecOf = new ConcurrentHashMap<>();

    EventFactory(List<PayloadCodec> codecs, EventLimits limits, ContextPropagation propagation) {
        this.codecs = List.copyOf(codecs);
        this.limits = limits;
        this.propagation = propagation;
    }

    /**
     * Creates an event for each destination and each local handler of the channel; all have the same id.
     *
     * <p>Checks the limits without trace and correlation headers: Onceward adds those, so they never have an event refused.
     */
    EventRows create(Channel channel, Object payload, OutboxMetadata given) {
        if (payload == null) {
            throw RecordingErrors.nothingToRecord(channel.name());
        }
        EventClass eventClass = eventClass(payload);
        OutboxMetadata metadata = propagation.propagators().captured(channel.name(), versioned(given, eventClass));
        String key = metadata.key() != null ? metadata.key() : eventClass.key(payload);
        String type = firstOf(metadata.type(), eventClass.type(), channel.name());
        verify(channel, key, type, metadata);
        PayloadCodec codec = codec(channel, payload);
        List<Destination> destinations = channel.destinations();
        AdapterEvent event = new AdapterEvent(
                encode(channel, codec, payload),
                contentType(channel, codec),
                metadata,
                Map.of(),
                destinations.isEmpty() ? LOCAL : destinations.get(0).uri());
        Created created = create(channel, payload.getClass(), key, type, event);
        List<RecordedEvent> rows = new ArrayList<>(destinations.size());
        for (Destination destination : destinations) {
            rows.add(channel.stored().apply(created.enveloped().to(destination.queue(), destination.uri())));
        }
        return new EventRows(created.plain().id(), rows, local(channel, created.plain()));
    }

    /** A class says which version its payloads have, also if the application passes the headers of another event on. */
    private static OutboxMetadata versioned(OutboxMetadata metadata, EventClass eventClass) {
        boolean isOfClass = metadata.type() == null && eventClass.type() != null;
        boolean isGiven = metadata.headers().containsKey(EventType.VERSION_HEADER);
        return (isGiven && !isOfClass) || (!isGiven && eventClass.version() == 1)
                ? metadata
                : metadata.withHeader(EventType.VERSION_HEADER, Integer.toString(eventClass.version()));
    }

    private List<RecordedEvent> local(Channel channel, RecordedEvent event) {
        List<String> handlers = channel.local().handlers();
        if (handlers.isEmpty()) {
            return List.of();
        }
        int depth = event.deliverAt() == null ? propagation.localDepth() + 1 : 1;
        if (depth > MAX_LOCAL_DEPTH) {
            throw RecordingErrors.tooDeep(channel.name(), MAX_LOCAL_DEPTH);
        }
        RecordedEvent marked = event.withHeaders(ReservedHeaders.local(event.headers(), depth));
        RecordedEvent stored = channel.stored().apply(marked);
        return handlers.stream()
                .map(handler -> stored.to(channel.name(), handler))
                .toList();
    }

    /** Encodes an object for an adapter, which makes the event. */
    EncodedPayload encode(Channel channel, Object payload) {
        EventClass eventClass = eventClass(payload);
        PayloadCodec codec = codec(channel, payload);
        return new EncodedPayload(
                encode(channel, codec, payload),
                contentType(channel, codec),
                eventClass.key(payload),
                eventClass.type());
    }

    private EventClass eventClass(Object payload) {
        return classes.computeIfAbsent(payload.getClass(), EventClass::new);
    }

    private PayloadCodec codec(Channel channel, Object payload) {
        return codecOf.computeIfAbsent(payload.getClass(), type -> codecFor(channel, type));
    }

    /** Creates an event that an adapter has encoded, in the queue of the channel's only destination. */
    EventRows create(Channel channel, AdapterEvent given) {
        OutboxMetadata metadata = propagation.propagators().captured(channel.name(), given.metadata());
        AdapterEvent event = given.with(metadata);
        String type = firstOf(metadata.type(), null, channel.name());
        verify(channel, metadata.key(), type, metadata);
        requireStorable("content type", channel, event.contentType(), ColumnWidths.CONTENT_TYPE);
        requireStorable("destination", channel, event.destination(), ColumnWidths.DESTINATION);
        event.reservedHeaders().forEach((name, value) -> requireText("header " + name, channel, value));
        RecordedEvent complete =
                create(channel, byte[].class, metadata.key(), type, event).enveloped();
        return new EventRows(
                complete.id(),
                List.of(channel.stored()
                        .apply(complete.to(channel.destinations().get(0).queue(), event.destination()))),
                List.of());
    }

    private static void verify(Channel channel, String key, String type, OutboxMetadata metadata) {
        requireStorable("id", channel, metadata.id(), ColumnWidths.EVENT_ID);
        requireStorable("key", channel, key, ColumnWidths.KEY);
        requireStorable("type", channel, type, ColumnWidths.TYPE);
        verifyHeaders(channel, metadata.headers());
        verifyTime(channel, metadata.deliverAt());
        verifyPriority(channel, metadata.priority());
        verifyTimeToLive(channel, metadata.timeToLive(), metadata.deliverAt());
    }

    /** An event without and with its envelope. */
    private record Created(RecordedEvent plain, RecordedEvent enveloped) {}

    private Created create(Channel channel, Class<?> payloadClass, String key, String type, AdapterEvent encoded) {
        OutboxMetadata metadata = encoded.metadata();
        String id = metadata.id() != null ? metadata.id() : UUID.randomUUID().toString();
        RecordedEvent plain = new RecordedEvent(
                id,
                channel.name(),
                key,
                type,
                encoded.payload(),
                encoded.contentType(),
                ReservedHeaders.with(
                        headers(encoded), metadata.priority(), metadata.timeToLive(), limits.parksExpired()),
                encoded.destination(),
                Slots.of(key, id),
                metadata.deliverAt());
        RecordedEvent event = channel.envelope().apply(plain);
        verifySizes(channel, payloadClass, event);
        Map<String, String> headers = propagation.headers(plain);
        if (headers.equals(plain.headers())) {
            return new Created(plain, event);
        }
        RecordedEvent complete = plain.withHeaders(headers);
        return new Created(complete, channel.envelope().apply(complete));
    }

    private static Map<String, String> headers(AdapterEvent event) {
        if (event.reservedHeaders().isEmpty()) {
            return event.metadata().headers();
        }
        Map<String, String> headers = new LinkedHashMap<>(event.metadata().headers());
        headers.putAll(event.reservedHeaders());
        return headers;
    }

    private static String firstOf(String first, String second, String third) {
        return first != null ? first : second != null ? second : third;
    }

    private PayloadCodec codecFor(Channel channel, Class<?> type) {
        if (CompletionStage.class.isAssignableFrom(type)
                || Future.class.isAssignableFrom(type)
                || Flow.Publisher.class.isAssignableFrom(type)
                || BaseStream.class.isAssignableFrom(type)
                || Message.class.isAssignableFrom(type)) {
            throw RecordingErrors.notEncodable(
                    channel.name(),
                    type,
                    new IllegalArgumentException(
                            "it is a container or an asynchronous value; record its payload instead"));
        }
        try {
            return codecs.stream()
                    .filter(codec -> codec.handles(type))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no codec encodes this class"));
        } catch (RuntimeException e) {
            throw RecordingErrors.notEncodable(channel.name(), type, e);
        }
    }

    private byte[] encode(Channel channel, PayloadCodec codec, Object payload) {
        try {
            return Objects.requireNonNull(codec.encode(payload), "its codec returned null");
        } catch (Exception | StackOverflowError e) {
            throw RecordingErrors.notEncodable(channel.name(), payload.getClass(), e);
        }
    }

    private void verifySizes(Channel channel, Class<?> type, RecordedEvent event) {
        int payload = event.payload().length;
        if (payload > limits.payloadSize()) {
            throw RecordingErrors.payloadTooLarge(channel.name(), type, payload, limits.payloadSize());
        }
        int headers = 0;
        for (Map.Entry<String, String> header : event.headers().entrySet()) {
            headers += bytes(header.getKey()) + bytes(header.getValue());
        }
        if (headers > limits.headersSize()) {
            throw RecordingErrors.headersTooLarge(channel.name(), headers, limits.headersSize());
        }
    }

    private static void requireStorable(String what, Channel channel, String value, int max) {
        if (value == null) {
            return;
        }
        if (value.length() > max) {
            throw RecordingErrors.tooLong(what, channel.name(), value.length(), max);
        }
        if (value.isBlank()) {
            throw RecordingErrors.illegalMetadata(what, channel.name(), "it is blank; use null or a value");
        }
        requireText(what, channel, value);
    }

    private static void requireText(String what, Channel channel, String value) {
        if (!Unicode.isStorable(value)) {
            throw RecordingErrors.illegalMetadata(
                    what,
                    channel.name(),
                    "it contains the character NUL or an unpaired surrogate, which databases refuse or change;"
                            + " remove this character");
        }
    }

    private static void verifyTime(Channel channel, Instant time) {
        if (time != null && (time.isBefore(Instant.EPOCH) || time.isAfter(LATEST))) {
            throw RecordingErrors.illegalMetadata(
                    "delivery time",
                    channel.name(),
                    "it is before 1970 or after " + LATEST + "; use null to publish at once");
        }
    }

    private static void verifyPriority(Channel channel, Integer priority) {
        if (priority != null && (priority < 0 || priority > ReservedHeaders.MAX_PRIORITY)) {
            throw RecordingErrors.illegalMetadata(
                    "priority", channel.name(), "it is " + priority + "; use a number from 0 to 9");
        }
    }

    private static void verifyTimeToLive(Channel channel, Duration time, Instant deliverAt) {
        if (time != null && (time.compareTo(Duration.ofMillis(1)) < 0 || time.compareTo(MAX_TIME_TO_LIVE) > 0)) {
            throw RecordingErrors.illegalMetadata(
                    "time to live",
                    channel.name(),
                    "it is " + time + "; use 1 millisecond to 10000 days, or null for an event that never expires");
        }
        if (time != null && deliverAt != null && !Instant.now().plus(time).isAfter(deliverAt)) {
            throw RecordingErrors.illegalMetadata(
                    "time to live",
                    channel.name(),
                    "it is " + time + " and ends before the delivery time, " + deliverAt + "; use a longer one");
        }
    }

    private static void verifyHeaders(Channel channel, Map<String, String> headers) {
        for (Map.Entry<String, String> header : headers.entrySet()) {
            verifyHeaderName(channel, header.getKey());
            requireText("header " + header.getKey(), channel, header.getValue());
        }
    }

    private static void verifyHeaderName(Channel channel, String name) {
        if (ReservedHeaders.isReserved(name)) {
            throw RecordingErrors.illegalHeader(
                    name,
                    channel.name(),
                    "Onceward sets headers whose names start with " + ReservedHeaders.PREFIX,
                    "'x" + name + "'");
        }
        for (Destination destination : channel.destinations()) {
            destination.broker().illegalHeader(name).ifPresent(illegal -> {
                throw RecordingErrors.illegalHeader(
                        name.length() > MAX_SHOWN ? name.substring(0, MAX_SHOWN) + "…" : name,
                        destination.queue(),
                        illegal.why(),
                        illegal.instead());
            });
        }
        requireText("header name " + name, channel, name);
    }

    private static String contentType(Channel channel, PayloadCodec codec) {
        String contentType = codec.contentType();
        if (contentType == null || contentType.isBlank()) {
            throw RecordingErrors.illegalMetadata(
                    "content type",
                    channel.name(),
                    codec.getClass().getName() + ".contentType() returns null or a blank text; return a media type");
        }
        requireStorable("content type", channel, contentType, ColumnWidths.CONTENT_TYPE);
        return contentType;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
