// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

final class MySqlDialect extends InnoDbDialect {

    @Override
    public String product() {
        return "MySQL";
    }

    @Override
    public boolean speaksTo(String product, String version) {
        return product.equals("MySQL") && !version.contains("MariaDB");
    }

    /** The first with a collation that tells everything apart; locked rows are skipped since 8.0.1. */
    @Override
    public Version oldest() {
        return new Version(8, 0, 17);
    }

    @Override
    public String ddl() {
        return "META-INF/oncebox/mysql.sql";
    }
}
