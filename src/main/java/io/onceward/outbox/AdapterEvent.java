// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import io.onceward.api.OutboxMetadata;
import java.util.Map;
import java.util.Objects;

/**
 * An event that a broker adapter makes of a message of its own API, encoded already. Immutable, as long as no code changes the
 * payload or the reserved headers.
 *
 * @param payload the encoded payload; not copied; not {@code null}
 * @param contentType the media type of the payload; not {@code null}
 * @param metadata the metadata of the event; not {@code null}
 * @param reservedHeaders headers whose names start with {@code onceward_} and the scheme of the adapter, for the publisher of the
 *     adapter; not {@code null}
 * @param destination where to publish the event; not {@code null}
 * @since 0.1
 */
public record AdapterEvent(
        byte[] payload,
        String contentType,
        OutboxMetadata metadata,
        Map<String, String> reservedHeaders,
        String destination) {

    /** @throws NullPointerException if a component is {@code null} */
    public AdapterEvent {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(contentType, "contentType");
        Objects.requireNonNull(metadata, "metadata");
        Objects.requireNonNull(reservedHeaders, "reservedHeaders");
        Objects.requireNonNull(destination, "destination");
    }

    AdapterEvent with(OutboxMetadata newMetadata) {
        return new AdapterEvent(payload, contentType, newMetadata, reservedHeaders, destination);
    }
}
