// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.MemoryDatabase;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Work that loses its transaction commits nothing, neither its own changes nor those of another transaction. */
class JtaTransactionsTest {

    private final MemoryDatabase database = new MemoryDatabase();
    private final TransactionManager manager = database.transactionManager();
    private final JtaTransactions transactions = new JtaTransactions(manager, database.synchronizationRegistry());

    @BeforeEach
    void createRow() {
        database.sql("CREATE TABLE business (id INTEGER PRIMARY KEY)");
        database.sql("INSERT INTO business VALUES (0)");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        assertThat(manager.getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
        assertThat(database.text("SELECT id FROM business")).isEqualTo("0");
        database.sql("UPDATE business SET id = 5"); // fails if a lock is left
        assertThat(database.pool().getMetrics().activeCount()).isZero();
        database.close();
    }

    @Test
    void suspendedTransactionIsRolledBack() {
        assertLost(() -> {
            database.sql("UPDATE business SET id = 1");
            manager.suspend();
            return null;
        });
    }

    @Test
    void otherTransactionIsNotCommittedInstead() {
        assertLost(() -> {
            manager.suspend();
            manager.begin();
            database.sql("UPDATE business SET id = 1");
            return null;
        });
    }

    @Test
    void failureOfTheWorkEndsBothTransactions() {
        IllegalStateException failure = new IllegalStateException("on purpose");
        assertThatThrownBy(() -> transactions.inNew(() -> {
                    database.sql("UPDATE business SET id = 1");
                    manager.suspend();
                    manager.begin();
                    throw failure;
                }))
                .isSameAs(failure)
                .hasNoSuppressedExceptions();
    }

    private void assertLost(Callable<?> work) {
        assertThatThrownBy(() -> transactions.inNew(work)).hasMessageStartingWith("OWD-0206");
    }
}
