// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Instant;

/**
 * Which parked events are meant: those that agree with everything that is not {@code null}. Immutable.
 *
 * @param id the event's id
 * @param channel the channel
 * @param type the type
 * @param key the key
 * @param from recorded at or after
 * @param to recorded before
 * @since 0.1
 */
public record ParkedFilter(String id, String channel, String type, String key, Instant from, Instant to) {

    /** All. */
    public static ParkedFilter all() {
        return new ParkedFilter(null, null, null, null, null, null);
    }

    /** Those with this id. */
    public ParkedFilter withId(String value) {
        return new ParkedFilter(value, channel, type, key, from, to);
    }

    /** Those of this channel. */
    public ParkedFilter withChannel(String value) {
        return new ParkedFilter(id, value, type, key, from, to);
    }

    /** Those of this type. */
    public ParkedFilter withType(String value) {
        return new ParkedFilter(id, channel, value, key, from, to);
    }

    /** Those with this key. */
    public ParkedFilter withKey(String value) {
        return new ParkedFilter(id, channel, type, value, from, to);
    }

    /** Those recorded at or after the first and before the second point in time; {@code null} for no such limit. */
    public ParkedFilter withTimes(Instant first, Instant second) {
        return new ParkedFilter(id, channel, type, key, first, second);
    }
}
