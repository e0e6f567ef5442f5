// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import java.util.Map;

/**
 * Reads received messages of one {@linkplain MessageKind kind}, so that they can be stored. Thread-safe.
 *
 * @since 0.1
 */
public interface MessageReader {

    /**
     * Reads a message.
     *
     * @throws IllegalArgumentException if it has a body that can't be stored, saying why
     * @throws Exception if it can't be read
     */
    Content read(Object message) throws Exception;

    /**
     * What a message holds.
     *
     * @param key messages with the same one keep their order; {@code null}: none
     * @param type what happened; {@code null} if the sender did not say
     * @param payload the body
     * @param contentType media type of the body
     * @param headers the properties of the application
     * @since 0.1
     */
    record Content(String key, String type, byte[] payload, String contentType, Map<String, String> headers) {}
}
