// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.LongString;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.Map;

/** The texts of a message. Bytes that are not UTF-8 become Base64, so that different bytes stay different. */
final class RabbitText {

    private RabbitText() {}

    /** Returns a header; {@code null} if there is none with a text, or it is empty. */
    static String header(Delivery received, String name) {
        String text = of(headers(received).get(name));
        return text == null || text.isBlank() ? null : text;
    }

    /** Returns the headers of the message, which may be none. */
    static Map<String, Object> headers(Delivery received) {
        Map<String, Object> headers = received.getProperties().getHeaders();
        return headers == null ? Map.of() : headers;
    }

    /** Returns the text of a value; {@code null} if it has none: a table, an array or nothing. */
    static String of(Object value) {
        if (value == null || value instanceof Map || value instanceof Collection) {
            return null;
        }
        if (value instanceof LongString text) {
            return of(text.getBytes());
        }
        if (value instanceof byte[] bytes) {
            return of(bytes);
        }
        return value instanceof Date time ? time.toInstant().toString() : value.toString();
    }

    private static String of(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return Base64.getEncoder().encodeToString(bytes);
        }
    }
}
