// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration.TransactionIsolation;
import io.onceward.config.OncewardConfig;
import io.onceward.fixture.EmbeddedH2;
import io.onceward.fixture.Sql;
import io.onceward.fixture.TestAdapter;
import io.onceward.inbox.ResultPolicy;
import io.onceward.jdbc.DataSourceAccess;
import io.onceward.outbox.RecordingErrors;
import io.onceward.transaction.OuterTransaction;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A transaction that the server loses while the application's code runs: nothing counts as done, and no lock stays. */
class LostTransactionTest {

    private static final Jta JTA = new Jta();
    private static final String MEMBER = "com.shop.Billing#bill";

    private final LosingTransactions server = new LosingTransactions(JTA.manager);
    private TransactionManager manager = JTA.manager;
    private AgroalDataSource pool;
    private Engine engine;

    /** The code of a caller or handler after the inner transaction has failed. */
    private interface Reaction {
        Object to(Exception failure) throws Exception;
    }

    private static final Reaction RETURN = failure -> "done";
    private static final Reaction THROW = failure -> {
        throw failure;
    };

    @BeforeEach
    void open() {
        EmbeddedH2 h2 = new EmbeddedH2();
        pool = JTA.pool(h2.createDatabase(), h2.user(), h2.password(), TransactionIsolation.READ_COMMITTED);
        Map<String, String> values = Map.of("onceward.schema", "create", "onceward.relay.enabled", "false");
        engine = new Engine(new EngineAssembly(
                new OncewardConfig(values.keySet(), name -> Optional.ofNullable(values.get(name))),
                new Platform(
                        JTA.registry,
                        server,
                        Runnable::run,
                        List.of(new Joined(pool)),
                        List.of(new TestAdapter(
                                "test", new RecordingPublisher(), new MemorySource(), TextMessages.kinds(), null)),
                        List.of(),
                        List.of()),
                Set.of(),
                List.of()));
        engine.prepare();
        engine.declareAs("test");
        sql("CREATE TABLE effect (id INTEGER PRIMARY KEY, number INTEGER)");
        sql("INSERT INTO effect VALUES (0, 0)");
    }

    @AfterEach
    void close() throws Exception {
        assertThat(JTA.manager.getStatus()).as("the thread").isEqualTo(Status.STATUS_NO_TRANSACTION);
        engine.stop(Duration.ofSeconds(1));
        pool.close();
    }

    @Test
    void deliveryFailsAndTheRedeliveryIsProcessed() throws Exception {
        assertThatThrownBy(() -> deliver(losing(RETURN)))
                .hasMessageStartingWith("OWD-0206")
                .hasMessageContaining(MEMBER)
                .hasMessageContaining("REQUIRES_NEW");
        assertNothingIsLeft();
        assertThat(deliver(this::effect)).isEqualTo("done");
        assertThat(deliver(this::effect)).as("the duplicate").isNull();
        assertThat(number("SELECT number FROM effect WHERE id = 0")).isEqualTo(1);
    }

    @Test
    void handlerThatThrowsTheFailureLeavesNoLock() {
        assertThatThrownBy(() -> deliver(losing(THROW))).isInstanceOf(RollbackException.class);
        assertNothingIsLeft();
    }

    @Test
    void consumerWithoutADeliveryFailsToo() throws Exception {
        assertThatThrownBy(() -> engine.inbox().once("billing", (Object) "m1", kept(losing(RETURN))))
                .hasMessageStartingWith("OWD-0206");
        assertNothingIsLeft();
        assertThat(engine.inbox().once("billing", (Object) "m1", kept(this::effect)))
                .isTrue();
    }

    @Test
    void callFailsAndItsCallerCommitsNothingEvenIfItSwallowsTheException() {
        for (Reaction reaction : List.of(RETURN, THROW)) {
            assertThatThrownBy(() -> JTA.inTransaction(() -> {
                        assertThatThrownBy(() -> call(losing(reaction))).isInstanceOf(Exception.class);
                        assertThat(JTA.manager.getStatus()).isEqualTo(Status.STATUS_MARKED_ROLLBACK);
                        return null;
                    }))
                    .isInstanceOf(RollbackException.class);
            assertNothingIsLeft();
        }
    }

    @Test
    void callInItsOwnTransactionFails() throws Exception {
        assertThatThrownBy(() -> call(losing(RETURN))).hasMessageStartingWith("OWD-0206");
        assertNothingIsLeft();
        assertThat(call(this::effect)).isEqualTo("done");
    }

