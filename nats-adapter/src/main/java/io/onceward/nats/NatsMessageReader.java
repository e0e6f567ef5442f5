// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.nats.client.impl.NatsJetStreamMetaData;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageReader;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads messages of NATS. A message without a content type has one that says nothing about its body. */
final class NatsMessageReader implements MessageReader {

    private static final String BYTES = "application/octet-stream";

    private final NatsCloudEvent cloudEvents = new NatsCloudEvent();

    @Override
    public Content read(Object received) {
        Message message = (Message) received;
        return content(message, cloudEvents.inBody(message));
    }

    @Override
    public Optional<Content> unread(Object received) {
        Message message = (Message) received;
        NatsJetStreamMetaData place = message.metaData();
        return Optional.of(content(message, null)
                .withOrigin(
                        "stream " + place.getStream() + ", sequence " + place.streamSequence() + ", subject "
                                + message.getSubject() + ", delivery " + place.deliveredCount() + " to consumer "
                                + place.getConsumer(),
                        NatsMessageIdentity.place(place)));
    }

    /** @param body the event in the body; {@code null} if it is none, or is not read */
    private static Content content(Message message, CloudEvent body) {
        Map<String, String> attributes = body != null ? body.attributes() : NatsCloudEvent.attributes(message);
        String contentType = body != null
                ? attributes.get(CloudEvent.DATACONTENTTYPE)
                : firstOf(ReadHeaders.contentType(message), attributes.get(CloudEvent.DATACONTENTTYPE), BYTES);
        return Content.of(body != null ? body.data() : NatsCloudEvent.body(message), contentType)
                .withKey(firstOf(ReadHeaders.text(message, NatsHeaders.KEY), attributes.get(CloudEvent.PARTITIONKEY)))
                .withType(firstOf(ReadHeaders.text(message, NatsHeaders.TYPE), attributes.get(CloudEvent.TYPE)))
                .withHeaders(headers(message, attributes));
    }

    /**
     * Returns the headers of the application, without those of NATS and of Onceward. The attributes of a CloudEvent come with their
     * prefix in the inbox; those that can be headers also without.
     */
    private static Map<String, String> headers(Message message, Map<String, String> attributes) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (message.getHeaders() != null) {
            for (String name : message.getHeaders().keySet()) {
                if (isOfApplication(name)) {
                    String value = ReadHeaders.text(message, name);
                    headers.put(name, value == null ? "" : value);
                }
            }
        }
        attributes.forEach((name, value) -> {
            headers.put(CloudEvent.PREFIX + name, value);
            if (CloudEvent.isHeader(name)) {
                headers.putIfAbsent(name, value);
            }
        });
        return headers;
    }

    private static boolean isOfApplication(String name) {
        return !name.startsWith(NatsHeaders.NATS)
                && !name.startsWith(NatsHeaders.OWN)
                && !name.equalsIgnoreCase(NatsHeaders.CONTENT_TYPE)
                && !NatsCloudEvent.isAttribute(name);
    }

    private static String firstOf(String... texts) {
        return Stream.of(texts)
                .filter(text -> text != null && !text.isEmpty())
                .findFirst()
                .orElse(null);
    }
}
