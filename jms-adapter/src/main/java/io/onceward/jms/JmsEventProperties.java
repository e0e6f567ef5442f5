// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;

/**
 * Reads the properties of a message in either {@linkplain MessageForm form}. A property that the short form omits has a
 * derived value. A message without {@link JmsProperties#ID} is of another sender, and nothing is derived from it.
 */
final class JmsEventProperties {

    private JmsEventProperties() {}

    /** Returns the value of a property as a text; {@code null} if the message has none and none is derived. */
    static String value(Message message, String name) throws JMSException {
        String written = message.getStringProperty(name);
        boolean isWritten = written != null && !written.isEmpty();
        return isWritten || !isEvent(message) ? written : derived(message, name);
    }

    private static String derived(Message message, String name) throws JMSException {
        return switch (name) {
            case JmsProperties.CHANNEL -> name(message.getJMSDestination());
            case JmsProperties.KEY -> message.getStringProperty(JmsProperties.GROUP);
            case JmsProperties.TYPE -> message.getJMSType();
            case JmsProperties.CONTENT_TYPE -> contentType(message);
            default -> null;
        };
    }

    /** Returns the correlation id, which is the id of an event without one; {@code null} if there is none. */
    static String correlationId(Message message) throws JMSException {
        String written = message.getJMSCorrelationID();
        return written != null ? written : message.getStringProperty(JmsProperties.ID);
    }

    /** Returns whether the message is of Onceward, or of a sender that follows its format. */
    static boolean isEvent(Message message) throws JMSException {
        return message.getStringProperty(JmsProperties.ID) != null;
    }

    /** Returns the content type of an event whose message does not have it. */
    static String contentType(Message message) {
        return message instanceof TextMessage ? "application/json" : "application/octet-stream";
    }

    /** Returns the name of a queue or topic in the broker; {@code null} if it has none. */
    static String name(Destination destination) throws JMSException {
        if (destination instanceof Queue queue) {
            return queue.getQueueName();
        }
        return destination instanceof Topic topic ? topic.getTopicName() : null;
    }
}
