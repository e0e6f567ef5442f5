// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory;

import io.onceward.spi.OutboxEvent;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A message of a broker in memory.
 *
 * @param id its identity; {@code null}: none
 * @param key messages with the same one keep their order; {@code null}: none
 * @param type what happened; {@code null} if the sender did not say
 * @param body its bytes; {@code null}: it can't be stored
 * @param contentType the media type of the body
 * @param headers names and values
 */
public record MemoryMessage(
        String id, String key, String type, byte[] body, String contentType, Map<String, String> headers) {

    /** Returns a text with an identity. */
    public static MemoryMessage of(String id, String text) {
        return new MemoryMessage(id, null, null, text.getBytes(StandardCharsets.UTF_8), "text/plain", Map.of());
    }

    static MemoryMessage of(OutboxEvent event) {
        return new MemoryMessage(
                event.id(), event.key(), event.type(), event.payload(), event.contentType(), event.headers());
    }

    /** Returns the body as a text. */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
