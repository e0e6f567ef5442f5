// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.OutboxEvent;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the requests of events. Thread-safe. */
final class WebhookRequests {

    static final String ID = "webhook-id";
    static final String TIMESTAMP = "webhook-timestamp";
    static final String SIGNATURE = "webhook-signature";
    static final String IDEMPOTENCY_KEY = "Idempotency-Key";
    static final String TYPE = "Onceward-Type";
    static final String KEY = "Onceward-Key";

    private static final String ATTRIBUTE = "ce-";

    /** Headers of W3C Trace Context, whose values are not encoded: a percent sign is legal in them. */
    private static final Set<String> TRACE = Set.of("traceparent", "tracestate");

    private WebhookRequests() {}

    /**
     * Returns the request of an event, signed now.
     *
     * @param secrets empty if the request is not signed
     * @throws IllegalRequestException if a row of another writer has a header that HTTP does not allow
     */
    static HttpRequest of(OutboxEvent event, WebhookUrl url, List<SigningSecret> secrets) {
        String id = PercentEncoding.id(event.id());
        String timestamp = Long.toString(Instant.now().getEpochSecond());
        HttpRequest.Builder request = HttpRequest.newBuilder(url.uri())
                .POST(HttpRequest.BodyPublishers.ofByteArray(event.payload()))
                .header("User-Agent", "Onceward")
                .header("Content-Type", contentType(event))
                .header(IDEMPOTENCY_KEY, '"' + id + '"')
                .header(ID, id)
                .header(TIMESTAMP, timestamp)
                .header(TYPE, PercentEncoding.attribute(event.type()));
        if (event.key() != null) {
            request.header(KEY, PercentEncoding.attribute(event.key()));
        }
        if (!secrets.isEmpty()) {
            request.header(
                    SIGNATURE,
                    secrets.stream()
                            .map(secret -> secret.sign(id, timestamp, event.payload()))
                            .collect(Collectors.joining(" ")));
        }
        addHeaders(request, event);
        return request.build();
    }

    private static String contentType(OutboxEvent event) {
        String contentType = event.contentType();
        if (contentType.isBlank() || !PercentEncoding.isPrintable(contentType)) {
            throw illegal(event, "its content type is empty or not printable ASCII");
        }
        return contentType.strip();
    }

    private static void addHeaders(HttpRequest.Builder request, OutboxEvent event) {
        Set<String> names = new HashSet<>();
        for (Map.Entry<String, String> header : event.headers().entrySet()) {
            String name = header.getKey();
            String value = header.getValue();
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw illegal(event, "two of its headers have the same name, apart from upper and lower case");
            }
            if (name.startsWith(CloudEvent.PREFIX)) {
                addAttribute(request, name.substring(CloudEvent.PREFIX.length()), value, event);
            } else if (HeaderName.illegal(name).isPresent()) {
                throw illegal(event, HeaderName.illegal(name).orElseThrow().why());
            } else if (TRACE.contains(name) && PercentEncoding.isPrintable(value)) {
                request.header(name, value.strip());
            } else {
                request.header(name, PercentEncoding.value(value));
            }
        }
    }

    /** The content type of the data is the header {@code Content-Type}: HTTP binding 1.0.2, section 3.1.1. */
    private static void addAttribute(HttpRequest.Builder request, String name, String value, OutboxEvent event) {
        if (name.isEmpty() || !name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))) {
            throw illegal(event, "the name of a CloudEvents attribute has other characters than a-z and 0-9");
        }
        if (!name.equals(CloudEvent.DATACONTENTTYPE)) {
            request.header(ATTRIBUTE + name, PercentEncoding.attribute(value));
        }
    }

    private static IllegalRequestException illegal(OutboxEvent event, String why) {
        return new IllegalRequestException(WebhookErrors.illegalRequest(event.id(), why));
    }
}
