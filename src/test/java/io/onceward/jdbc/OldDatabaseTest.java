// SPDX-License-Identifier: Apache-2.0
package io.onceward.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.config.OncewardConfig;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A database that cannot skip locked rows is refused before the first statement. */
class OldDatabaseTest {

    private final OncewardConfig config = new OncewardConfig(
            Set.of("onceward.schema"),
            name -> Optional.ofNullable(Map.of("onceward.schema", "create").get(name)));

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL, 11.22, PostgreSQL, 12",
        "MariaDB, 10.5.28-MariaDB, MariaDB, 10.6",
        "MariaDB, 5.5.5-10.5.9-MariaDB-log, MariaDB, 10.6",
        "MySQL, 5.5.5-10.5.9-MariaDB-1:10.5.9+maria~focal, MariaDB, 10.6",
        "MySQL, 8.0.16, MySQL, 8.0.17",
        "MySQL, 5.7.44-log, MySQL, 8.0.17",
        "H2, 2.1.214 (2022-06-13), H2, 2.2.220"
    })
    void oldVersionIsRefusedByName(String says, String version, String product, String needed) {
        assertThatThrownBy(() -> Database.open("jdbc/shop", saying(says, version), config))
                .hasMessageStartingWith("OWD-0019")
                .hasMessageContainingAll("jdbc/shop", "is " + product + " " + version, "needs version " + needed);
    }

    @Test
    void oldestSupportedVersionIsAccepted() {
        assertThat(Database.open("jdbc/shop", saying("H2", "2.2.220"), config)).isNotNull();
    }

    /** Returns H2 with another product name and version in its metadata. */
    private static DataSource saying(String product, String version) {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        Map<String, String> answers = Map.of("getDatabaseProductName", product, "getDatabaseProductVersion", version);
        return answering(DataSource.class, h2, answers);
    }

    /**
     * Returns a proxy that answers these methods, also on objects it returns, and leaves all others to the original.
     */
    private static <T> T answering(Class<T> type, T original, Map<String, String> answers) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
                    if (answers.containsKey(method.getName())) {
                        return answers.get(method.getName());
                    }
                    try {
                        Object result = method.invoke(original, values);
                        if (result instanceof Connection connection) {
                            return answering(Connection.class, connection, answers);
                        }
                        return result instanceof DatabaseMetaData database
                                ? answering(DatabaseMetaData.class, database, answers)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }
}
