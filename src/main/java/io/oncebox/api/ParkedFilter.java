// SPDX-License-Identifier: Apache-2.0
package io.oncebox.api;

import java.time.Instant;

/**
 * Which parked events are meant: those that agree with everything that is not {@code null}. Immutable.
 *
 * @param id the event's id
 * @param channel the channel
 * @param destination where it was to be published, as it stands in the row; of a message of the inbox {@code handler:} and
 *     the handler's name
 * @param type the type
 * @param key the key
 * @param from recorded at or after
 * @param to recorded before
 * @since 0.1
 */
public record ParkedFilter(
        String id, String channel, String destination, String type, String key, Instant from, Instant to) {

    /** All. */
    public static ParkedFilter all() {
        return new ParkedFilter(null, null, null, null, null, null, null);
    }

    /** Those with this id. */
    public ParkedFilter withId(String value) {
        return new ParkedFilter(value, channel, destination, type, key, from, to);
    }

    /** Those of this channel. */
    public ParkedFilter withChannel(String value) {
        return new ParkedFilter(id, value, destination, type, key, from, to);
    }

    /** Those for this destination. */
    public ParkedFilter withDestination(String value) {
        return new ParkedFilter(id, channel, value, type, key, from, to);
    }

    /** Of the messages of the inbox those for this handler. */
    public ParkedFilter withHandler(String handler) {
        return withDestination("handler:" + handler);
    }

    /** Those of this type. */
    public ParkedFilter withType(String value) {
        return new ParkedFilter(id, channel, destination, value, key, from, to);
    }

    /** Those with this key. */
    public ParkedFilter withKey(String value) {
        return new ParkedFilter(id, channel, destination, type, value, from, to);
    }

    /** Those recorded at or after the first and before the second point in time; {@code null} for no such limit. */
    public ParkedFilter withTimes(Instant first, Instant second) {
        return new ParkedFilter(id, channel, destination, type, key, first, second);
    }
}
