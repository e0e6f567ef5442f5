// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.beans;

import io.onceward.api.OutboxMetadata;
import io.onceward.outbox.OutcomeListener;
import io.onceward.outbox.Recording;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.eclipse.microprofile.reactive.messaging.Message;

/**
 * A message whose payload is recorded as an event. It is acknowledged when the transaction of the event has committed, and
 * acknowledged negatively when the event is refused or the transaction has ended without a commit. The transaction may end on
 * another thread.
 */
final class OutgoingMessage implements OutcomeListener {

    private final String channel;
    private final Message<?> message;
    private final AtomicBoolean acknowledged = new AtomicBoolean();

    OutgoingMessage(String channel, Message<?> message) {
        this.channel = channel;
        this.message = message;
    }

    /** Records the event. After a failure, call {@link #refuse}. */
    void record(Recording recording) {
        recording.record(message.getPayload(), metadata(message), this);
    }

    @Override
    public void ended(boolean committed) {
        if (committed) {
            acknowledge(message::ack);
        } else {
            refuse(EmitterErrors.rolledBack(channel));
        }
    }

    /** Acknowledges the message negatively, unless it has been acknowledged in either way. */
    void refuse(Throwable reason) {
        acknowledge(() -> message.nack(reason));
    }

    private void acknowledge(Supplier<CompletionStage<Void>> acknowledgement) {
        if (!acknowledged.compareAndSet(false, true)) {
            return;
        }
        try {
            CompletionStage<Void> stage = acknowledgement.get();
            if (stage != null) {
                stage.whenComplete((done, failure) -> {
                    if (failure != null) {
                        BeansLog.notAcknowledged(channel, failure);
                    }
                });
            }
        } catch (RuntimeException | Error e) {
            BeansLog.notAcknowledged(channel, e);
        }
    }

    static OutboxMetadata metadata(Message<?> message) {
        try {
            OutboxMetadata metadata = message.unwrap(OutboxMetadata.class);
            return metadata != null ? metadata : OutboxMetadata.none();
        } catch (IllegalArgumentException e) {
            return OutboxMetadata.none();
        }
    }
}
