// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Delivery;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds the CloudEvent in a message: by the AMQP binding, version 1.0.2, since there is none for AMQP 0-9-1. */
final class RabbitCloudEvent {

    private final JsonFormat json = new JsonFormat();

    /**
     * Returns the event in the body, if the content type says that the body is a CloudEvent.
     *
     * @return {@code null} if it does not
     * @throws IllegalArgumentException if the body is no CloudEvent, with the reason
     */
    CloudEvent inBody(Delivery received) {
        String contentType = contentType(received);
        return contentType != null && JsonFormat.isNamedBy(contentType) ? json.read(received.getBody()) : null;
    }

    /** Returns the media type of the body; {@code null} if the sender gave none. */
    static String contentType(Delivery received) {
        String property = received.getProperties().getContentType();
        return property == null || property.isBlank()
                ? RabbitText.header(received, RabbitHeaders.CONTENT_TYPE)
                : property;
    }

    /** Returns the attributes among the headers, if there are any. */
    static Map<String, String> attributes(Delivery received) {
        Map<String, String> attributes = new LinkedHashMap<>();
        RabbitText.headers(received).forEach((name, value) -> {
            String text = RabbitText.of(value);
            for (String prefix : RabbitHeaders.CLOUD_EVENT) {
                if (name.startsWith(prefix) && text != null) {
                    attributes.putIfAbsent(name.substring(prefix.length()), text);
                }
            }
        });
        return attributes;
    }
}
