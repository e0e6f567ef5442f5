// SPDX-License-Identifier: Apache-2.0
package io.onceward.inbox;

import io.onceward.api.InboxMetadata;
import io.onceward.queue.RecordedEvent;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The metadata of a stored message, as its row has them. */
record StoredMessageMetadata(
        String id, String channel, String key, String type, String contentType, Map<String, String> headers)
        implements InboxMetadata {

    /** Copies the headers and keeps their order. */
    StoredMessageMetadata {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    static StoredMessageMetadata of(RecordedEvent message) {
        return new StoredMessageMetadata(
                message.id(),
                message.channel(),
                message.key(),
                message.type(),
                message.contentType(),
                message.headers());
    }

    /** Returns a text for logs, with the names of the headers but not their values. */
    @Override
    public String toString() {
        return "InboxMetadata[id=" + id + ", channel=" + channel + ", key=" + key + ", type=" + type + ", contentType="
                + contentType + ", headers=" + headers.keySet() + "]";
    }
}
