// SPDX-License-Identifier: Apache-2.0
package io.onceward.outbox.capture;

import java.util.List;

/**
 * The log-based capture of one datasource, for operators.
 *
 * @param datasource its name
 * @param channels the channels whose events are captured
 * @param reading the last reading; {@code null} if the check is off
 */
public record CaptureStatus(String datasource, List<String> channels, CaptureReading reading) {

    /** What does not apply to the channels. */
    public static final String NOT_APPLICABLE =
            "no relay: max-pending, retention, retries, parking and pauses do not apply";

    /** Returns whether events that are recorded now would be lost. */
    public boolean losesEvents() {
        return reading != null && reading.losesEvents();
    }

    /** Returns the status in one line. */
    public String text() {
        if (reading == null) {
            return "not checked, because onceward.cdc.check is false";
        }
        String missing = reading.text();
        if (reading.slot().isEmpty()) {
            return missing.isEmpty() ? "nothing is missing" : missing;
        }
        String slot = text(reading.slot().get());
        return missing.isEmpty() ? slot : slot + ". " + missing;
    }

    private static String text(CaptureReading.Slot slot) {
        return "slot " + slot.name() + (slot.isActive() ? " active" : " without a reader") + ", lag "
                + slot.lagBytes() + " bytes, " + slot.lag().toSeconds() + " s"
                + (slot.walStatus() == null ? "" : ", wal_status " + slot.walStatus());
    }
}
