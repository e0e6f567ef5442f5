// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jms;

import io.oncebox.api.OutboxMetadata;
import io.oncebox.spi.MessageReader;
import jakarta.enterprise.context.Dependent;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads texts, bytes, and messages without a body. An object is never deserialized, and maps and streams have no encoding
 * that a handler could be promised.
 */
@Dependent
public class JmsMessageReader implements MessageReader {

    /** Called by CDI. */
    public JmsMessageReader() {}

    @Override
    public boolean isMessage(Object candidate) {
        return candidate instanceof Message;
    }

    @Override
    public Content read(Object received) throws JMSException {
        Message message = (Message) received;
        byte[] payload = payload(message);
        String contentType = message.getStringProperty(JmsProperties.CONTENT_TYPE);
        if (contentType == null) {
            contentType = message instanceof TextMessage ? "text/plain" : "application/octet-stream";
        }
        return new Content(
                firstOf(message.getStringProperty(JmsProperties.KEY), message.getStringProperty(JmsProperties.GROUP)),
                firstOf(message.getStringProperty(JmsProperties.TYPE), message.getJMSType()),
                payload,
                contentType,
                headers(message));
    }

    private static byte[] payload(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            return text.getText() == null ? new byte[0] : text.getText().getBytes(StandardCharsets.UTF_8);
        }
        if (message instanceof BytesMessage bytes) {
            bytes.reset();
            byte[] payload = new byte[(int) bytes.getBodyLength()];
            bytes.readBytes(payload);
            return payload;
        }
        if (message instanceof ObjectMessage || message instanceof MapMessage || message instanceof StreamMessage) {
            throw new IllegalArgumentException("it is neither a TextMessage nor a BytesMessage but "
                    + message.getClass().getSimpleName());
        }
        return new byte[0];
    }

    /** Those that are the application's: not the broker's, and not Oncebox's own. */
    private static Map<String, String> headers(Message message) throws JMSException {
        Map<String, String> headers = new LinkedHashMap<>();
        for (Object name : Collections.list((Enumeration<?>) message.getPropertyNames())) {
            String header = (String) name;
            if (!header.startsWith("JMS") && !header.startsWith("_") && !header.startsWith(JmsProperties.OWN)) {
                headers.put(header, String.valueOf(message.getObjectProperty(header)));
            }
        }
        String correlation = message.getJMSCorrelationID();
        if (correlation != null && !correlation.equals(message.getStringProperty(JmsProperties.ID))) {
            headers.putIfAbsent(OutboxMetadata.CORRELATION_ID, correlation);
        }
        return headers;
    }

    private static String firstOf(String one, String other) {
        return one != null && !one.isEmpty() ? one : other == null || other.isEmpty() ? null : other;
    }
}
