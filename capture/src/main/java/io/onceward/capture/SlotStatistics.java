// SPDX-License-Identifier: Apache-2.0
package io.onceward.capture;

/**
 * What the database has counted of the reads from a replication slot. Immutable.
 *
 * @param period identifies the time since which it counts: different after a restart, a crash or a reset of the statistics
 * @param transactions the transactions that readers have read from the slot; it grows until the slot is dropped
 */
record SlotStatistics(String period, long transactions) {

    /** Returns whether the slot is not that of earlier statistics: the number of the same slot can't have fallen. */
    boolean isOfNewSlot(SlotStatistics earlier) {
        return period.equals(earlier.period) && transactions < earlier.transactions;
    }
}
