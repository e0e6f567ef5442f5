// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static io.onceward.test.OncewardAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.MemoryDatabase;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A test outbox in the transactions of the application: of Narayana, with a pool that joins them. */
class GivenTransactionsTest {

    private final MemoryDatabase database = new MemoryDatabase();
    private final List<String> handled = new ArrayList<>();
    private TestOutbox outbox;

    @BeforeEach
    void start() {
        outbox = TestOutbox.builder()
                .transactions(database.transactionManager(), database.synchronizationRegistry(), database.pool())
                .handle("orders", "billing", String.class, (order, metadata) -> handled.add(order))
                .start();
    }

    @AfterEach
    void stop() {
        outbox.close();
        database.close();
    }

    @Test
    void eventOfACommittedTransactionIsRecordedAndHandled() throws Exception {
        MemoryDatabase.inTransaction(
                () -> outbox.record("orders", "42", OutboxMetadata.none().withKey("7")));
        assertThat(outbox).recorded("orders").withKey("7");
        outbox.deliver();
        outbox.redeliver();
        assertThat(handled).containsExactly("42");
    }

    @Test
    void eventOfARolledBackTransactionIsNotRecorded() {
        assertThatThrownBy(() -> MemoryDatabase.inTransaction(() -> {
                    outbox.record("orders", "42");
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessage("on purpose");
        assertThat(outbox).recordedNothing();
        outbox.deliver();
        assertThat(handled).isEmpty();
    }

    @Test
    void transactionsOfTheTestOutboxAreThoseOfTheApplication() throws Exception {
        outbox.inTransaction(() -> {
            assertThat(database.transactionManager().getTransaction()).isNotNull();
            outbox.record("orders", "42");
        });
        assertThat(outbox).recorded("orders").times(1);
    }

    @Test
    void crashPointsAreRefused() {
        assertThatThrownBy(() -> CrashPoints.of(outbox)).hasMessageStartingWith("OWD-0334: ");
    }
}
