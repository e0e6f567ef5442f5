// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.nested;

import io.onceward.api.Outbox;
import jakarta.persistence.EntityManager;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Writes a row, records an event and ends, in the transaction of the bean that calls it. */
final class InnerWork {

    private InnerWork() {}

    static void run(
            Attempt attempt, EntityManager entities, Outbox outbox, TransactionSynchronizationRegistry registry) {
        entities.persist(new Row(attempt.innerId()));
        outbox.record(Outer.CHANNEL, attempt.innerId());
        switch (attempt.ending()) {
            case COMMIT -> {}
            case EXCEPTION -> throw new IllegalStateException("on purpose");
            case ROLLBACK_ONLY -> registry.setRollbackOnly();
            case FAILING_COMMIT -> entities.persist(new Row(Rows.TAKEN));
        }
    }
}
