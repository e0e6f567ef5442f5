// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.contract.BrokerUnderTest.TooLarge;
import io.onceward.fixture.Await;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Events that the broker refuses, and large events. */
public interface RefusalContract extends ContractTests {

    @Test
    default void refusedEventIsParkedWithItsCauseAndHoldsUpNoOther() throws Exception {
        String absent = broker().newDestination();
        String destination = createdDestination();
        try (ContractApplication application = new ContractApplication(broker())
                .publishingTo(destination)
                .with("onceward.relay.max-attempts", "2")
                .with("mp.messaging.outgoing.lost.destination", absent)
                .start()) {
            application.record("lost", "refused", OutboxMetadata.none());
            application.record(30);
            assertThat(application.causeOfParkedEvent()).contains(broker().causeOfRefusal(absent));
            Await.until("the other events", () -> application.inOutbox() == 1);
            NumberedEvents.assertInOrder(broker().take(destination), application.recorded());
        }
    }

    @Test
    default void largeEventIsPublished() throws Exception {
        String destination = createdDestination();
        String large = "x".repeat(broker().largePayload());
        try (ContractApplication application =
                new ContractApplication(broker()).publishingTo(destination).start()) {
            application.record(ContractApplication.CHANNEL, large, OutboxMetadata.none());
            application.awaitEmptyOutbox();
        }
        assertThat(broker().take(destination).stream().distinct()).containsExactly(large);
    }

    @Test
    default void eventThatIsTooLargeIsParkedAndHoldsUpNoOther() throws Exception {
        Assumptions.assumeTrue(broker().tooLarge().isPresent(), "the broker accepts every size");
        TooLarge tooLarge = broker().tooLarge().get();
        String destination = createdDestination();
        try (ContractApplication application = new ContractApplication(broker())
                .publishingTo(destination)
                .with("onceward.relay.max-attempts", "2")
                .with("onceward.outbox.max-payload-size", String.valueOf(tooLarge.bytes()))
                .start()) {
            application.record(
                    ContractApplication.CHANNEL,
                    "x".repeat(tooLarge.bytes()),
                    OutboxMetadata.none().withKey("large"));
            application.record(30);
            assertThat(application.causeOfParkedEvent()).contains(tooLarge.cause());
            Await.until("the other events", () -> application.inOutbox() == 1);
            NumberedEvents.assertInOrder(broker().take(destination), application.recorded());
        }
    }
}
