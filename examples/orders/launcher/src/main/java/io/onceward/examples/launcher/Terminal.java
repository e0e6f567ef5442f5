// SPDX-License-Identifier: Apache-2.0
package io.onceward.examples.launcher;

import java.io.PrintStream;
import java.time.Duration;

/** The output for the user at the terminal: plain text without cursor control, so that a file has the same text. */
final class Terminal {

    private static final int STEP_SECONDS = 5;

    private final PrintStream out;

    Terminal(PrintStream out) {
        this.out = out;
    }

    synchronized void line(String line) {
        out.println(line);
    }

    /** Begins a line that grows while something is under way. */
    synchronized Wait begin(String text) {
        out.print(text);
        out.flush();
        return new Wait(System.nanoTime());
    }

    /** One growing line: a figure every few seconds, then how it ended. */
    final class Wait {

        private final long start;
        private long shown;

        private Wait(long start) {
            this.start = start;
        }

        Duration elapsed() {
            return Duration.ofNanos(System.nanoTime() - start);
        }

        void tick() {
            long seconds = elapsed().toSeconds();
            if (seconds >= shown + STEP_SECONDS) {
                shown = seconds;
                append(" " + seconds + " s …");
            }
        }

        void end(String how) {
            append(" " + how + System.lineSeparator());
        }

        private void append(String text) {
            synchronized (Terminal.this) {
                out.print(text);
                out.flush();
            }
        }
    }
}