    @Test
    void transactionThatTheWorkHasLeftOpenIsRolledBack() {
        assertThatThrownBy(() -> deliver(() -> {
                    effect();
                    JTA.manager.suspend();
                    JTA.manager.begin();
                    sql("INSERT INTO effect VALUES (2, 0)");
                    return "done";
                }))
                .hasMessageStartingWith("OWD-0206");
        assertNothingIsLeft();
    }

    @Test
    void transactionThatTheMethodHasEndedIsLost() {
        assertThatThrownBy(() -> call(() -> {
                    effect();
                    JTA.manager.rollback();
                    return "done";
                }))
                .hasMessageStartingWith("OWD-0206");
        assertNothingIsLeft();
    }

    @Test
    void withoutTheServersTransactionManagerTheDeliveryFails() throws Exception {
        manager = null;
        jakarta.transaction.Transaction[] lost = new jakarta.transaction.Transaction[1];
        assertThatThrownBy(() -> deliver(() -> {
                    lost[0] = JTA.manager.getTransaction();
                    return losing(RETURN).call();
                }))
                .hasMessageStartingWith("OWD-0206");
        JTA.manager.resume(lost[0]);
        JTA.manager.rollback(); // as its timeout does
        assertNothingIsLeft();
    }

    @Test
    void markedTransactionIsNotLost() throws Exception {
        assertThat(call(() -> {
                    JTA.manager.setRollbackOnly();
                    return "marked";
                }))
                .isEqualTo("marked");
        assertNothingIsLeft();
    }

    @Test
    void workWithoutATransactionMayEndWithoutOne() throws Exception {
        assertThat(kept(() -> "done").call()).isEqualTo("done");
    }

    @Test
    void innerTransactionThatCommitsIsNoLoss() throws Exception {
        assertThat(deliver(() -> server.inCdiBean(() -> {
                    sql("INSERT INTO effect VALUES (1, 0)");
                    return "done";
                })))
                .isEqualTo("done");
        assertThat(number("SELECT COUNT(*) FROM effect")).isEqualTo(2);
    }

    /** Changes a row, and calls a CDI bean whose transaction fails at its commit. */
    private Callable<Object> losing(Reaction reaction) {
        return () -> {
            effect();
            try {
                return server.inCdiBean(() -> {
                    JTA.manager.setRollbackOnly();
                    return null;
                });
            } catch (RollbackException e) {
                return reaction.to(e);
            }
        };
    }

    private Object effect() {
        sql("UPDATE effect SET number = number + 1 WHERE id = 0");
        return "done";
    }

    /** Calls the application as the interceptors do. */
    private Callable<Object> kept(Callable<Object> method) {
        return () ->
                new OuterTransaction(JTA.registry, manager).keep(method, () -> RecordingErrors.transactionLost(MEMBER));
    }

    private Object deliver(Callable<Object> method) throws Exception {
        return JTA.inTransaction(() -> engine.inbox().deliver("billing", "m1", new Object[] {"m1"}, kept(method)));
    }

    private Object call(Callable<Object> method) throws Exception {
        return engine.calls().once("billing", "k1", ResultPolicy.none(null), kept(method));
    }

    /** A lock on the row or on the claim would let these statements fail after H2's lock timeout. */
    private void assertNothingIsLeft() {
        assertThat(number("SELECT COUNT(*) FROM onceward_inbox")).isZero();
        assertThat(number("SELECT number FROM effect WHERE id = 0")).isZero();
        assertThat(number("SELECT COUNT(*) FROM effect")).isEqualTo(1);
        sql("UPDATE effect SET number = 5 WHERE id = 0");
        sql("UPDATE effect SET number = 0 WHERE id = 0");
        assertThat(pool.getMetrics().activeCount()).as("open connections").isZero();
    }

    private void sql(String sql) {
        Sql.execute(pool::getConnection, sql);
    }

    private int number(String sql) {
        return Integer.parseInt(Sql.text(pool::getConnection, sql));
    }

    private record Joined(DataSource dataSource) implements DataSourceAccess {

        @Override
        public int priority() {
            return 0;
        }

        @Override
        public Optional<DataSource> find(String name) {
            return Optional.of(dataSource);
        }

        @Override
        public boolean isJoinedByApplication(String name) {
            return true;
        }
    }
}
