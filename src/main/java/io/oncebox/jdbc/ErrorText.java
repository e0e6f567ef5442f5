// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import io.oncebox.queue.ColumnWidths;
import io.oncebox.text.Unicode;

/** Fits the text of an exception to its column: whatever the text has, the event can be parked with it. */
final class ErrorText {

    private static final char REPLACEMENT = '\uFFFD';

    private ErrorText() {}

    static String fitting(String error) {
        String text = error.length() <= ColumnWidths.ERROR ? error : error.substring(0, ColumnWidths.ERROR);
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
