// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What travels beside the payload of an event. Immutable; start with {@link #none()} and add:
 *
 * <pre>{@code OutboxMetadata.none().withKey("order-42").withHeader("tenant", "acme")}</pre>
 *
 * <p>Everything is optional. Values are checked when the event is recorded, not here.
 *
 * @param id the identity by which receivers recognise duplicates; {@code null}: a random UUID. Give it only to publish
 *     the same event again on purpose. At most 128 characters.
 * @param key events of one channel with the same key are published in the order of their commits; {@code null}: no
 *     order. At most 255 characters.
 * @param type what happened, for example {@code OrderPlaced}; {@code null}: from the payload's class,
 *     see {@link EventType}. At most 255
 *     characters.
 * @param headers further properties of the message. A name must be a legal JMS property name (Jakarta Messaging 3.1,
 *     section 3.5.1) and must not start with {@code JMS}, {@code oncebox_} or {@code _}.
 * @param deliverAt not published before this time; {@code null}: at once. An event with a time of delivery stands
 *     outside the order of its key until it is due.
 * @since 0.1
 */
public record OutboxMetadata(String id, String key, String type, Map<String, String> headers, Instant deliverAt) {

    /**
     * The header with the correlation id, which names the chain of messages that an event is part of. An event that is
     * recorded in a handler has that of the handler's message, unless the application sets another; otherwise the id of the
     * event itself is it. It becomes the {@code JMSCorrelationID}.
     */
    public static final String CORRELATION_ID = "correlationId";

    private static final OutboxMetadata NONE = new OutboxMetadata(null, null, null, Map.of(), null);

    /**
     * Copies the headers, keeping their order.
     *
     * @throws NullPointerException if {@code headers}, a name or a value is {@code null}
     */
    public OutboxMetadata {
        Map<String, String> copy = new LinkedHashMap<>(headers);
        copy.forEach((name, value) -> {
            java.util.Objects.requireNonNull(name, "header name");
            java.util.Objects.requireNonNull(value, () -> "value of header " + name);
        });
        headers = java.util.Collections.unmodifiableMap(copy);
    }

    /** Metadata that leaves everything open. */
    public static OutboxMetadata none() {
        return NONE;
    }

    /** This metadata with another id. */
    public OutboxMetadata withId(String newId) {
        return new OutboxMetadata(newId, key, type, headers, deliverAt);
    }

    /** This metadata with another key. */
    public OutboxMetadata withKey(String newKey) {
        return new OutboxMetadata(id, newKey, type, headers, deliverAt);
    }

    /** This metadata with another type. */
    public OutboxMetadata withType(String newType) {
        return new OutboxMetadata(id, key, newType, headers, deliverAt);
    }

    /** This metadata with one header more; an earlier value of the same name is replaced. */
    public OutboxMetadata withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new OutboxMetadata(id, key, type, more, deliverAt);
    }

    /** This metadata with another time of delivery. */
    public OutboxMetadata withDeliverAt(Instant newDeliverAt) {
        return new OutboxMetadata(id, key, type, headers, newDeliverAt);
    }
}
