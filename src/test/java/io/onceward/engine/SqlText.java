// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import net.ttddyy.dsproxy.QueryInfo;

/** The text of a statement without the schema of the tables, which differs between databases, and without settings around it. */
final class SqlText {

    private static final String SETTINGS = "^SELECT set_config\\([^;]*;|;SELECT set_config\\([^;]*$";

    private SqlText() {}

    static String of(QueryInfo query) {
        return of(query.getQuery());
    }

    static String of(String statement) {
        return statement.replaceAll(SETTINGS, "").replaceAll("[\"`\\w]+\\.(?=onceward_)", "");
    }
}
