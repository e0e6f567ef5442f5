// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

import java.util.Optional;

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

    /** A transaction at repeatable read would read as of its first statement, which is the one that locks. */
    @Override
    public Optional<String> readCommitted() {
        return Optional.of("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    @Override
    public String claim(String inboxTable) {
        return "INSERT INTO " + inboxTable + " (handler, messageid) VALUES (?, ?) ON CONFLICT DO NOTHING";
    }
}
