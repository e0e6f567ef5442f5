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

    @Override
    public String ddl() {
        return "META-INF/oncebox/mariadb.sql";
    }
}
