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
import java.util.Base64;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads texts, bytes, and messages without a body. An object is never deserialized, and maps and streams have no encoding
 * that a handler could be promised.
 */
final class JmsMessageReader implements MessageReader {

    private final JmsCloudEvent cloudEvents = new JmsCloudEvent();

    /** The SDK for Java sends a partition key by AMQP without the prefix, as it does all extension attributes. */
    @Override
    public Content read(Object received) throws JMSException {
        Message message = (Message) received;
        if (message instanceof ObjectMessage || message instanceof MapMessage || message instanceof StreamMessage) {
            throw new IllegalArgumentException("it is a " + message.getClass().getSimpleName()
                    + ", and Onceward reads TextMessage and BytesMessage only");
        }
        CloudEvent body = cloudEvents.inBody(message);
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
