// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.fixture.PostgreSqlServer;
import io.onceward.fixture.Sql;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A new version of the library by which PostgreSQL compares texts may not find the rows of an index of the old one. */
@OnlyWithAllServers
class ChangedCollationTest {

    private static final Jta JTA = new Jta();

    @Test
    void indexesOfAnotherVersionAreRefusedUntilTheirCure() {
        try (PostgreSqlServer server = PostgreSqlServer.newest()) {
            String first = server.createDatabase();
            try (AgroalDataSource pool = pool(server, first)) {
                Sql.execute(
                        pool::getConnection,
                        "CREATE DATABASE \"Sorted\" TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de' LOCALE 'C'");
            }
            try (AgroalDataSource pool = pool(server, first.replaceFirst("contract_\\d+", "Sorted"))) {
                start(pool);
                Sql.execute(
                        pool::getConnection,
                        "UPDATE pg_database SET datcollversion = '1.0' WHERE datname = current_database()");
                Throwable refusal = catchThrowable(() -> start(pool));
                assertThat(refusal).hasMessageStartingWith("OWD-0233").hasMessageContaining("1.0");
                Matcher cure = Pattern.compile("(REINDEX|ALTER) DATABASE .+?(?=;|\\. See)")
                        .matcher(refusal.getMessage());
                while (cure.find()) {
                    Sql.execute(pool::getConnection, cure.group());
                }
                start(pool);
            }
        }
    }

    private static AgroalDataSource pool(PostgreSqlServer server, String url) {
        return JTA.pool(url, server.user(), server.password(), TransactionIsolation.READ_COMMITTED);
    }

    private static void start(AgroalDataSource pool) {
        new Nodes(JTA, new MemoryPublisher())
                .open(Map.of("onceward.schema", "create"), Runnable::run, pool)
                .stop(Duration.ofSeconds(1));
    }
}
