// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;

/** The statements that a database refused, by deadlock, conflict or time-out. */
final class FailedStatements {

    private final String tableOfTheBusiness;
    private final List<String> failed = Collections.synchronizedList(new ArrayList<>());

    /** @param tableOfTheBusiness the table whose conflicts the application causes */
    FailedStatements(String tableOfTheBusiness) {
        this.tableOfTheBusiness = tableOfTheBusiness;
    }

    DataSource watch(DataSource dataSource) {
        return ProxyDataSourceBuilder.create(dataSource).afterQuery(this::note).build();
    }

    private void note(ExecutionInfo execution, List<QueryInfo> queries) {
        String sql = queries.isEmpty() ? "" : SqlText.of(queries.get(0));
        if (execution.getThrowable() != null && !sql.contains(" " + tableOfTheBusiness + " ")) {
            failed.add(execution.getThrowable() + " <- " + sql);
        }
    }

    List<String> list() {
        synchronized (failed) {
            return List.copyOf(failed);
        }
    }
}
