// SPDX-License-Identifier: Apache-2.0
package io.onceward.console;

import java.text.NumberFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What an operator should know. Immutable.
 *
 * @param level how much it matters
 * @param entry the entry of the runbook; empty if all is well
 * @param headline what is the case
 * @param cause why, if it is known
 * @param affected the queues whose events wait
 * @param age for how long it has been the case, if that is known
 * @param oldest when the oldest parked event of the queue was recorded, if it was read
 */
record Fact(
        Level level,
        Optional<RunbookEntry> entry,
        String headline,
        Optional<Cause> cause,
        List<QueueStatus> affected,
        Optional<Duration> age,
        Optional<Instant> oldest) {

    /** The queues that the sentence names. */
    private static final int NAMED = 3;

    Fact {
        affected = List.copyOf(affected);
    }

    static Fact good(String headline) {
        return new Fact(
                Level.GOOD,
                Optional.empty(),
                headline,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty());
    }

    /** Returns headline and cause in one line, and which queues wait for an outage. */
    String text() {
        return headline
                + cause.map(each -> ". Cause: " + each.original()).orElse("")
                + (cause.filter(Cause::isOutage).isPresent() ? kept() : "");
    }

    private String kept() {
        if (affected.isEmpty()) {
            return "";
        }
        List<String> names = affected.stream()
                .limit(NAMED)
                .map(queue -> queue.backlog().queue())
                .toList();
        int more = affected.size() - names.size();
        return ". Kept and retried: " + String.join(", ", names) + (more == 0 ? "" : " and " + more + " more");
    }

    /** Returns whether an operator must act; otherwise it is enough to know. */
    boolean needsOperator() {
        return level == Level.STUCK;
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
