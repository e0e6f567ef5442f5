// SPDX-License-Identifier: Apache-2.0
package io.onceward.log;

import java.util.regex.Pattern;

/** Escapes characters that could end a line of the log, or imitate another one, in texts of rows and messages. */
public final class ControlCharacters {

    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1F\\x7F-\\x9F\\u2028\\u2029]");

    private ControlCharacters() {}

    /** Returns a text with, for example, {@code \u005Cu000A} for a line feed. */
    public static String escaped(String text) {
        return CONTROL.matcher(text)
                .replaceAll(
                        found -> String.format("\\\\u%04X", (int) found.group().charAt(0)));
    }
}
