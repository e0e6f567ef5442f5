// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OncewardException;
import io.onceward.api.OutboxMetadata;
import jakarta.transaction.Transaction;
import java.sql.SQLException;
import java.util.List;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Crash points find nothing wrong with a correct handler, and find the mistakes of others. */
class CrashPointsTest {

    private final JdbcDataSource database = new JdbcDataSource();
    private TestOutbox outbox;

    @BeforeEach
    void start() throws Exception {
        database.setURL("jdbc:h2:mem:crashes;DB_CLOSE_DELAY=-1;OPTIMIZE_REUSE_RESULTS=FALSE");
        outbox = TestOutbox.builder().dataSource(database).start();
        sql("CREATE TABLE bill (id VARCHAR(20))");
        sql("CREATE TABLE claim (id VARCHAR(20) PRIMARY KEY)");
    }

    @AfterEach
    void stop() throws Exception {
        outbox.close();
        TestSql.execute(database, "SHUTDOWN");
    }

    @Test
    void correctHandlerHasNoFindings() throws Exception {
        List<String> steps = points().handler("billing", "m1", () -> {
                    insertBill();
                    outbox.record("bills", "billed", OutboxMetadata.none().withKey("42"));
                })
                .verify(() -> {
                    assertThat(bills()).as("bills").isEqualTo(1);
                    OncewardAssertions.assertThat(outbox).recorded("bills").times(1);
                });
        assertThat(steps)
                .containsSubsequence(
                        "before MERGE INTO onceward_inbox",
                        "after MERGE INTO onceward_inbox",
                        "before INSERT INTO bill",
                        "after INSERT INTO bill",
                        "before INSERT INTO onceward_outbox",
                        "after INSERT INTO onceward_outbox",
                        "before commit",
                        "after commit");
    }

    @Test
    void effectOutsideOfTheTransactionIsFound() {
        assertThatThrownBy(() -> points().handler("billing", "m1", () -> {
                            TestSql.execute(
                                    database, "INSERT INTO bill VALUES ('42')"); // has not joined the transaction
                            sql("INSERT INTO claim VALUES ('42')");
                        })
                        .verify(this::oneBill))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("crash before commit (step ")
                .hasMessageContaining("failed connection before commit (step ")
                .hasMessageContaining("bills: 2")
                .hasMessageNotContaining("after commit");
    }

    @Test
    void effectInATransactionOfItsOwnIsFound() {
        assertThatThrownBy(() -> points().handler("billing", "m1", () -> {
                            Transaction suspended = outbox.transactionManager().suspend();
                            try {
                                outbox.inTransaction(this::insertBill);
                            } finally {
                                outbox.transactionManager().resume(suspended);
                            }
                        })
                        .verify(this::oneBill))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("bills: 2");
    }

    @Test
    void claimInATransactionBeforeTheEffectIsFound() {
        assertThatThrownBy(() -> points().work(() -> {
                            if (TestSql.number(outbox.dataSource(), "SELECT COUNT(*) FROM claim") == 0) {
                                outbox.inTransaction(() -> sql("INSERT INTO claim VALUES ('42')"));
                                outbox.inTransaction(this::insertBill);
                            }
                        })
                        .verify(this::oneBill))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("crash before INSERT INTO bill (step 7): bills: 0")
                .hasMessageStartingWith("The check fails after ");
    }

    @Test
    void halfOfTheWorkIsFoundWithoutRedelivery() {
        assertThatThrownBy(() -> points().work(() -> {
                            outbox.inTransaction(this::insertBill);
                            outbox.inTransaction(this::insertClaim);
                        })
                        .withoutRedelivery()
                        .verify(this::billsAndClaimsAreEqual))
                .hasMessageContaining("crash after commit (step 4): bills and claims differ");
    }

    @Test
    void completeWorkHasNoFindingsWithoutRedelivery() throws Exception {
        points().work(() -> outbox.inTransaction(() -> {
                    insertBill();
                    insertClaim();
                }))
                .withoutRedelivery()
                .verify(this::billsAndClaimsAreEqual);
    }

    @Test
    void checkThatNeverSucceedsIsNamed() {
        assertThatThrownBy(() -> points().handler("billing", "m1", this::insertBill)
                        .verify(() -> {
                            throw new AssertionError("no bill");
                        }))
                .hasMessage("The check fails without an interruption: no bill");
    }

    @Test
    void workWithoutStepsIsRefused() {
        assertThatThrownBy(() -> points().work(() -> {}).verify(() -> {}))
                .isInstanceOf(OncewardException.class)
                .hasMessageStartingWith("OWD-0335: ");
    }

    private CrashPoints points() {
        return CrashPoints.of(outbox).prepare(() -> {
            sql("DELETE FROM bill");
            sql("DELETE FROM claim");
        });
    }

    private void insertBill() throws SQLException {
        sql("INSERT INTO bill VALUES ('42')");
    }

    private void insertClaim() throws SQLException {
        sql("INSERT INTO claim VALUES ('42')");
    }

    private void oneBill() throws SQLException {
        if (bills() != 1) {
            throw new AssertionError("bills: " + bills());
        }
    }

    private void billsAndClaimsAreEqual() throws SQLException {
        if (bills() != TestSql.number(database, "SELECT COUNT(*) FROM claim")) {
            throw new AssertionError("bills and claims differ");
        }
    }

    private int bills() throws SQLException {
        return TestSql.number(database, "SELECT COUNT(*) FROM bill");
    }

    private void sql(String sql) throws SQLException {
        TestSql.execute(outbox.dataSource(), sql);
    }
}
