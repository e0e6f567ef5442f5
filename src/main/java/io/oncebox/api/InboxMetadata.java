// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What travels beside the payload of a message in the stored inbox. Immutable.
 *
 * @param id the message's identity, by which duplicates are recognised; a long one as its hash
 * @param channel the channel that it was stored for
 * @param key messages of one channel with the same key are handled in the order in which they were stored; {@code null}: none
 * @param type what happened, by its sender's word; the channel's name if there is none
 * @param contentType media type of the payload, by its sender's word
 * @param headers the message's other properties, as texts
 * @since 0.1
 */
public record InboxMetadata(
        String id, String channel, String key, String type, String contentType, Map<String, String> headers) {

    /** Copies the headers, keeping their order. */
    public InboxMetadata {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /**
     * What names the chain of messages that this one is part of: the header {@link OutboxMetadata#CORRELATION_ID}, else its id.
     * Events that its handler records inherit it. Not {@code null}; a sender's word, of any length.
     */
    public String correlationId() {
        return headers.getOrDefault(OutboxMetadata.CORRELATION_ID, id);
    }
}
