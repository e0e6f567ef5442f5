// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the tables, as each statement writes them. They include the schema, even if it is the default one of the connection: an
 * application may switch the schema of its session, for example for each tenant. It then still records where the relay reads.
 *
 * @param schema the schema in the syntax of the database, so a plain or a quoted identifier; empty if it is not known
 * @param prefix a plain identifier, which the configuration has checked
 */
record Tables(String schema, String prefix) {

    /** A standard name. After these words it names a constraint or an index, which takes the prefix but no schema. */
    private static final Pattern STANDARD_NAME =
            Pattern.compile("(CONSTRAINT |INDEX IF NOT EXISTS |KEY )?\\bonceward_(?=[a-z])");

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

    String node() {
        return name("node");
    }

    String pause() {
        return name("pause");
    }

    String policy() {
        return name("policy");
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

    /** Returns a DDL statement with the names of these tables instead of the standard names. */
    String rename(String statement) {
        return STANDARD_NAME
                .matcher(statement)
                .replaceAll(
                        found -> Matcher.quoteReplacement(found.group(1) == null ? name("") : found.group(1) + prefix));
    }

    private String name(String table) {
        return (schema.isEmpty() ? "" : schema + ".") + prefix + table;
    }
}
