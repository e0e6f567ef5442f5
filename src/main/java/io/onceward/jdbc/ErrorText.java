// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import io.onceward.queue.ColumnWidths;
import io.onceward.text.Unicode;

/**
 * Fits the text of an exception to its column: whatever the text has, the event can be parked with it. Of a text that is too long
 * the middle is left out: the beginning names the failure, and the end its innermost cause.
 */
final class ErrorText {

    private static final char REPLACEMENT = '\uFFFD';

    private static final String LEFT_OUT = " … ";

    private static final int PART = (ColumnWidths.ERROR - LEFT_OUT.length()) / 2;

    private ErrorText() {}

    static String fitting(String error) {
        String text = error.length() <= ColumnWidths.ERROR
                ? error
                : error.substring(0, PART) + LEFT_OUT + error.substring(error.length() - PART);
        if (Unicode.isStorable(text)) {
            return text;
        }
        StringBuilder storable = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || (Character.MIN_SURROGATE <= c && c <= Character.MAX_SURROGATE) ? REPLACEMENT : c)
                .forEach(storable::appendCodePoint);
        return storable.toString();
    }
}
