// SPDX-License-Identifier: Apache-2.0
package io.oncebox.spi;

import io.oncebox.api.OutboxMetadata;
import java.time.Instant;
import java.util.Map;

/**
 * An event of the outbox table, with everything that a relay needs to publish it. A relay needs neither classes nor
 * configuration of the application that recorded it. Immutable, as long as no code changes the payload.
 *
 * @param id the identity by which receivers recognize duplicates; not {@code null}
 * @param channel the channel on which the event was recorded; not {@code null}
 * @param key the key: events of a channel with the same one keep their order; {@code null} if there is none
 * @param type the type; not {@code null}
 * @param payload the encoded payload; not copied, so don't change it; not {@code null}
 * @param contentType the media type of the payload; not {@code null}
 * @param headers further message properties; not {@code null}
 * @param destination the destination, a URI whose scheme is that of the broker's adapter; not {@code null}
 * @param slot the hash of the key, or of the id if there is no key, from 0 to 32767; modulo the number of lanes it is the lane
 *     whose lock guards the order
 * @param deliverAt the time before which the relay does not publish the event; {@code null} for at once
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

    /**
     * Returns this event with other headers.
     *
     * @param newHeaders not {@code null}
     */
    public OutboxEvent withHeaders(Map<String, String> newHeaders) {
        return new OutboxEvent(id, channel, key, type, payload, contentType, newHeaders, destination, slot, deliverAt);
    }

    /** Returns the id of the chain of messages: the header for it, else the event's id. */
    public String correlationId() {
        return headers.getOrDefault(OutboxMetadata.CORRELATION_ID, id);
    }

    /** Returns the kind of broker: the scheme of the destination. */
    public String system() {
        return destination.substring(0, Math.max(0, destination.indexOf(':')));
    }
}
