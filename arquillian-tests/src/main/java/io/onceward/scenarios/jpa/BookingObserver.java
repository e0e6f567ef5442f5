// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.jpa;

import io.onceward.api.Outbox;
import io.onceward.api.OutboxMessage;
import io.onceward.api.OutboxMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import org.eclipse.microprofile.reactive.messaging.Message;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** Records while the transaction is about to complete. */
@ApplicationScoped
public class BookingObserver {

    @Inject
    private Outbox outbox;

    void record(@Observes(during = TransactionPhase.BEFORE_COMPLETION) Late late) {
        outbox.record(JpaFixture.CHANNEL, "late", OutboxMetadata.none().withKey(late.id()));
    }

    @Outgoing(JpaFixture.CHANNEL)
    Message<String> send(@Observes(during = TransactionPhase.BEFORE_COMPLETION) LateOutgoing late) {
        return OutboxMessage.of("late", OutboxMetadata.none().withKey(late.id()));
    }

    /** Recorded with {@code Outbox}. */
    public record Late(String id) {}

    /** Recorded by {@code @Outgoing}. */
    public record LateOutgoing(String id) {}
}
