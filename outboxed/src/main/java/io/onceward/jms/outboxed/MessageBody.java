// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms.outboxed;

import io.onceward.jms.CarriedHeaders;
import io.onceward.jms.TypedBody;
import io.onceward.jms.TypedValue;
import jakarta.jms.BytesMessage;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageEOFException;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The body of a message as a payload.
 *
 * @param payload the encoded body
 * @param contentType its media type
 * @param empty the value of the header for a message without a body; {@code null} for another message
 */
record MessageBody(byte[] payload, String contentType, String empty) {

    private static final String TEXT = "text/plain";
    private static final String BYTES = "application/octet-stream";
    private static final byte[] NOTHING = new byte[0];

    /** @throws io.onceward.api.InvalidCallException if a message with such a body can't be recorded */
    static MessageBody of(Message message) throws JMSException {
        if (message instanceof TextMessage text) {
            return text.getText() == null
                    ? new MessageBody(NOTHING, TEXT, CarriedHeaders.NO_TEXT)
                    : new MessageBody(utf8(text.getText()), TEXT, null);
        } else if (message instanceof BytesMessage bytes) {
            return new MessageBody(bytes(bytes), BYTES, null);
        } else if (message instanceof MapMessage map) {
            return new MessageBody(TypedBody.map(values(map)), TypedBody.MAP, null);
        } else if (message instanceof StreamMessage stream) {
            return new MessageBody(TypedBody.stream(values(stream)), TypedBody.STREAM, null);
        } else if (message instanceof ObjectMessage object) {
            return new MessageBody(TypedBody.object(value(object)), TypedBody.OBJECT, null);
        }
        return new MessageBody(NOTHING, BYTES, CarriedHeaders.NO_BODY);
    }

    private static byte[] utf8(String text) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return Arrays.copyOf(encoded.array(), encoded.limit());
        } catch (CharacterCodingException e) {
            throw OutboxedErrors.unsupportedBody("a text with an unpaired surrogate", e);
        }
    }

    private static byte[] bytes(BytesMessage message) throws JMSException {
        if (message instanceof OutboxedBytesMessage own) {
            return own.content();
        }
        message.reset();
        byte[] content = new byte[Math.toIntExact(message.getBodyLength())];
        message.readBytes(content);
        message.reset();
        return content;
    }

    private static Map<String, TypedValue> values(MapMessage message) throws JMSException {
        Map<String, TypedValue> values = new LinkedHashMap<>();
        if (message instanceof OutboxedMapMessage own) {
            own.values().forEach((name, value) -> values.put(legal(name), typed(value)));
            return values;
        }
        for (Object name : Collections.list((Enumeration<?>) message.getMapNames())) {
            values.put(legal((String) name), typed(message.getObject((String) name)));
        }
        return values;
    }

    private static List<TypedValue> values(StreamMessage message) throws JMSException {
        if (message instanceof OutboxedStreamMessage own) {
            return own.values().stream().map(MessageBody::typed).toList();
        }
        List<TypedValue> values = new ArrayList<>();
        message.reset();
        try {
            while (true) {
                values.add(typed(message.readObject()));
            }
        } catch (MessageEOFException e) {
            message.reset();
            return values;
        }
    }

    /** Reads an object only if nothing is deserialized for it. */
    private static TypedValue value(ObjectMessage message) {
        if (!(message instanceof OutboxedObjectMessage own)) {
            throw OutboxedErrors.unsupportedBody(
                    "an object in a message of class " + message.getClass().getName(), null);
        }
        if (own.hasApplicationObject()) {
            throw OutboxedErrors.unsupportedBody(
                    "an object of " + own.getObject().getClass(), null);
        }
        return typed(own.getObject());
    }

    private static TypedValue typed(Object value) {
        TypedValue typed = TypedValue.of(value);
        if (typed == null) {
            throw OutboxedErrors.unsupportedBody("a value of " + value.getClass(), null);
        }
        legal(typed.text());
        return typed;
    }

    /** Refuses a text that UTF-8 would change. */
    private static String legal(String text) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw OutboxedErrors.unsupportedBody("a text with an unpaired surrogate", null);
        }
        return text;
    }
}
