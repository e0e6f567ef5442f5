// SPDX-License-Identifier: Apache-2.0
package io.oncebox.jdbc.dialect;

final class MariaDbDialect extends InnoDbDialect {

    /** Before their version 11, servers say this first, for old replicas that would otherwise not understand them. */
    private static final String COMPATIBILITY_PREFIX = "5.5.5-";

    @Override
    public String product() {
        return "MariaDB";
    }

    /** MySQL's driver calls every server that it speaks to "MySQL"; the version tells. */
    @Override
    public boolean speaksTo(String product, String version) {
        return product.equals("MariaDB") || (product.equals("MySQL") && version.contains("MariaDB"));
    }

    @Override
    public Version version(String text) {
        return Version.of(text.startsWith(COMPATIBILITY_PREFIX) ? text.substring(COMPATIBILITY_PREFIX.length()) : text);
    }

    /** The first that can skip locked rows. */
    @Override
    public Version oldest() {
        return new Version(10, 6, 0);
    }

    /**
     * With snapshot isolation, the default since 11.6.2, some versions refuse to lock a row whose transaction has only just
     * committed, though what was read has it. The locks of the lanes exclude every other change, so it isn't needed here.
     * Versions without that setting take its name for a comment.
     */
    @Override
    public String underLocks(String sql) {
        return "/*M!110402 SET STATEMENT innodb_snapshot_isolation = OFF FOR */ " + sql;
    }

    @Override
    String withoutWaiting(String sql) {
        return "SET STATEMENT innodb_lock_wait_timeout = 0 FOR " + sql;
    }

    @Override
    public String ddl() {
        return "META-INF/oncebox/mariadb.sql";
    }
}
