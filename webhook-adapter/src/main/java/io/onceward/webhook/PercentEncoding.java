// SPDX-License-Identifier: Apache-2.0
package io.onceward.webhook;

import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;

/** Percent-encodes texts, so that they are printable ASCII and a receiver can decode them without loss. */
final class PercentEncoding {

    private static final int LAST_PRINTABLE = 0x7E;

    private PercentEncoding() {}

    /** Returns an id of letters, digits, hyphens and underscores. It has no dot, which separates the parts of a signature. */
    static String id(String text) {
        return encode(text, b -> isLetterOrDigit(b) || b == '-' || b == '_');
    }

    /** Returns the value of a CloudEvents attribute as a header: HTTP binding 1.0.2, section 3.1.3.2. */
    static String attribute(String text) {
        return encode(text, b -> b > ' ' && b <= LAST_PRINTABLE && b != '"' && b != '%');
    }

    /** Returns the value of a header. Spaces remain, except at both ends, where HTTP removes them. */
    static String value(String text) {
        String encoded = encode(text, b -> b >= ' ' && b <= LAST_PRINTABLE && b != '%');
        String core = encoded.strip();
        int first = encoded.indexOf(core);
        return "%20".repeat(first) + core + "%20".repeat(encoded.length() - first - core.length());
    }

    /** Returns whether a text is printable ASCII. */
    static boolean isPrintable(String text) {
        return text.chars().allMatch(c -> c >= ' ' && c <= LAST_PRINTABLE);
    }

    private static boolean isLetterOrDigit(int b) {
        return (b >= '0' && b <= '9') || (b >= 'A' && b <= 'Z') || (b >= 'a' && b <= 'z');
    }

    private static String encode(String text, IntPredicate isUnchanged) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (isUnchanged.test(b)) {
                encoded.append((char) b);
            } else {
                encoded.append(String.format("%%%02X", b & 0xFF));
            }
        }
        return encoded.toString();
    }
}
