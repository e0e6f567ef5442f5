// SPDX-License-Identifier: Apache-2.0
package io.oncebox.standalone;

import io.oncebox.api.Outbox;
import io.oncebox.api.OutboxMetadata;
import io.oncebox.engine.Engine;
import jakarta.transaction.Status;
import jakarta.transaction.TransactionSynchronizationRegistry;

/** Records by the engine; where that fails, the caller's transaction can only roll back. */
record RecordingOutbox(Engine engine, TransactionSynchronizationRegistry registry) implements Outbox {

    @Override
    public String record(String channel, Object payload) {
        return record(channel, payload, OutboxMetadata.none());
    }

    @Override
    public String record(String channel, Object payload, OutboxMetadata metadata) {
        try {
            return engine.recorder().record(engine.channel(channel), payload, metadata);
        } catch (RuntimeException | Error e) {
            if (registry.getTransactionStatus() == Status.STATUS_ACTIVE) {
                registry.setRollbackOnly();
            }
            throw e;
        }
    }
}
