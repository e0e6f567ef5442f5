// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import io.nats.client.Message;
import io.nats.client.impl.Headers;

/** Reads the headers of received messages. */
final class ReadHeaders {

    private ReadHeaders() {}

    /** Returns the first value of a header as the sender wrote it; {@code null} if there is none, or it is empty. */
    static String raw(Message message, String name) {
        Headers headers = message.getHeaders();
        String value = headers == null ? null : headers.getFirst(name);
        if (value == null || value.isBlank()) {
            return null;
        }
        return value.charAt(0) == ReadableHeaders.MARK ? HeaderText.decode(value.substring(1)) : value;
    }

    /** Returns the text of a header, which is encoded if the sender is Onceward; {@code null} if there is none. */
    static String text(Message message, String name) {
        String value = raw(message, name);
        return value != null && isEvent(message) ? HeaderText.decode(value) : value;
    }

    /** Returns whether the message is of Onceward, or of a sender that follows its format. */
    static boolean isEvent(Message message) {
        return raw(message, NatsHeaders.ID) != null;
    }

    /** Returns the media type of the body; {@code null} if the sender gave none. */
    static String contentType(Message message) {
        String contentType = text(message, NatsHeaders.CONTENT_TYPE);
        return contentType != null ? contentType : text(message, "Content-Type");
    }
}
