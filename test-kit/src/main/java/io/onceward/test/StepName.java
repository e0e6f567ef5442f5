// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of the steps of a database, without values. */
final class StepName {

    private static final Pattern CHANGE =
            Pattern.compile("\\b(INSERT\\s+INTO|MERGE\\s+INTO|(?<!FOR )UPDATE|DELETE\\s+FROM)\\s+([\\w.\"`]+)");

    private static final Pattern QUERY = Pattern.compile("\\bFROM\\s+([\\w.\"`]+)");

    private StepName() {}

    /**
     * Returns the name of a statement: the table that it changes, or else the one that it queries.
     *
     * @param sql {@code null} for a batch of several statements
     */
    static String of(String sql) {
        if (sql == null) {
            return "batch";
        }
        String upper = sql.toUpperCase(Locale.ROOT);
        Matcher change = CHANGE.matcher(upper);
        if (change.find()) {
            return change.group(1).replaceAll("\\s+", " ") + " " + table(change.group(2));
        }
        Matcher query = QUERY.matcher(upper);
        return query.find()
                ? "SELECT FROM " + table(query.group(1))
                : upper.strip().split("\\s", 2)[0];
    }

    /** Leaves out the schema of the tables of Onceward, which each of its statements names. */
    private static String table(String name) {
        return name.toLowerCase(Locale.ROOT).replaceFirst("^.*\\.(?=onceward_)", "");
    }
}
