// SPDX-License-Identifier: Apache-2.0
package io.oncebox.engine;

/** The query that counts the rows of a table. */
final class RowCount {

    private RowCount() {}

    /**
     * Returns a query that reads row by row: H2 answers a plain COUNT(*) by the size of its tree, which may include
     * deleted rows.
     */
    static String of(String table) {
        return "SELECT COUNT(*) FROM (SELECT 1 AS one FROM " + table + ") AS found";
    }
}
