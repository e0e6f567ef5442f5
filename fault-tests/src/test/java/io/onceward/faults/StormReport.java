// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import java.time.Duration;

/** The report of a storm. */
final class StormReport {

    private StormReport() {}

    /** In Markdown. */
    static String text(long seed, Duration length, Verdict verdict) {
        StringBuilder text = new StringBuilder();
        text.append("# Storm of ").append(length).append(", seed ").append(seed).append("\n\n");
        text.append(verdict.violations().isEmpty() ? "Nothing is wrong.\n" : "**What is wrong:**\n\n");
        verdict.violations()
                .forEach(violation -> text.append("- ").append(violation).append('\n'));
        text.append("\n| | |\n|---|--:|\n");
        verdict.counts().forEach((what, count) -> text.append("| ")
                .append(what)
                .append(" | ")
                .append("%,d".formatted(count))
                .append(" |\n"));
        if (!verdict.history().isEmpty()) {
            text.append("\n```\n");
            verdict.history().forEach(line -> text.append(line).append('\n'));
            text.append("```\n");
        }
        return text.toString();
    }
}
