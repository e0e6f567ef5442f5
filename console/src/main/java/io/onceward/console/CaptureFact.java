// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import io.onceward.outbox.capture.CaptureReading;
import io.onceward.outbox.capture.CaptureReading.Slot;
import io.onceward.outbox.capture.CaptureStatus;
import java.time.Duration;
import java.util.List;
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
            return Optional.of(fact(
                    Level.STUCK,
                    RunbookEntry.CAPTURED_EVENTS_REFUSED,
                    start + "events are refused. " + reading.text(),
                    Optional.empty()));
        }
        if (!reading.shortcomings().isEmpty()) {
            return Optional.of(
                    fact(Level.WARN, RunbookEntry.RELAY_BESIDE_A_CAPTURE, start + reading.text(), Optional.empty()));
        }
        return reading.slot().flatMap(slot -> of(start, slot));
    }

    private static Optional<Fact> of(String start, Slot slot) {
        if (slot.isEndangered()) {
            return Optional.of(fact(
                    Level.STUCK,
                    RunbookEntry.CAPTURE_WITHOUT_A_READER,
                    start + "the database is about to remove log that the reader of slot " + slot.name()
                            + " needs, " + Fact.number(slot.lagBytes()) + " bytes behind. Start the connector, or raise"
                            + " max_slot_wal_keep_size.",
                    Optional.empty()));
        }
        if (!slot.isActive()) {
            return Optional.of(fact(
                    Level.WARN,
                    RunbookEntry.CAPTURE_WITHOUT_A_READER,
                    start + "slot " + slot.name() + " has no reader for " + Fact.age(slot.lag()) + ", "
                            + Fact.number(slot.lagBytes()) + " bytes behind",
                    Optional.of(slot.lag())));
        }
        return Optional.empty();
    }

    private static Fact fact(Level level, RunbookEntry entry, String headline, Optional<Duration> age) {
        return new Fact(level, Optional.of(entry), headline, Optional.empty(), List.of(), age, Optional.empty());
    }
}
