// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The failure codes of each database, and their meanings. */
class SqlFailureTest {

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 08006, 0, UNAVAILABLE",
        "PostgreSQL, 53300, 0, UNAVAILABLE",
        "PostgreSQL, 57P01, 0, UNAVAILABLE",
        "PostgreSQL, 25006, 0, UNAVAILABLE",
        "PostgreSQL, 40001, 0, CONFLICT",
        "PostgreSQL, 40P01, 0, CONFLICT",
        "PostgreSQL, 22021, 0, INVALID_DATA",
        "PostgreSQL, 23505, 0, CONSTRAINT",
        "PostgreSQL, 42P01, 0, MISSING",
        "PostgreSQL, 3F000, 0, MISSING",
        "PostgreSQL, 42703, 0, MISSING",
        "PostgreSQL, 42501, 0, REFUSED",
        "PostgreSQL, 42601, 0, REFUSED",
        "PostgreSQL, 0A000, 0, REFUSED",
        "PostgreSQL, P0001, 0, REFUSED",
        "PostgreSQL, 55P03, 0, OTHER",
        "MariaDB, 42000, 1142, REFUSED",
        "MariaDB, 42000, 1104, REFUSED",
        "MariaDB, HY000, 1175, REFUSED",
        "MariaDB, HY000, 1364, REFUSED",
        "MariaDB, 45000, 1644, REFUSED",
        "MySQL, HY000, 1175, REFUSED",
        "MySQL, HY000, 3105, REFUSED",
        "H2, 42000, 42000, REFUSED",
        "H2, 90096, 90096, REFUSED",
        "H2, HYC00, 50100, REFUSED",
        "MariaDB, 08S01, 1927, UNAVAILABLE",
        "MariaDB, 40001, 1213, CONFLICT",
        "MariaDB, HY000, 1020, CONFLICT",
        "MariaDB, HY000, 1205, OTHER",
        "MariaDB, 22001, 1406, INVALID_DATA",
        "MariaDB, 23000, 1062, CONSTRAINT",
        "MariaDB, 42S02, 1146, MISSING",
        "MariaDB, 42S22, 1054, MISSING",
        "MySQL, 23000, 1062, CONSTRAINT",
        "MySQL, 42000, 1049, MISSING",
        "MySQL, 42000, 1064, REFUSED",
        "MySQL, 08S01, 0, UNAVAILABLE",
        "MySQL, HY000, 1290, UNAVAILABLE",
        "MySQL, HY000, 1836, UNAVAILABLE",
        "MariaDB, HY000, 1290, UNAVAILABLE",
        "MariaDB, 25006, 1792, UNAVAILABLE",
        "H2, 90097, 90097, UNAVAILABLE",
        "H2, 90067, 90067, UNAVAILABLE",
        "H2, 90098, 90098, UNAVAILABLE",
        "H2, 90121, 90121, UNAVAILABLE",
        "H2, 90131, 90131, CONFLICT",
        "H2, 40001, 40001, CONFLICT",
        "H2, 22001, 22001, INVALID_DATA",
        "H2, 23505, 23505, CONSTRAINT",
        "H2, 42S02, 42102, MISSING",
        "H2, 42S03, 42103, MISSING",
        "H2, 42S04, 42104, MISSING",
        "H2, 42S22, 42122, MISSING",
        "H2, 90079, 90079, MISSING",
        "H2, 90013, 90013, OTHER"
    })
    void stateAndCodeMean(String product, String state, int code, SqlFailure meant) {
        Dialect dialect = Dialect.ALL.stream()
                .filter(each -> each.product().equals(product))
                .findFirst()
                .orElseThrow();
        assertThat(dialect.failure(new SQLException("refused", state, code))).isEqualTo(meant);
    }

    /** Pools, servers and batches wrap what the driver has thrown. */
    @Test
    void theFailureIsFoundBehindWrappers() {
        SQLException refused = new SQLException("permission denied", "42501");
        SQLException next = new SQLException("a batch failed");
        next.setNextException(refused);
        SQLException caused = new SQLException("a pool failed", new IllegalStateException(refused));
        SQLException circle = new SQLException("a circle", new IllegalStateException());
        circle.getCause().initCause(circle);
        Dialect dialect = new PostgreSqlDialect();
        assertThat(dialect.failure(next)).isEqualTo(SqlFailure.REFUSED);
        assertThat(dialect.failure(caused)).isEqualTo(SqlFailure.REFUSED);
        assertThat(dialect.failure(circle)).isEqualTo(SqlFailure.OTHER);
        assertThat(dialect.failure(new SQLSyntaxErrorException("no state"))).isEqualTo(SqlFailure.REFUSED);
    }

    @Test
    void aFailureWithoutAStateHasAnotherCause() {
        assertThat(Dialect.ALL)
                .allSatisfy(dialect -> assertThat(dialect.failure(new SQLException("no connection is free")))
                        .isEqualTo(SqlFailure.OTHER));
    }
}
