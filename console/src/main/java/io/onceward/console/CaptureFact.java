// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureReading.Slot;
import io.onceward.outbox.capture.CaptureStatus;
import java.util.Optional;

/** What an operator should know of the capture of events from the log of a database. */
final class CaptureFact {

    private CaptureFact() {}

    /** Returns the fact; empty if all is well. */
    static Optional<Fact> of(CaptureStatus capture) {
        CaptureReading reading = capture.reading();
        if (reading == null) {
            return Optional.empty();
        }
        String start = "Capture of " + capture.datasource() + ": ";
        if (reading.losesEvents()) {
            return Optional.of(new Fact(
                    Level.STUCK,
                    RunbookEntry.CAPTURED_EVENTS_REFUSED,
                    start + "events are refused. " + reading.text()));
        }
        if (!reading.shortcomings().isEmpty()) {
            return Optional.of(new Fact(Level.WARN, RunbookEntry.RELAY_BESIDE_A_CAPTURE, start + reading.text()));
        }
        return reading.slot().flatMap(slot -> of(start, slot));
    }

    private static Optional<Fact> of(String start, Slot slot) {
        if (slot.isEndangered()) {
            return Optional.of(new Fact(
                    Level.STUCK,
                    RunbookEntry.CAPTURE_WITHOUT_A_READER,
                    start + "the database is about to remove log that the reader of slot " + slot.name()
                            + " needs, " + Fact.number(slot.lagBytes()) + " bytes behind. Start the connector, or raise"
                            + " max_slot_wal_keep_size."));
        }
        if (!slot.isActive()) {
            return Optional.of(new Fact(
                    Level.WARN,
                    RunbookEntry.CAPTURE_WITHOUT_A_READER,
                    start + "slot " + slot.name() + " has no reader for " + Fact.age(slot.lag()) + ", "
                            + Fact.number(slot.lagBytes()) + " bytes behind"));
        }
        return Optional.empty();
    }
}
