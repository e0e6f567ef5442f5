// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Finds the CloudEvent in a message: by the NATS binding, version 1.0.2. */
final class NatsCloudEvent {

    private final JsonFormat json = new JsonFormat();

    /**
     * Returns the event in the body, if the content type says that the body is a CloudEvent.
     *
     * @return {@code null} if it does not
     * @throws IllegalArgumentException if the body is no CloudEvent, with the reason
     */
    CloudEvent inBody(Message message) {
        String contentType = ReadHeaders.contentType(message);
        return contentType != null && JsonFormat.isNamedBy(contentType) ? json.read(body(message)) : null;
    }

    /** Returns the attributes among the headers, by their names without the prefix. */
    static Map<String, String> attributes(Message message) {
        Map<String, String> attributes = new LinkedHashMap<>();
        Headers headers = message.getHeaders();
        if (headers != null) {
            for (String name : headers.keySet()) {
                if (isAttribute(name)) {
                    attributes.put(
                            name.substring(NatsHeaders.CLOUD_EVENT.length()).toLowerCase(Locale.ROOT),
                            HeaderText.decode(ReadHeaders.raw(message, name)));
                }
            }
        }
        return attributes;
    }

    static boolean isAttribute(String header) {
        return header.toLowerCase(Locale.ROOT).startsWith(NatsHeaders.CLOUD_EVENT);
    }

    static byte[] body(Message message) {
        return message.getData() == null ? new byte[0] : message.getData();
    }
}
