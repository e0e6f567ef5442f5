// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a tool needs that captures the rows of a table from the log of a database.
 *
 * @param missing what is missing or wrong
 * @param slot the place of the tool in the log; empty if there is none, or the database has no such places
 * @param exists whether the database keeps anything for this tool
 */
public record CaptureNeeds(List<Need> missing, Optional<SlotRow> slot, boolean exists) {

    /**
     * Something that is missing or wrong.
     *
     * @param text what it is and how to correct it, in sentences
     * @param losesRows whether rows that are inserted now would never be captured
     */
    public record Need(String text, boolean losesRows) {}

    /**
     * A replication slot.
     *
     * @param walStatus {@code null} if the database does not have it
     * @param logEnd the position at which the log ends; 0 on a standby
     * @param inactivity how long the slot has had no reader; {@code null} if it has one, or the database does not say it
     * @param statistics {@code null} if the database does not count
     */
    public record SlotRow(
            boolean isActive,
            String walStatus,
            long logEnd,
            long lagBytes,
            Duration inactivity,
            StatisticsRow statistics) {}

    /**
     * What the database has counted of a slot.
     *
     * @param period identifies the time since which it counts
     * @param transactions the transactions that readers have read from the slot
     */
    public record StatisticsRow(String period, long transactions) {}
}
