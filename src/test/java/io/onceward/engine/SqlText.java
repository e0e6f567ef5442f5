// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import net.ttddyy.dsproxy.QueryInfo;

/** The text of a statement without the schema of the tables, which differs between databases. */
final class SqlText {

    private SqlText() {}

    static String of(QueryInfo query) {
        return query.getQuery().replaceAll("[\"`\\w]+\\.(?=onceward_)", "");
    }
}
