// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the CloudEvent in a message: by the AMQP binding, version 1.0.2, since there is none for JMS. */
final class JmsCloudEvent {

    /** The prefix of senders that speak AMQP. */
    private static final String AMQP_PREFIX = "cloudEvents:";

    private static final List<String> PREFIXES = List.of(CloudEvent.PREFIX, AMQP_PREFIX);

    private final JsonFormat json = new JsonFormat();

    /**
     * Returns the event in the body, if the content type says that the body is a CloudEvent.
     *
     * @return {@code null} if it does not
     * @throws IllegalArgumentException if the body is no CloudEvent, with the reason
     */
    CloudEvent inBody(Message message) throws JMSException {
        String contentType = contentType(message);
        return contentType != null && JsonFormat.isNamedBy(contentType) ? json.read(body(message)) : null;
    }

    /** Returns the media type of the body; {@code null} if the sender gave none. */
    static String contentType(Message message) throws JMSException {
        for (String name : JmsProperties.CONTENT_TYPES) {
            String value = message.getStringProperty(name);
            if (value != null && !value.isBlank()) {
                return value;
            }
        }
        return null;
    }

    /** The property of an attribute. Qpid JMS throws if it is asked for the value of one that is no identifier of Java. */
    static String property(Message message, String attribute) throws JMSException {
        String amqp = AMQP_PREFIX + attribute;
        return message.propertyExists(amqp) ? amqp : CloudEvent.PREFIX + attribute;
    }

    /** The attributes among the properties, if there are any. */
    static Map<String, String> attributes(Message message) throws JMSException {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (Object property : Collections.list((Enumeration<?>) message.getPropertyNames())) {
            String name = (String) property;
            for (String prefix : PREFIXES) {
                if (name.startsWith(prefix)) {
                    String attribute = name.substring(prefix.length());
                    attributes.putIfAbsent(attribute, canonical(attribute, message.getObjectProperty(name)));
                }
            }
        }
        return attributes;
    }

    /** AMQP has types of its own for times and bytes. */
    private static String canonical(String attribute, Object value) {
        if (value instanceof byte[] bytes) {
            return Base64.getEncoder().encodeToString(bytes);
        }
        return attribute.equals(CloudEvent.TIME) && value instanceof Long millis
                ? Instant.ofEpochMilli(millis).toString()
                : String.valueOf(value);
    }

    static boolean isAttribute(String property) {
        return PREFIXES.stream().anyMatch(property::startsWith);
    }

    /** The bytes of a body, which can be read again afterwards; of others than texts and bytes there are none. */
    static byte[] body(Message message) throws JMSException {
        if (message instanceof TextMessage text && text.getText() != null) {
            return text.getText().getBytes(StandardCharsets.UTF_8);
        }
        if (message instanceof BytesMessage bytes) {
            bytes.reset();
            byte[] body = new byte[(int) bytes.getBodyLength()];
            if (body.length > 0 && bytes.readBytes(body) < body.length) {
                throw new JMSException("The client of the broker gives only a part of the body of a message");
            }
            bytes.reset();
            return body;
        }
        return new byte[0];
    }
}
