// SPDX-License-Identifier: Apache-2.0
package io.onceward.queue;

import io.onceward.spi.OutboxEvent;
import java.time.Instant;
import java.util.Map;

/**
 * An event of the outbox, or a message of the stored inbox, as its row has it. Immutable, as long as no code changes the
 * payload. A malformed row may lack any value.
 *
 * @param id the identity by which receivers recognize duplicates
 * @param channel the channel on which the event was recorded or the message received
 * @param key the key: events of a queue with the same one keep their order; {@code null} if there is none
 * @param type the type
 * @param payload the encoded payload; not copied
 * @param contentType the media type of the payload
 * @param headers further message properties
 * @param destination a URI whose scheme is that of the broker's adapter; in the inbox the name of the handler
 * @param slot the hash of the key, or of the id if there is no key, from 0 to 32767; modulo the number of lanes it is the lane
 *     whose lock guards the order
 * @param deliverAt the time before which the relay does not publish the event; {@code null} for at once
 */
public record RecordedEvent(
        String id,
        String channel,
        String key,
        String type,
        byte[] payload,
        String contentType,
        Map<String, String> headers,
        String destination,
        int slot,
        Instant deliverAt)
        implements OutboxEvent {

    /** Returns this event in another queue, with another destination. */
    public RecordedEvent to(String queue, String newDestination) {
        return new RecordedEvent(id, queue, key, type, payload, contentType, headers, newDestination, slot, deliverAt);
    }

    /** Returns this event with other headers. */
    public RecordedEvent withHeaders(Map<String, String> newHeaders) {
        return new RecordedEvent(
                id, channel, key, type, payload, contentType, newHeaders, destination, slot, deliverAt);
    }

    /** Returns this event with another payload. */
    public RecordedEvent withPayload(byte[] newPayload, String newContentType) {
        return new RecordedEvent(
                id, channel, key, type, newPayload, newContentType, headers, destination, slot, deliverAt);
    }

    /** Returns this event without its key. */
    public RecordedEvent withoutKey() {
        return new RecordedEvent(
                id, channel, null, type, payload, contentType, headers, destination, Slots.of(null, id), deliverAt);
    }
}
