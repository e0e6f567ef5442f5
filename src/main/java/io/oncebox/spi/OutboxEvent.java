// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import io.oncebox.api.OutboxMetadata;
import java.time.Instant;
import java.util.Map;

/**
 * One event as it stands in the outbox table: everything that a relay needs to publish it, without the application's
 * classes or configuration.
 *
 * @param id identity, by which receivers recognise duplicates
 * @param channel the channel it was recorded on
 * @param key events of a channel with the same key keep their order; {@code null}: none
 * @param type what happened
 * @param payload the encoded payload; not copied, treat it as immutable
 * @param contentType media type of the payload
 * @param headers further message properties
 * @param destination where to publish it, a URI whose scheme is that of the broker's adapter
 * @param slot what its key, or without one its id, hashes to, from 0 to 32767; modulo the number of lanes it is the lane
 *     whose lock guards its order
 * @param deliverAt not to be published before; {@code null}: at once
 * @since 0.1
 */
public record OutboxEvent(
        String id,
        String channel,
        String key,
        String type,
        byte[] payload,
        String contentType,
        Map<String, String> headers,
        String destination,
        int slot,
        Instant deliverAt) {

    /** How many slots there are. */
    public static final int SLOTS = 1 << 15;

    /** The same event with other headers. */
    public OutboxEvent withHeaders(Map<String, String> newHeaders) {
        return new OutboxEvent(id, channel, key, type, payload, contentType, newHeaders, destination, slot, deliverAt);
    }

    /** What names the chain of messages that it is part of: its header for that, else its id. */
    public String correlationId() {
        return headers.getOrDefault(OutboxMetadata.CORRELATION_ID, id);
    }

    /** The kind of broker that it is for: the scheme of its destination. */
    public String system() {
        return destination.substring(0, Math.max(0, destination.indexOf(':')));
    }

    /** The slot of a key: its events share it, and with it a lane, however many lanes there are; without one they are spread. */
    public static int slot(String key, String id) {
        return Math.floorMod((key != null ? key : id).hashCode(), SLOTS);
    }

    /**
     * Whether every database keeps a text as it is: it has neither the character NUL, which some refuse, nor half of a
     * surrogate pair, which drivers replace by a question mark, so that two texts become one.
     */
    public static boolean storable(String text) {
        return text.indexOf('\0') < 0 && isUnicode(text);
    }

    /** Whether a text has an encoding in UTF-8: each surrogate stands in a pair. */
    public static boolean isUnicode(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                boolean pair = Character.isHighSurrogate(c)
                        && i + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(i + 1));
                if (!pair) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }
}
