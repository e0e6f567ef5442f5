// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.EmbeddedH2;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class H2ModesTest extends ModesTests {

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
        "IGNORECASE=TRUE, OWD-0233",
        "COLLATION=ENGLISH STRENGTH PRIMARY, OWD-0232",
        "QUERY_TIMEOUT=500, OWD-0232",
        "REFERENTIAL_INTEGRITY=FALSE, OWD-0231"
    })
    void urlMeans(String settings, String expected) {
        assertThat(new ModeTrial(server, ";" + settings, Map.of("onceward.schema", "create")).outcome(null))
                .startsWith(expected);
    }
}
