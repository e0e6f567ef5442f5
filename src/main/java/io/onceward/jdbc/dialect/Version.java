// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of a version, the first the weightiest; a missing number counts as zero. */
public record Version(int major, int minor, int patch) implements Comparable<Version> {

    private static final Pattern NUMBERS = Pattern.compile("(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?");

    /** Returns the first version in the text; 0.0.0 if there is none. */
    public static Version of(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        return numbers.find()
                ? new Version(number(numbers.group(1)), number(numbers.group(2)), number(numbers.group(3)))
                : new Version(0, 0, 0);
    }

    private static int number(String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    @Override
    public int compareTo(Version other) {
        return Arrays.compare(new int[] {major, minor, patch}, new int[] {other.major, other.minor, other.patch});
    }

    /** Returns the numbers without zeros at the end. */
    @Override
    public String toString() {
        return (major + "." + minor + "." + patch).replaceAll("(\\.0)+$", "");
    }
}
