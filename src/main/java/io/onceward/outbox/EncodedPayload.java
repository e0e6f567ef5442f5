// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox;

import java.util.Objects;

/**
 * An object of the application, encoded as {@link io.onceward.api.Outbox} encodes it. Immutable, as long as no code changes the bytes.
 *
 * @param payload the encoded object; not copied; not {@code null}
 * @param contentType its media type; not {@code null}
 * @param key the value of its member with {@link io.onceward.api.EventKey}; {@code null} if it has none
 * @param type the type that its class declares by {@link io.onceward.api.EventType}, else the simple name of the class; {@code null} for
 *     a class of the JDK
 * @since 0.1
 */
public record EncodedPayload(byte[] payload, String contentType, String key, String type) {

    /** @throws NullPointerException if payload or contentType is {@code null} */
    public EncodedPayload {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(contentType, "contentType");
    }
}
