// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OutboxMetadata;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.spi.MessageReader;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.lang.reflect.Field;
import java.util.Base64;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads texts, bytes, and messages without a body. An object is never deserialized, and maps and streams have no encoding
 * that a handler could be promised.
 */
final class JmsMessageReader implements MessageReader {

    /** Where the clients of Artemis, ActiveMQ Classic, OpenMQ and Qpid keep the bytes of an object, or what has them. */
    private static final List<String> OBJECT_FIELDS =
            List.of("data", "messageBody", "content", "message", "facade", "body", "_value", "_data");

    private final JmsCloudEvent cloudEvents = new JmsCloudEvent();

    /** The SDK for Java sends a partition key by AMQP without the prefix, as it does all extension attributes. */
    @Override
    public Content read(Object received) throws JMSException {
        Message message = (Message) received;
        if (message instanceof ObjectMessage || message instanceof MapMessage || message instanceof StreamMessage) {
            throw new IllegalArgumentException("it is a " + message.getClass().getSimpleName()
                    + ", and Onceward reads TextMessage and BytesMessage only");
        }
        return content(message, cloudEvents.inBody(message));
    }

    @Override
    public Optional<Content> unread(Object received) throws JMSException {
        Message message = (Message) received;
        Content bare = body(message);
        if (bare == null) {
            return Optional.empty();
        }
        String origin = JmsEventProperties.name(message.getJMSDestination()) + ", JMSRedelivered "
                + message.getJMSRedelivered() + ", " + JmsProperties.DELIVERY_COUNT + " "
                + message.getStringProperty(JmsProperties.DELIVERY_COUNT)
                + (message.getJMSRedelivered() && message.getJMSMessageID() == null
                        ? ", so without an id it may be a copy of a parked message"
                        : "");
        Content known = bare;
        try {
            known = content(message, null);
        } catch (JMSException | RuntimeException e) {
            // one of the headers is what can't be read
        }
        return Optional.of(bare.withKey(known.key())
                .withType(known.type())
                .withHeaders(known.headers())
                .withOrigin(origin, message.getJMSMessageID()));
    }

    /** Returns the body; {@code null} for an object whose bytes can't be had, since nothing is deserialized. */
    private static Content body(Message message) throws JMSException {
        if (message instanceof MapMessage map) {
            return Content.of(TypedBody.of(map), TypedBody.MAP);
        }
        if (message instanceof StreamMessage stream) {
            return Content.of(TypedBody.of(stream), TypedBody.STREAM);
        }
        boolean isObject = message instanceof ObjectMessage;
        byte[] bytes = isObject ? serialized(message) : JmsCloudEvent.body(message);
        return bytes == null
                ? null
                : Content.of(bytes, isObject ? "application/x-java-serialized-object" : "application/octet-stream");
    }

    /** Jakarta Messaging has no method that returns these bytes. */
    private static byte[] serialized(Object holder) {
        for (Class<?> type = holder.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                Object value = OBJECT_FIELDS.contains(field.getName()) ? value(field, holder) : null;
                if (value != null) {
                    return value instanceof byte[] bytes ? bytes : serialized(value);
                }
            }
        }
        return null;
    }

    private static Object value(Field field, Object holder) {
        try {
            field.setAccessible(true);
            return field.get(holder);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return null;
        }
    }

    /** @param body the event in the body; {@code null} if it is none, or is not read */
    private static Content content(Message message, CloudEvent body) throws JMSException {
        Map<String, String> attributes = body != null ? body.attributes() : JmsCloudEvent.attributes(message);
        return Content.of(
                        body != null ? body.data() : JmsCloudEvent.body(message),
                        contentType(message, body, attributes.get(CloudEvent.DATACONTENTTYPE)))
                .withKey(firstOf(
                        JmsEventProperties.value(message, JmsProperties.KEY),
                        attributes.get(CloudEvent.PARTITIONKEY),
                        attributes.isEmpty() ? null : message.getStringProperty(CloudEvent.PARTITIONKEY),
                        message.getStringProperty(JmsProperties.GROUP)))
                .withType(firstOf(
                        JmsEventProperties.value(message, JmsProperties.TYPE),
                        attributes.get(CloudEvent.TYPE),
                        message.getJMSType()))
                .withHeaders(headers(message, attributes));
    }

    private static String contentType(Message message, CloudEvent body, String ofData) throws JMSException {
        String contentType = body != null ? ofData : firstOf(JmsCloudEvent.contentType(message), ofData);
        if (contentType != null) {
            return contentType;
        }
        return message instanceof TextMessage && !JmsEventProperties.isEvent(message)
                ? "text/plain"
                : JmsEventProperties.contentType(message);
    }

    /**
     * Returns the headers of the application, without those of the broker and of Onceward. The attributes of a CloudEvent come with
     * their prefix, whichever mode the event is in; those that can be headers also without.
     */
    private static Map<String, String> headers(Message message, Map<String, String> attributes) throws JMSException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Object name : Collections.list((Enumeration<?>) message.getPropertyNames())) {
            String header = (String) name;
            if (!header.startsWith("JMS")
                    && !header.startsWith("_")
                    && !header.startsWith(JmsProperties.OWN)
                    && !JmsCloudEvent.isAttribute(header)) {
                headers.put(header, text(message.getObjectProperty(header)));
            }
        }
        attributes.forEach((name, value) -> {
            headers.put(CloudEvent.PREFIX + name, value);
            if (CloudEvent.isHeader(name)) {
                headers.putIfAbsent(name, value);
            }
        });
        String correlation = message.getJMSCorrelationID();
        if (correlation != null && !correlation.equals(message.getStringProperty(JmsProperties.ID))) {
            headers.putIfAbsent(OutboxMetadata.CORRELATION_ID, correlation);
        }
        return headers;
    }

    /** Bytes, which AMQP has in properties, as Base64. */
    private static String text(Object property) {
        return property instanceof byte[] bytes ? Base64.getEncoder().encodeToString(bytes) : String.valueOf(property);
    }

    private static String firstOf(String... texts) {
        return Stream.of(texts)
                .filter(text -> text != null && !text.isEmpty())
                .findFirst()
                .orElse(null);
    }
}
