// SPDX-License-Identifier: Apache-2.0
package io.onceward.admin;

import io.onceward.api.EventFilter;
import io.onceward.queue.ColumnWidths;
import io.onceward.text.Unicode;
import java.util.Objects;
import java.util.TreeSet;

/** The text of a user as a part of a log line: bounded, and without characters that could end the line or imitate another. */
final class Text {

    private static final int MAX = 100;

    private Text() {}

    /** Returns the name of the operator. */
    static String name(String by) {
        Objects.requireNonNull(by, "by");
        String name = printable(by, ColumnWidths.OPERATOR);
        return name.isEmpty() ? "?" : name;
    }

    static String shown(String text) {
        return printable(text, MAX);
    }

    private static String printable(String text, int max) {
        String bounded = text.length() <= max ? text : text.substring(0, max - 1) + "…";
        String line = bounded.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ").strip();
        return Unicode.isStorable(line) ? line : line.replaceAll("[^\\x20-\\x7E]", "?");
    }

    /** Returns the criteria of a filter. */
    static String of(EventFilter filter) {
        StringBuilder text = new StringBuilder();
        add(text, "states", filter.states().isEmpty() ? null : new TreeSet<>(filter.states()));
        add(text, "datasource", filter.datasource());
        add(text, "position", filter.position());
        add(text, "id", filter.id());
        add(text, "queue", filter.queue());
        add(text, "type", filter.type());
        add(text, "key", filter.key());
        add(text, "from", filter.from());
        add(text, "to", filter.to());
        add(text, "error", filter.error());
        add(text, "cause", filter.cause());
        return text.isEmpty() ? "all" : text.toString();
    }

    private static void add(StringBuilder text, String name, Object value) {
        if (value != null) {
            text.append(text.isEmpty() ? "" : ", ").append(name).append('=').append(shown(value.toString()));
        }
    }
}
