// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import io.onceward.queue.RecordedEvent;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Turns an event into a CloudEvent when it is recorded, so that any relay publishes it as one.
 *
 * @param source the {@code source} attribute of the events, a URI reference
 * @param json the format of the body; {@code null} if the attributes are headers and the payload is the body
 */
public record CloudEventEnvelope(String source, JsonFormat json) implements UnaryOperator<RecordedEvent> {

    @Override
    public RecordedEvent apply(RecordedEvent event) {
        CloudEvent cloudEvent = new CloudEvent(attributes(event), event.payload());
        return json != null
                ? event.withPayload(json.write(cloudEvent), JsonFormat.CONTENT_TYPE)
                : event.withHeaders(headers(event, cloudEvent));
    }

    private Map<String, String> attributes(RecordedEvent event) {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put(CloudEvent.SPECVERSION, "1.0");
        attributes.put(CloudEvent.ID, legal("id", event.id(), event));
        attributes.put(CloudEvent.SOURCE, source);
        attributes.put(CloudEvent.TYPE, legal("type", event.type(), event));
        attributes.put(
                CloudEvent.TIME, Instant.now().truncatedTo(ChronoUnit.MILLIS).toString());
        attributes.put(CloudEvent.DATACONTENTTYPE, legal("content type", event.contentType(), event));
        if (event.key() != null) {
            attributes.put(CloudEvent.PARTITIONKEY, legal("key", event.key(), event));
        }
        event.headers().forEach((name, value) -> {
            if (name.startsWith(CloudEvent.PREFIX)) {
                String attribute = name.substring(CloudEvent.PREFIX.length());
                throw RecordingErrors.illegalHeader(
                        name,
                        event.channel(),
                        "the channel's envelope sets properties of this name",
                        "'" + attribute + "'");
            }
            if (CloudEvent.isHeader(name) && !value.isEmpty()) {
                attributes.put(name, legal("header " + name, value, event));
            }
        });
        return attributes;
    }

    private static String legal(String what, String value, RecordedEvent event) {
        if (!CloudEvent.isLegal(value)) {
            throw RecordingErrors.illegalMetadata(
                    what,
                    event.channel(),
                    "it contains a control character or a noncharacter, which CloudEvents do not allow;"
                            + " remove this character");
        }
        return value;
    }

    private static Map<String, String> headers(RecordedEvent event, CloudEvent cloudEvent) {
        Map<String, String> headers = new LinkedHashMap<>(event.headers());
        cloudEvent.attributes().forEach((name, value) -> headers.put(CloudEvent.PREFIX + name, value));
        return headers;
    }
}
