// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import io.onceward.api.OutboxMetadata;
import io.onceward.cloudevents.CloudEvent;
import io.onceward.cloudevents.JsonFormat;
import io.onceward.spi.OutboxEvent;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Makes the messages of events for one destination.
 *
 * @param destination the name of the queue or topic in the broker; {@code null} if it has none
 * @param form the form of the messages
 */
record JmsMessages(String destination, MessageForm form) {

    /** The content types of the built-in codecs, which need no parsing. */
    private static final Set<String> TEXTS = Set.of("application/json", "text/plain");

    private static final String DATA_CONTENT_TYPE = CloudEvent.PREFIX + CloudEvent.DATACONTENTTYPE;

    private static final char REPLACEMENT = '\uFFFD';

    Message create(Session session, OutboxEvent event) throws JMSException {
        Message message = body(session, event);
        setHeaders(message, event);
        message.setStringProperty(JmsProperties.ID, event.id());
        message.setJMSType(event.type());
        if (event.key() != null) {
            message.setStringProperty(JmsProperties.GROUP, event.key());
        }
        if (!event.reservedHeaders().isEmpty()) {
            setCarried(session, message, event.reservedHeaders());
        }
        if (isCloudEvent(event)) {
            setContentType(message, event.contentType());
        }
        setDerivable(message, event);
        return message;
    }

    private static void setHeaders(Message message, OutboxEvent event) throws JMSException {
        Map<String, String> types = CarriedHeaders.types(event);
        for (Map.Entry<String, String> header : event.headers().entrySet()) {
            String type = types.get(header.getKey());
            if (type == null) {
                message.setStringProperty(header.getKey(), header.getValue());
            } else {
                message.setObjectProperty(header.getKey(), new TypedValue(type, header.getValue()).value());
            }
        }
    }

    /** Sets what a message had that was recorded as an event. */
    private static void setCarried(Session session, Message message, Map<String, String> carried) throws JMSException {
        String replyTo = carried.get(CarriedHeaders.REPLY_TO);
        if (replyTo != null) {
            message.setJMSReplyTo(
                    replyTo.startsWith(JmsUri.Variant.TOPIC.prefix())
                            ? session.createTopic(replyTo.substring(
                                    JmsUri.Variant.TOPIC.prefix().length()))
                            : session.createQueue(replyTo.substring(
                                    JmsUri.Variant.QUEUE.prefix().length())));
        }
        String group = carried.get(CarriedHeaders.GROUP);
        if (group != null) {
            message.setStringProperty(JmsProperties.GROUP, group);
        }
        String sequence = carried.get(CarriedHeaders.GROUP_SEQUENCE);
        if (sequence != null) {
            message.setIntProperty(JmsProperties.GROUP_SEQUENCE, Integer.parseInt(sequence));
        }
    }

    /** Sets the properties that receivers derive; in the short form only those that they would derive wrongly. */
    private void setDerivable(Message message, OutboxEvent event) throws JMSException {
        boolean full = form == MessageForm.FULL;
        if (full || !event.channel().equals(destination)) {
            message.setStringProperty(JmsProperties.CHANNEL, event.channel());
        }
        if (full || !isDerived(event.contentType(), message, event.headers())) {
            message.setStringProperty(JmsProperties.CONTENT_TYPE, event.contentType());
        }
        if (full || event.headers().containsKey(OutboxMetadata.CORRELATION_ID)) {
            message.setJMSCorrelationID(event.correlationId());
        }
        if (full) {
            message.setStringProperty(JmsProperties.TYPE, event.type());
        }
        if (full && event.key() != null) {
            message.setStringProperty(JmsProperties.KEY, event.key());
        }
    }

    /** A receiver prefers headers that name a content type to the kind of the body. */
    private static boolean isDerived(String contentType, Message message, Map<String, String> headers) {
        return contentType.equals(JmsEventProperties.contentType(message))
                && contentType.equals(headers.getOrDefault(JmsProperties.OTHER_CONTENT_TYPE, contentType))
                && contentType.equals(headers.getOrDefault(DATA_CONTENT_TYPE, contentType));
    }

    private static boolean isCloudEvent(OutboxEvent event) {
        return event.contentType().equals(JsonFormat.CONTENT_TYPE)
                || event.headers().containsKey(CloudEvent.PREFIX + CloudEvent.SPECVERSION);
    }

    /** Sets the content type, by which receivers that use AMQP recognize a CloudEvent. */
    private static void setContentType(Message message, String contentType) {
        try {
            message.setStringProperty(JmsProperties.AMQP_CONTENT_TYPE, contentType);
        } catch (JMSException e) {
            // another broker, to which it means nothing: names that begin with JMS_ are a provider's own (Jakarta
            // Messaging, 3.5.10)
        }
    }

    private static Message body(Session session, OutboxEvent event) throws JMSException {
        if (TypedBody.isTyped(event.contentType())) {
            return TypedBody.message(session, event.contentType(), event.payload());
        }
        String empty = event.reservedHeaders().get(CarriedHeaders.EMPTY);
        if (empty != null && event.payload().length == 0) { // an envelope has a payload
            return empty.equals(CarriedHeaders.NO_TEXT) ? session.createTextMessage() : session.createMessage();
        }
        if (isText(event.contentType())) {
            String text = new String(event.payload(), StandardCharsets.UTF_8);
            if (isEncoded(text, event.payload())) {
                return session.createTextMessage(text);
            }
        }
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(event.payload());
        return message;
    }

    /** Another writer's row may say that it is a text without being UTF-8: then the bytes travel as they are. */
    private static boolean isEncoded(String text, byte[] bytes) {
        return text.indexOf(REPLACEMENT) < 0 || Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes);
    }

    /** Texts in another character set than UTF-8 stay the bytes that they are. */
    static boolean isText(String contentType) {
        return TEXTS.contains(contentType) || isOtherText(contentType);
    }

    private static boolean isOtherText(String contentType) {
        String[] parts = contentType.toLowerCase(Locale.ROOT).split(";", 2);
        String type = parts[0].strip();
        boolean utf8 = parts.length == 1 || !parts[1].contains("charset") || parts[1].contains("utf-8");
        return utf8
                && (type.startsWith("text/")
                        || type.equals("application/json")
                        || type.endsWith("+json")
                        || type.equals("application/xml")
                        || type.endsWith("+xml"));
    }
}
