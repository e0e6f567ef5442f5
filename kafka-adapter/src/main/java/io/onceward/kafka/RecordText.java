// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** The texts of a record. Bytes that are not UTF-8 become Base64, so that different bytes stay different. */
final class RecordText {

    private RecordText() {}

    /** Returns the last header of a name; {@code null} if there is none, or it is empty. */
    static String header(ConsumerRecord<?, ?> received, String name) {
        Header header = received.headers().lastHeader(name);
        String text = header == null ? null : of(header.value());
        return text == null || text.isBlank() ? null : text;
    }

    /**
     * Returns the key; {@code null} if there is none.
     *
     * @throws IllegalArgumentException if it is an object without a text
     */
    static String key(ConsumerRecord<?, ?> received) {
        Object key = received.key();
        if (key == null || key instanceof CharSequence || key instanceof Number || key instanceof java.util.UUID) {
            return key == null ? null : key.toString();
        }
        if (key instanceof byte[] bytes) {
            return of(bytes);
        }
        throw new IllegalArgumentException(
                "its key is of " + key.getClass().getName() + ", and Onceward reads bytes, texts, numbers and UUIDs");
    }

    static String of(byte[] bytes) {
        if (bytes == null) {
            return null;
        }
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
