// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.fixture.DatabaseServer;
import io.onceward.fixture.Sql;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The contracts on one database server, at both isolation levels that applications use. The database's test nests a
 * class for each level, and in it one for each contract, so that its reports bear the database's name. {@link
 * ContractsOfDatabasesTest} fails when it omits one.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(ServerContracts.NestedIn.class)
abstract class ServerContracts {

    private DatabaseServer server;

    abstract DatabaseServer start();

    @BeforeAll
    void startServer() {
        server = start();
    }

    @AfterAll
    void stopServer() {
        if (server != null) {
            server.close();
        }
    }

    final String emptyDatabase() {
        return server.createDatabase();
    }

    final AgroalDataSource pool(Jta jta, String url, TransactionIsolation isolation) {
        return jta.pool(url, server.user(), server.password(), isolation);
    }

    /** A pool whose connections a test can have all at once. */
    final AgroalDataSource twoConnections(Jta jta, String url) {
        return jta.pool(
                url, server.user(), server.password(), TransactionIsolation.READ_COMMITTED, pool -> pool.maxSize(2)
                        .acquisitionTimeout(Duration.ofSeconds(30)));
    }

    /** The contracts at one isolation level. */
    abstract class Level {

        private final TransactionIsolation isolation;

        Level(TransactionIsolation isolation) {
            this.isolation = isolation;
        }

        /** Creates a database and returns a pool on it. */
        final AgroalDataSource emptyDatabase() {
            return pool(DatabaseContract.JTA, ServerContracts.this.emptyDatabase(), isolation);
        }
    }

    abstract class AtReadCommitted extends Level {

        AtReadCommitted() {
            super(TransactionIsolation.READ_COMMITTED);
        }
    }

    abstract class AtRepeatableRead extends Level {

        AtRepeatableRead() {
            super(TransactionIsolation.REPEATABLE_READ);
        }
    }

    /** The start at levels that would lose or stop events. */
    abstract class AtRefusedLevels {

        private final List<TransactionIsolation> levels;

        AtRefusedLevels(TransactionIsolation... levels) {
            this.levels = List.of(levels);
        }

        @Test
        void startIsRefused() {
            for (TransactionIsolation level : levels) {
                try (AgroalDataSource pool = pool(DatabaseContract.JTA, ServerContracts.this.emptyDatabase(), level)) {
                    Nodes nodes = new Nodes(DatabaseContract.JTA, new MemoryPublisher());
                    assertThatThrownBy(() -> nodes.open(Map.of("onceward.schema", "create"), Runnable::run, pool))
                            .hasMessageStartingWith("OWD-0201")
                            .hasMessageContaining(level.name().replace('_', ' '));
                    assertThatThrownBy(() -> Sql.text(pool::getConnection, "SELECT COUNT(*) FROM onceward_outbox"))
                            .as("no table was created")
                            .message()
                            .containsIgnoringCase("onceward_outbox");
                }
            }
        }
    }

    /** Replaces the contracts at one isolation level by the reason why they do not run there. */
    abstract static class Omitted {

        abstract String reason();

        @Test
        void contractsRunElsewhere() {
            abort(reason());
        }
    }

    /** Passes the enclosing level, and a database at this level, to each contract. */
    static final class NestedIn implements ParameterResolver {

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            return Set.of(Level.class, TestDatabase.class)
                    .contains(parameter.getParameter().getType());
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
            Level level =
                    test.getRequiredTestInstances().findInstance(Level.class).orElseThrow();
            return parameter.getParameter().getType() == Level.class
                    ? level
                    : TestDatabase.of(test, level::emptyDatabase);
        }
    }
}
