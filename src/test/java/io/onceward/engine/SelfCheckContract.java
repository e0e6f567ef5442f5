// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.agroal.api.configuration.AgroalConnectionPoolConfiguration;
import io.agroal.api.configuration.supplier.AgroalConnectionPoolConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.SimplePassword;
import io.onceward.api.OncewardException;
import io.onceward.config.OncewardConfig;
import io.onceward.fixture.Await;
import io.onceward.fixture.Sql;
import io.onceward.jdbc.Database;
import io.onceward.log.Causes;
import io.onceward.outbox.EventLimits;
import io.onceward.outbox.OutboxRecorder;
import io.onceward.queue.Side;
import io.onceward.queue.store.AppendStore;
import io.onceward.selfcheck.SelfCheck;
import io.onceward.selfcheck.TransactionStyle;
import io.onceward.tracing.ContextPropagation;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** The self-check recognises a datasource that does not join the transaction, on every database. */
@DialectContract
abstract class SelfCheckContract extends OutboxFixture {

    @Test
    void selfCheckAcceptsADatasourceThatJoinsTheTransaction() {
        engine(Map.of(), threads).selfCheck(List.of(caller()));
        assertThat(rows("onceward_outbox")).as("probes left behind").isZero();
    }

    /** A tool that reads the log of the database would take it for an event. */
    @Test
    void noProbeCommitsAmongTheEvents() {
        engine(Map.of(), threads);
        Database database = Database.open("test", pool, new OncewardConfig(List.of(), name -> Optional.empty()));
        List<Integer> outcomes = new ArrayList<>();
        AppendStore watched = (AppendStore) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {AppendStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("writeProbe")) {
                        JTA.registry.registerInterposedSynchronization(new Synchronization() {
                            @Override
                            public void beforeCompletion() {
                                // only the outcome matters
                            }

                            @Override
                            public void afterCompletion(int status) {
                                outcomes.add(status);
                            }
                        });
                    }
                    return method.invoke(database.stores(Side.OUTBOX).append(), arguments);
                });
        OutboxRecorder recorder = new OutboxRecorder(
                JTA.registry,
                JTA,
                List.of(),
                new EventLimits(1, 1, false),
                new ContextPropagation(List.of()),
                (store, events, fresh) -> {});
        new SelfCheck(JTA.registry, recorder, threads).run(List.of(caller()), "test", watched, database.inbox());
        assertThat(outcomes).isNotEmpty().containsOnly(Status.STATUS_ROLLEDBACK);
        assertThat(rows("onceward_outbox")).as("probes left behind").isZero();
        assertThat(rows("onceward_inbox")).as("claims left behind").isZero();
    }

    @Test
    void selfCheckRefusesADatasourceThatCommitsByItself() {
        try (AgroalDataSource loose = withoutTransactions(pool)) {
            Engine wrong = engine(Map.of(), threads, loose);
            assertThatThrownBy(() -> wrong.selfCheck(List.of(caller())))
                    .hasMessageStartingWith("OWD-0010")
                    .hasMessageContaining("test transaction");
        }
        assertThat(rows("onceward_outbox")).as("probes left behind").isZero();
    }

    /** Recording and claiming work, so only the relay's own statements show it. */
    @Test
    @OwnDatabase
    void aTableInWhichNoEventCanBeParkedRefusesTheStart() {
        sql("ALTER TABLE onceward_outbox ADD CONSTRAINT never_parked CHECK (state <> 'PARKED')");
        assertThatThrownBy(() -> engine(Map.of(), threads).selfCheck(List.of(caller())))
                .hasMessageStartingWith("OWD-0231")
                .hasMessageContaining("park an event");
        assertThat(rows("onceward_outbox")).as("probes left behind").isZero();
        assertThat(number("SELECT COUNT(*) FROM onceward_lane WHERE channel LIKE 'onceward.%'"))
                .as("lanes left behind")
                .isZero();
        assertThat(rows("onceward_node")).as("leases left behind").isZero();
    }

    /** The janitor would delete each claim at once, and a redelivered message would be handled twice. */
    @Test
    @OwnDatabase
    void claimsThatAreOldFromTheBeginningRefuseTheStart() {
        sql("ALTER TABLE onceward_inbox ALTER COLUMN processedat SET DEFAULT '2000-01-01 00:00:00'");
        assertThatThrownBy(() -> engine(Map.of(), threads).selfCheck(List.of(caller())))
                .hasMessageStartingWith("OWD-0231")
                .hasMessageContaining("age of a claim");
        assertThat(rows("onceward_inbox")).as("claims left behind").isZero();
    }

    @Test
    void aFullPoolPostponesTheSelfCheck() throws Exception {
        try (AgroalDataSource small =
                pool(settings -> settings.maxSize(2).initialSize(2).acquisitionTimeout(Duration.ofSeconds(30)))) {
            Engine starting = engine(Map.of(), threads, small);
            try (Connection one = small.getConnection()) {
                assertPostponedByAFullPool(starting, small);
                try (Connection other = small.getConnection()) {
                    assertThat(List.of(one, other)).as("a full pool").doesNotContainNull();
                    assertPostponedByAFullPool(starting, small);
                }
            }
            starting.selfCheck(List.of(caller()));
        }
        assertThat(rows("onceward_outbox")).as("probes left behind").isZero();
    }

    private static void assertPostponedByAFullPool(Engine starting, AgroalDataSource small) {
        AgroalConnectionPoolConfiguration settings = small.getConfiguration().connectionPoolConfiguration();
        Duration usual = settings.acquisitionTimeout();
        settings.setAcquisitionTimeout(Duration.ofMillis(50));
        assertPostponed(starting, "the self-check of datasource");
        settings.setAcquisitionTimeout(usual);
    }

    @Test
    @OwnDatabase
    void aDatabaseThatIsReadOnlyPostponesTheSelfCheck() throws Exception {
        String readOnly =
                switch (dialect().product()) {
                    case "H2", "MySQL" -> null;
                    case "PostgreSQL" -> "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY";
                    default -> "SET SESSION TRANSACTION READ ONLY";
                };
        assumeTrue(
                readOnly != null,
                "H2 has no read-only sessions, and MySQL's driver refuses the statement before the server can");
        try (AgroalDataSource standby = pool(settings ->
                settings.maxSize(5).connectionFactoryConfiguration(factory -> factory.initialSql(readOnly)))) {
            Engine starting = engine(Map.of(), threads, standby);
            assertPostponed(starting, "the self-check of datasource");
        }
    }

    @Test
    @OwnDatabase
    void aConnectionThatIsLostInTheCommitPostponesTheSelfCheck() throws Exception {
        String kill =
                switch (dialect().product()) {
                    case "PostgreSQL" ->
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                                + " WHERE datname = current_database() AND pid <> pg_backend_pid()";
                    default -> null;
                };
        assumeTrue(kill != null, "only PostgreSQL ends the sessions of a database in one statement");
        AtomicBoolean killing = new AtomicBoolean(true);
        try (AgroalDataSource killer = withoutTransactions(pool)) {
            Engine starting = engine(
                    Map.of(),
                    task -> threads.execute(
                            () -> { // the query that runs between the write of the probe and the commit
                                if (killing.get()) {
                                    Sql.execute(killer::getConnection, kill);
                                }
                                task.run();
                            }),
                    pool);
            assertPostponed(starting, "the self-check of datasource");
            killing.set(false);
            Await.until("the pool has replaced its connections", () -> isSound(starting));
        }
        assertThat(rows("onceward_outbox")).as("probes left behind").isZero();
    }

    private static boolean isSound(Engine starting) {
        try {
            starting.selfCheck(List.of(caller()));
            return true;
        } catch (OncewardException e) {
            assertThat(e).hasMessageStartingWith("OWD-0205");
            return false;
        }
    }

    private static void assertPostponed(Engine starting, String step) {
        assertThatThrownBy(() -> starting.selfCheck(List.of(caller())))
                .hasMessageStartingWith("OWD-0205")
                .hasMessageContaining(step)
                .asInstanceOf(InstanceOfAssertFactories.type(OncewardException.class))
                .matches(Causes::isPassing, "postpones the start");
    }

    /** Returns another pool on the same database, whose connections join the transactions. */
    private AgroalDataSource pool(UnaryOperator<AgroalConnectionPoolConfigurationSupplier> settings) {
        var factory = pool.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
        return JTA.pool(
                factory.jdbcUrl(),
                factory.principal().getName(),
                ((SimplePassword) factory.credentials().iterator().next()).getWord(),
                (TransactionIsolation) factory.jdbcTransactionIsolation(),
                settings);
    }

    private static TransactionStyle caller() {
        return new TransactionStyle() {
            @Override
            public String kind() {
                return "test transaction";
            }

            @Override
            public boolean rollsBackQuietly() {
                return true;
            }

            @Override
            public <T> T inTransaction(Supplier<T> work) throws Exception {
                return JTA.inTransaction(work::get);
            }
        };
    }

    private static AgroalDataSource withoutTransactions(AgroalDataSource pool) {
        var factory = pool.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
        try {
            return AgroalDataSource.from(
                    new AgroalDataSourceConfigurationSupplier().connectionPoolConfiguration(loose -> loose.maxSize(5)
                            .connectionFactoryConfiguration(f -> f.jdbcUrl(factory.jdbcUrl())
                                    .principal(factory.principal())
                                    .credential(factory.credentials().iterator().next()))));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
