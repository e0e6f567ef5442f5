// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import io.onceward.api.EventState;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * An event that a committed transaction has recorded, as of the moment when {@link TestOutbox#recorded()} returned it.
 *
 * <p>Immutable and thread-safe.
 *
 * @since 0.1
 */
public final class TestEvent {

    private final Attempt.Facts facts;
    private final String contentType;
    private final byte[] payload;
    private final EventState state;
    private final Instant deliverAt;

    /** @param state {@code null} if the event is published */
    TestEvent(Attempt.Facts facts, String contentType, byte[] payload, EventState state, Instant deliverAt) {
        this.facts = facts;
        this.contentType = contentType;
        this.payload = payload;
        this.state = state;
        this.deliverAt = deliverAt;
    }

    Attempt.Facts facts() {
        return facts;
    }

    byte[] bytes() {
        return payload;
    }

    /** Returns the channel. */
    public String channel() {
        return facts.channel();
    }

    /** Returns the id. */
    public String id() {
        return facts.id();
    }

    /**
     * Returns the key.
     *
     * @return {@code null} if the event has none
     */
    public String key() {
        return facts.key();
    }

    /** Returns the type, for example {@code OrderPlaced}. */
    public String type() {
        return facts.type();
    }

    /** Returns the headers, unmodifiable. */
    public Map<String, String> headers() {
        return facts.headers();
    }

    /** Returns the content type of the payload. */
    public String contentType() {
        return contentType;
    }

    /** Returns the encoded payload, a new array. */
    public byte[] payload() {
        return payload.clone();
    }

    /** Returns whether the relay has published the event. */
    public boolean isPublished() {
        return state == null;
    }

    /** Returns the state of the row; empty if the event is published. */
    public Optional<EventState> state() {
        return Optional.ofNullable(state);
    }

    /** Returns when the event is due, by {@link TestOutbox#clock()}; empty if it is due at once, or published. */
    public Optional<Instant> deliverAt() {
        return Optional.ofNullable(deliverAt);
    }

    /** Returns channel, key, type and state, without the payload. */
    @Override
    public String toString() {
        return facts + ": " + (state == null ? "published" : state.name().toLowerCase(java.util.Locale.ROOT));
    }
}
