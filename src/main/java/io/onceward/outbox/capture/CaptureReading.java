// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox.capture;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a tool that captures events needs in the database, as read at one time.
 *
 * @param shortcomings what the tool lacks; empty if it lacks nothing
 * @param slot the replication slot, if the database has such and there is one with the configured name
 */
public record CaptureReading(List<Shortcoming> shortcomings, Optional<Slot> slot) {

    /** Returns whether events that are recorded now would be lost. */
    public boolean losesEvents() {
        return shortcomings.stream().anyMatch(Shortcoming::losesEvents);
    }

    /** Returns the shortcomings as one text. */
    public String text() {
        return String.join(" ", shortcomings.stream().map(Shortcoming::text).toList());
    }

    /**
     * Something that the tool lacks.
     *
     * @param text what it is and how to correct it, in sentences
     * @param losesEvents whether events that are recorded now would be lost
     */
    public record Shortcoming(String text, boolean losesEvents) {}

    /**
     * A replication slot.
     *
     * @param isActive whether a tool reads from it
     * @param walStatus its status in the database; {@code null} if the database does not say it
     * @param lagBytes the bytes of the log that its reader has not confirmed
     * @param lag how far its reader is behind in time, or how long the slot has had no reader
     */
    public record Slot(String name, boolean isActive, String walStatus, long lagBytes, Duration lag) {

        /** Returns whether the database is about to remove log that the reader needs. */
        public boolean isEndangered() {
            return "unreserved".equals(walStatus);
        }
    }
}
