// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc;

import java.util.regex.Pattern;

/** The names of the tables, with schema and prefix. Both were checked to be plain identifiers. */
record Tables(String schema, String prefix) {

    /** A name, with what stands before it where it is the name of something in a table, which has no schema of its own. */
    private static final Pattern STANDARD_NAME =
            Pattern.compile("(CONSTRAINT |INDEX IF NOT EXISTS |KEY )?\\boncebox_(?=[a-z])");

    String outbox() {
        return name("outbox");
    }

    String sent() {
        return name("outbox_sent");
    }

    String lane() {
        return name("lane");
    }

    String inboxMessage() {
        return name("inbox_message");
    }

    String inboxLane() {
        return name("inbox_lane");
    }

    String pause() {
        return name("pause");
    }

    String inbox() {
        return name("inbox");
    }

    String results() {
        return name("inbox_result");
    }

    String version() {
        return name("schema");
    }

    /** A DDL statement, which is written for the standard names, for these tables. */
    String rename(String statement) {
        return STANDARD_NAME
                .matcher(statement)
                .replaceAll(found -> found.group(1) == null ? name("") : found.group(1) + prefix);
    }

    private String name(String table) {
        return (schema.isEmpty() ? "" : schema + ".") + prefix + table;
    }
}
