// SPDX-License-Identifier: Apache-2.0
package io.onceward.api;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The metadata of an event. Every value is optional. Start with {@link #none()} and add:
 *
 * <pre>{@code OutboxMetadata.none().withKey("order-42").withHeader("tenant", "acme")}</pre>
 *
 * <p>The values are checked when the event is recorded, not here. Immutable; two are equal if all their values are.
 *
 * @since 0.1
 */
public final class OutboxMetadata {

    /**
     * The header with the correlation id, the id of the chain of messages that an event is part of. An event that a handler
     * records inherits the correlation id of the handler's message, unless the application sets this header. Without either
     * it is the id of the event.
     */
    public static final String CORRELATION_ID = "correlationId";

    private static final OutboxMetadata NONE = new OutboxMetadata(null, null, null, Map.of(), null, null, null);

    private final String id;
    private final String key;
    private final String type;
    private final Map<String, String> headers;
    private final Instant deliverAt;
    private final Integer priority;
    private final Duration timeToLive;

    private OutboxMetadata(
            String id,
            String key,
            String type,
            Map<String, String> headers,
            Instant deliverAt,
            Integer priority,
            Duration timeToLive) {
        this.id = id;
        this.key = key;
        this.type = type;
        this.headers = headers;
        this.deliverAt = deliverAt;
        this.priority = priority;
        this.timeToLive = timeToLive;
    }

    /** Returns metadata without any value. */
    public static OutboxMetadata none() {
        return NONE;
    }

    /**
     * Returns this metadata with another id, by which receivers recognize duplicates. Set it only to publish the same event
     * again on purpose.
     *
     * @param newId at most 128 characters; {@code null} for a random UUID
     */
    public OutboxMetadata withId(String newId) {
        return new OutboxMetadata(newId, key, type, headers, deliverAt, priority, timeToLive);
    }

    /**
     * Returns this metadata with another key. Events of one channel with the same key are published in the order of their
     * commits.
     *
     * @param newKey at most 255 characters; {@code null} for the {@link EventKey} of the payload's class, if it has one
     */
    public OutboxMetadata withKey(String newKey) {
        return new OutboxMetadata(id, newKey, type, headers, deliverAt, priority, timeToLive);
    }

    /**
     * Returns this metadata with another type, for example {@code OrderPlaced}.
     *
     * @param newType at most 255 characters; {@code null} for the type of the payload's class, see {@link EventType}
     */
    public OutboxMetadata withType(String newType) {
        return new OutboxMetadata(id, key, newType, headers, deliverAt, priority, timeToLive);
    }

    /**
     * Returns this metadata with one more header. It replaces an earlier header of the same name.
     *
     * @param name a name that the broker of the channel allows and that does not start with {@code onceward_}: for JMS a legal
     *     property name (Jakarta Messaging 3.1, section 3.5.1) that does not start with {@code JMS} or {@code _}; not {@code
     *     null}
     * @param value not {@code null}
     * @throws NullPointerException if the name or the value is {@code null}
     */
    public OutboxMetadata withHeader(String name, String value) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(value, "value");
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new OutboxMetadata(id, key, type, Collections.unmodifiableMap(more), deliverAt, priority, timeToLive);
    }

    /**
     * Returns this metadata with another delivery time. The relay does not publish the event earlier. Until then the event
     * has no place in the order of its key.
     *
     * @param newDeliverAt {@code null} for at once
     */
    public OutboxMetadata withDeliverAt(Instant newDeliverAt) {
        return new OutboxMetadata(id, key, type, headers, newDeliverAt, priority, timeToLive);
    }

    /**
     * Returns this metadata with another priority. Jakarta Messaging and RabbitMQ deliver messages of a higher priority first,
     * if the destination supports priorities. Other brokers ignore the priority. Events of one key keep their order until they
     * are published.
     *
     * @param newPriority from 0, the lowest, to 9; the default of Jakarta Messaging is 4
     */
    public OutboxMetadata withPriority(int newPriority) {
        return new OutboxMetadata(id, key, type, headers, deliverAt, newPriority, timeToLive);
    }

    /**
     * Returns this metadata with another time to live, which begins when the event is recorded. The relay does not publish an
     * expired event: {@code onceward.outbox.expired} says whether the relay drops or parks the event. Jakarta Messaging and
     * RabbitMQ get the remaining time, and expire the message themselves.
     *
     * @param newTimeToLive from one millisecond to 10,000 days; {@code null} for an event that never expires
     */
    public OutboxMetadata withTimeToLive(Duration newTimeToLive) {
        return new OutboxMetadata(id, key, type, headers, deliverAt, priority, newTimeToLive);
    }

    /**
     * Returns the id.
     *
     * @return {@code null} if none was set
     */
    public String id() {
        return id;
    }

    /**
     * Returns the key.
     *
     * @return {@code null} if none was set
     */
    public String key() {
        return key;
    }

    /**
     * Returns the type.
     *
     * @return {@code null} if none was set
     */
    public String type() {
        return type;
    }

    /** Returns the headers in the order in which they were added, unmodifiable. Not {@code null}. */
    public Map<String, String> headers() {
        return headers;
    }

    /**
     * Returns the delivery time.
     *
     * @return {@code null} if none was set
     */
    public Instant deliverAt() {
        return deliverAt;
    }

    /**
     * Returns the priority.
     *
     * @return {@code null} if none was set
     */
    public Integer priority() {
        return priority;
    }

    /**
     * Returns the time to live.
     *
     * @return {@code null} if none was set
     */
    public Duration timeToLive() {
        return timeToLive;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OutboxMetadata that
                && Objects.equals(id, that.id)
                && Objects.equals(key, that.key)
                && Objects.equals(type, that.type)
                && headers.equals(that.headers)
                && Objects.equals(deliverAt, that.deliverAt)
                && Objects.equals(priority, that.priority)
                && Objects.equals(timeToLive, that.timeToLive);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, key, type, headers, deliverAt, priority, timeToLive);
    }

    /** Returns a text for logs, with the names of the headers but not their values. */
    @Override
    public String toString() {
        return "OutboxMetadata[id=" + id + ", key=" + key + ", type=" + type + ", headers=" + headers.keySet()
                + ", deliverAt=" + deliverAt + ", priority=" + priority + ", timeToLive=" + timeToLive + "]";
    }
}
