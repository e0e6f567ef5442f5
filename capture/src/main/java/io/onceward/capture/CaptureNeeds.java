// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

import io.onceward.outbox.capture.CaptureReading.Shortcoming;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a tool that captures events needs in the database, as the database knows it at one time.
 *
 * @param shortcomings what the tool lacks; empty if it lacks nothing
 * @param slot the place of the tool in the log; empty if there is none, or the database has no such places
 */
record CaptureNeeds(List<Shortcoming> shortcomings, Optional<SlotRow> slot) {

    /**
     * A replication slot.
     *
     * @param isActive whether a tool reads from it
     * @param walStatus its status in the database; {@code null} if the database does not say it
     * @param logEnd the position at which the log ends; 0 on a standby
     * @param lagBytes the bytes of the log that its reader has not confirmed
     * @param inactivity how long the slot has had no reader; {@code null} if it has one, or the database does not say it
     * @param statistics what the database has counted; {@code null} if it does not count
     */
    record SlotRow(
            String name,
            boolean isActive,
            String walStatus,
            long logEnd,
            long lagBytes,
            Duration inactivity,
            SlotStatistics statistics) {}
}
