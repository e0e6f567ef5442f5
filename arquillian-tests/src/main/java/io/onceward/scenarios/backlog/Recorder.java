// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.backlog;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMetadata;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;

/** Records numbers, each with one of many keys. */
@Stateless
public class Recorder {

    static final int KEYS = 100;

    @Inject
    private Outbox outbox;

    /** In the transaction of the caller. */
    @TransactionAttribute(TransactionAttributeType.MANDATORY)
    public void record(int count) {
        for (int number = 0; number < count; number++) {
            outbox.record(
                    BacklogScenario.CHANNEL,
                    Integer.toString(number),
                    OutboxMetadata.none().withKey("key " + number % KEYS));
        }
    }
}
