// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.LogLines;
import io.onceward.fixture.MariaDbServer;
import io.onceward.fixture.MySqlServer;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.fixture.Sql;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Binary logs without the events that a tool would capture from them. */
@OnlyWithAllServers
@Tag("only-in-full")
class BinaryLogTest {

    private static final Jta JTA = new Jta();

    /** Databases have the names contract_1, contract_2 and so on. */
    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb"})
    void startIsRefusedIfTheLogLeavesEventsOut(String product) {
        try (DatabaseServer server = start(product, "--binlog-ignore-db=other", "--binlog-ignore-db=contract_2")) {
            assertCaptured(server, null);
            assertRefused(server, null, "binlog_ignore_db is other,contract_2. Remove contract_2 from it");
            assertRefused(server, "SET sql_log_bin = 0", "sql_log_bin is 0, not 1. Remove SET sql_log_bin = 0");
        }
        try (DatabaseServer server = start(product, "--binlog-do-db=contract_1", "--binlog-do-db=other")) {
            assertCaptured(server, null);
            assertRefused(server, null, "binlog_do_db is contract_1,other. Add contract_2 to it");
            withoutPrivilege(server);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "mariadb"})
    void logThatIsWrittenToTheDiskLaterIsWarnedOf(String product) {
        try (DatabaseServer server = start(product, "--sync-binlog=0");
                LogLines log = new LogLines()) {
            assertCaptured(server, null);
            assertThat(log.all()).anyMatch(line -> line.startsWith("OWD-1172") && line.contains("sync_binlog = 0"));
        }
        try (DatabaseServer server = start(product, "--sync-binlog=1");
                LogLines log = new LogLines()) {
            assertCaptured(server, null);
            assertThat(log.all()).noneMatch(line -> line.contains("sync_binlog"));
        }
    }

    private static DatabaseServer start(String product, String... filters) {
        String[] options = new String[filters.length + 3];
        options[0] = "--log-bin=binlog";
        options[1] = "--server-id=1";
        options[2] = "--binlog-format=ROW";
        System.arraycopy(filters, 0, options, 3, filters.length);
        return product.equals("mysql") ? MySqlServer.start(product, options) : MariaDbServer.start(product, options);
    }

    /** The user can't read the filters, and the start succeeds. */
    private static void withoutPrivilege(DatabaseServer server) {
        String url = server.createDatabase();
        try (AgroalDataSource all = pool(url, server.user(), server.password(), null)) {
            open(all, "relay").stop(Duration.ofSeconds(5));
            Sql.execute(all::getConnection, "CREATE USER app IDENTIFIED BY 'app'");
            Sql.execute(all::getConnection, "GRANT SELECT, INSERT, UPDATE, DELETE ON contract_3.* TO app");
            try (AgroalDataSource few = pool(url, "app", "app", null)) {
                assertThatCode(() -> open(few, "cdc").stop(Duration.ofSeconds(5)))
                        .doesNotThrowAnyException();
            }
        }
    }

    private static void assertCaptured(DatabaseServer server, String initialSql) {
        onTables(server, initialSql, pool -> {
            assertThatCode(() -> open(pool, "cdc").stop(Duration.ofSeconds(5))).doesNotThrowAnyException();
        });
    }

    private static void assertRefused(DatabaseServer server, String initialSql, String text) {
        onTables(server, initialSql, pool -> {
            assertThatThrownBy(() -> open(pool, "cdc"))
                    .hasMessageStartingWith("OWD-0371")
                    .hasMessageContaining(text);
        });
    }

    private static void onTables(DatabaseServer server, String initialSql, Consumer<AgroalDataSource> check) {
        try (AgroalDataSource pool = pool(server.createDatabase(), server.user(), server.password(), initialSql)) {
            open(pool, "relay").stop(Duration.ofSeconds(5));
            check.accept(pool);
        }
    }

    private static AgroalDataSource pool(String url, String user, String password, String initialSql) {
        return JTA.pool(url, user, password, TransactionIsolation.READ_COMMITTED, settings -> settings.maxSize(5)
                .connectionFactoryConfiguration(
                        factory -> initialSql == null ? factory : factory.initialSql(initialSql)));
    }

    private static Engine open(AgroalDataSource pool, String mode) {
        return new Nodes(JTA, new MemoryPublisher())
                .declaring("orders")
                .open(Map.of("onceward.outbox.mode", mode, "onceward.schema", "create"), Runnable::run, pool);
    }
}
