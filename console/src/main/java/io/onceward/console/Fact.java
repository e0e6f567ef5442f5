// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import java.text.NumberFormat;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * A sentence for an operator.
 *
 * @param level how much it matters
 * @param entry the entry of the runbook; empty if all is well
 */
record Fact(Level level, Optional<RunbookEntry> entry, String text) {

    Fact(Level level, RunbookEntry entry, String text) {
        this(level, Optional.of(entry), text);
    }

    /** Returns a duration in its largest unit, and from an hour on in its two largest. */
    static String age(Duration age) {
        if (age.toMinutes() < 1) {
            return age.toSeconds() + " s";
        }
        if (age.toHours() < 1) {
            return age.toMinutes() + " min";
        }
        return age.toDays() < 1
                ? inUnits(age.toHours(), "h", age.toMinutesPart(), "min")
                : inUnits(age.toDays(), "d", age.toHoursPart(), "h");
    }

    private static String inUnits(long large, String unit, int small, String smallUnit) {
        return large + " " + unit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }

    static String number(long number) {
        return NumberFormat.getIntegerInstance(Locale.ENGLISH).format(number);
    }
}
