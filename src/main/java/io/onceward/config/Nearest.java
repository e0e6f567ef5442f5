// SPDX-License-Identifier: Apache-2.0
package io.onceward.config;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the known name that was probably meant. */
final class Nearest {

    private static final int MAX_COMPARED = 100;

    private Nearest() {}

    static String of(String name, List<String> known) {
        return known.stream()
                .min(Comparator.<String>comparingInt(k -> distance(end(name), end(k)))
                        .thenComparing(k -> !lastPart(k).equals(lastPart(name))))
                .orElseThrow();
    }

    /** Returns the known name that differs in so few characters that it was surely meant. */
    static Optional<String> almost(String name, Set<String> known) {
        return known.stream()
                .filter(other -> distance(end(name), end(other)) <= Math.min(2, name.length() / 3))
                .min(Comparator.comparingInt(other -> distance(end(name), end(other))));
    }

    /** Returns the end of a key, in which keys differ: it follows the name of a channel, which may be very long. */
    private static String end(String name) {
        return name.substring(Math.max(0, name.length() - MAX_COMPARED));
    }

    /** A part in the middle was probably forgotten if the last part is right. */
    private static String lastPart(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Levenshtein distance. */
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
