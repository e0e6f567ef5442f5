// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import java.time.Duration;
import java.util.Locale;

/** Durations in log messages. */
public final class Seconds {

    private Seconds() {}

    /** Returns the seconds with one digit after the decimal point. */
    public static String of(Duration duration) {
        return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1000.0);
    }
}
