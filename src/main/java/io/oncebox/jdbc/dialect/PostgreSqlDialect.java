// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

final class PostgreSqlDialect implements Dialect {

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public String ddl() {
        return "META-INF/oncebox/postgresql.sql";
    }

    @Override
    public String upgrade() {
        return "META-INF/oncebox/postgresql-1-to-2.sql";
    }

    @Override
    public String in(String expression, int count) {
        return expression + " = ANY(?)";
    }

    @Override
    public int bind(PreparedStatement statement, int index, List<Long> numbers) throws SQLException {
        statement.setArray(index + 1, statement.getConnection().createArrayOf("bigint", numbers.toArray()));
        return index + 1;
    }

    @Override
    public String claim(String inboxTable) {
        return "INSERT INTO " + inboxTable + " (handler, messageid) VALUES (?, ?) ON CONFLICT DO NOTHING";
    }
}
