// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.PgBouncer;
import io.onceward.fixture.PooledPostgreSql;
import io.onceward.fixture.Sql;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start behind PgBouncer, which loses transactions in some of its modes with some settings of the driver. */
@Tag("only-in-full")
class PoolerTest {

    private final Jta jta = new Jta();

    private interface Check {
        void on(AgroalDataSource pool, ThrowingCallable start);
    }

    private void start(String parameters, String settings, Check check) {
        try (PooledPostgreSql pooler = PooledPostgreSql.start(parameters, settings.split(";"));
                AgroalDataSource pool = jta.pool(
                        pooler.createDatabase(),
                        pooler.user(),
                        pooler.password(),
                        TransactionIsolation.READ_COMMITTED)) {
            Nodes nodes = new Nodes(jta, new MemoryPublisher());
            check.on(pool, () -> nodes.open(Map.of("onceward.schema", "create"), Runnable::run, pool));
        }
    }

    /** Round robin gives the sessions in turn, the default the one that was used last. */
    @ParameterizedTest
    @CsvSource({
        "'', pool_mode = transaction",
        "'', pool_mode = transaction;server_round_robin = 1;min_pool_size = 7",
        "'', pool_mode = transaction;default_pool_size = 1",
        "prepareThreshold=1, pool_mode = transaction",
        "prepareThreshold=10, pool_mode = transaction",
        "preferQueryMode=extendedCacheEverything, pool_mode = transaction"
    })
    void transactionModeIsRefusedIfTheDriverPreparesStatements(String parameters, String settings) {
        refused(parameters, settings, "transaction mode", (pool, start) -> assertThatThrownBy(
                        () -> Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_outbox"))
                .as("no table was created")
                .hasMessageContaining("onceward_outbox"));
    }

    @ParameterizedTest
    @CsvSource({"''", "prepareThreshold=0"})
    void statementModeIsRefused(String parameters) {
        refused(parameters, "pool_mode = statement", "statement mode", (pool, start) -> {});
    }

    private void refused(String parameters, String settings, String mode, Check further) {
        start(parameters, settings, (pool, start) -> {
            assertThatThrownBy(start)
                    .hasMessageStartingWith("OWD-0222")
                    .hasMessageContaining(mode)
                    .hasMessageContaining("prepareThreshold=0");
            further.on(pool, start);
        });
    }

    @ParameterizedTest
    @CsvSource({
        "'', pool_mode = session",
        "prepareThreshold=0, pool_mode = session",
        "prepareThreshold=0, pool_mode = transaction",
        "prepareThreshold=0, pool_mode = transaction;default_pool_size = 2",
        "preferQueryMode=simple, pool_mode = transaction"
    })
    void otherSettingsPass(String parameters, String settings) {
        start(parameters, settings, (pool, start) -> assertThatCode(start).doesNotThrowAnyException());
    }

    @ParameterizedTest
    @CsvSource({"''", "prepareThreshold=1"})
    void transactionModeWithPreparedStatementsPasses(String parameters) {
        assumeTrue(PgBouncer.preparesStatements(), "-Dpgbouncer=… names a program of version 1.21 or newer");
        start(parameters, "pool_mode = transaction;max_prepared_statements = 200", (pool, start) -> assertThatCode(
                        start)
                .doesNotThrowAnyException());
    }
}
