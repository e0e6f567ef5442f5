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
     * @param message of the type of the kind; not {@code null}
     * @throws IllegalArgumentException if the message has a body that can't be stored, with the reason
     * @throws Exception if the message can't be read
     */
    Content read(Object message) throws Exception;

    /**
     * The content of a message.
     *
     * @param key the key: messages with the same one keep their order; {@code null} if there is none
     * @param type the type that the sender set; {@code null} if there is none
     * @param payload the body; not {@code null}
     * @param contentType the media type of the body; not {@code null}
     * @param headers the properties that the sender's application set; not {@code null}
     * @since 0.1
     */
    record Content(String key, String type, byte[] payload, String contentType, Map<String, String> headers) {}
}
