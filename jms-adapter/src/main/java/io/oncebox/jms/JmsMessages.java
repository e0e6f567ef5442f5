// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.spi.OutboxEvent;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Makes the message of an event. */
final class JmsMessages {

    private JmsMessages() {}

    static Message create(Session session, OutboxEvent event) throws JMSException {
        Message message = body(session, event);
        for (Map.Entry<String, String> header : event.headers().entrySet()) {
            message.setStringProperty(header.getKey(), header.getValue());
        }
        message.setStringProperty(JmsProperties.ID, event.id());
        message.setStringProperty(JmsProperties.CHANNEL, event.channel());
        message.setStringProperty(JmsProperties.TYPE, event.type());
        message.setStringProperty(JmsProperties.CONTENT_TYPE, event.contentType());
        if (event.key() != null) {
            message.setStringProperty(JmsProperties.KEY, event.key());
            message.setStringProperty(JmsProperties.GROUP, event.key());
        }
        message.setJMSType(event.type());
        message.setJMSCorrelationID(event.headers().getOrDefault(JmsProperties.CORRELATION, event.id()));
        return message;
    }

    private static Message body(Session session, OutboxEvent event) throws JMSException {
        if (isText(event.contentType())) {
            return session.createTextMessage(new String(event.payload(), StandardCharsets.UTF_8));
        }
        BytesMessage message = session.createBytesMessage();
        message.writeBytes(event.payload());
        return message;
    }

    private static boolean isText(String contentType) {
        return contentType.startsWith("text/")
                || contentType.equals("application/json")
                || contentType.endsWith("+json")
                || contentType.equals("application/xml")
                || contentType.endsWith("+xml");
    }
}
