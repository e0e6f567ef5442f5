// SPDX-License-Identifier: Apache-2.0
package io.onceward.measure;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The figures of the rounds of a measurement. */
public final class Figures {

    private Figures() {}

    /** Returns the median, of an even number of values the larger one of the middle. */
    public static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Returns the median and, in brackets, the smallest and the largest value. */
    public static String spread(List<Double> values) {
        return String.format(
                Locale.ROOT, "%.3f (%.3f … %.3f)", median(values), Collections.min(values), Collections.max(values));
    }
}
