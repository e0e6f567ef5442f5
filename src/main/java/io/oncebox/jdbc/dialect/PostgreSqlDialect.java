// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

final class PostgreSqlDialect implements Dialect {

    @Override
    public String product() {
        return "PostgreSQL";
    }

    @Override
    public Version oldest() {
        return new Version(12, 0, 0);
    }

    @Override
    public String ddl() {
        return "META-INF/oncebox/postgresql.sql";
    }

    @Override
    public String claim(String inboxTable) {
        return "INSERT INTO " + inboxTable + " (handler, messageid) VALUES (?, ?) ON CONFLICT DO NOTHING";
    }
}
