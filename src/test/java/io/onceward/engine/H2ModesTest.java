// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.config.OncewardConfig;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.LogLines;
import io.onceward.jdbc.Database;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class H2ModesTest extends ModesTests {

    private static final Map<String, String> SCHEMA = Map.of("onceward.schema", "none");

    @Override
    DatabaseServer start() {
        return new EmbeddedH2();
    }

    @ParameterizedTest
    @CsvSource({
        "MODE=DB2, works",
        "MODE=Derby, works",
        "MODE=HSQLDB, works",
        "MODE=LEGACY, works",
        "MODE=MariaDB, works",
        "MODE=MSSQLServer, works",
        "MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE, works",
        "MODE=Oracle, works",
        "MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH, works",
        "MODE=STRICT, works",
        "OLD_INFORMATION_SCHEMA=TRUE, works",
        "LAZY_QUERY_EXECUTION=TRUE, works",
        "OPTIMIZE_REUSE_RESULTS=FALSE, works",
        "TIME ZONE=Pacific/Kiritimati, works",
        "MAX_LENGTH_INPLACE_LOB=16, works",
        "MAX_MEMORY_ROWS=1, works",
        "THROTTLE=5, works",
        "TRUNCATE_LARGE_LENGTH=TRUE, works",
        "VARIABLE_BINARY=TRUE, works",
        "QUERY_STATISTICS=TRUE, works",
        "IGNORECASE=TRUE, OWD-0233",
        "COLLATION=ENGLISH STRENGTH PRIMARY, OWD-0232",
        "QUERY_TIMEOUT=500, OWD-0232",
        "REFERENTIAL_INTEGRITY=FALSE, OWD-0231"
    })
    void urlMeans(String settings, String expected) {
        assertThat(new ModeTrial(server, ";" + settings, Map.of("onceward.schema", "create")).outcome(null))
                .startsWith(expected);
    }

    /** A claim that meets a lock for longer than that fails, and its message comes again. */
    @Test
    void locksMayBeWaitedForOnlyShortly() {
        assertThat(new ModeTrial(server, "", Map.of("onceward.schema", "create")).outcome("SET LOCK_TIMEOUT 20"))
                .isEqualTo(ModeTrial.WORKS);
    }

    /** A database in memory has no file to which it could write later. */
    @Test
    void fileThatIsWrittenLaterIsWarnedOf(@TempDir Path folder) throws SQLException {
        String file = "jdbc:h2:" + folder.resolve("shop");
        assertThat(startedWith(file))
                .anyMatch(line -> line.startsWith("OWD-1172") && line.contains("WRITE_DELAY = 500"));
        assertThat(startedWith(file + ";WRITE_DELAY=0")).noneMatch(line -> line.startsWith("OWD-1172"));
        assertThat(startedWith(server.createDatabase())).noneMatch(line -> line.startsWith("OWD-1172"));
    }

    private static List<String> startedWith(String url) throws SQLException {
        JdbcDataSource h2 = new JdbcDataSource();
        h2.setUrl(url);
        try (LogLines log = new LogLines();
                Connection connection = h2.getConnection();
                Statement statement = connection.createStatement()) {
            Database.open("shop", h2, new OncewardConfig(List.of(), key -> Optional.ofNullable(SCHEMA.get(key))));
            statement.execute("SHUTDOWN");
            return log.all();
        }
    }
}
