// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.NavigableMap;

/** PostgreSQL 12 to 16. */
final class OlderPostgreSqlDialect extends PostgreSqlDialect {

    @Override
    public Dialect ofOneDatasource() {
        return new OlderPostgreSqlDialect();
    }

    @Override
    public boolean supports(String product, String version) {
        return product().equals(product) && isOlder(version);
    }

    /**
     * One look into the primary key for each row, and then its place in the table. With old statistics, these versions read all
     * rows of the queue and the state instead of those in a list. The state is compared once more, because another transaction
     * may change the row in between.
     */
    @Override
    public String chosen(String table, String queueColumn, int count) {
        return "ctid = ANY(ARRAY(SELECT (SELECT o.ctid FROM " + table + " AS o WHERE o." + queueColumn
                + " = ? AND o.state = ? AND o.seq = k.seq AND o.id = k.id)"
                + " FROM (SELECT unnest(?) AS seq, unnest(?) AS id) AS k)) AND CONCAT(state, '') = ?";
    }

    @Override
    public void bindRows(PreparedStatement statement, String queue, String state, NavigableMap<Long, String> ids)
            throws SQLException {
        statement.setString(1, queue);
        statement.setString(2, state);
        bindTexts(statement, bind(statement, 2, List.copyOf(ids.keySet())), List.copyOf(ids.values()));
        statement.setString(5, state);
    }
}
