// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("only-in-full")
@Timeout(120)
class ActiveMqContractTest implements BrokerContract {

    @TempDir
    private static Path folder;

    private static ActiveMqProcess process;

    @BeforeAll
    static void startBroker() throws Exception {
        process = new ActiveMqProcess(folder).start();
    }

    @AfterAll
    static void stopBroker() {
        process.close();
    }

    @Override
    public TwoWayBroker broker() {
        return ActiveMqUnderTest.direct(process);
    }

    /** ActiveMQ has no delivery delay, and its property for it needs a scheduler, which is off by default. */
    @Test
    void delayedEventStaysInTheOutbox() throws Exception {
        String destination = createdDestination();
        try (ContractApplication application =
                new ContractApplication(broker()).publishingTo(destination).start()) {
            OutboxMetadata inAnHour =
                    OutboxMetadata.none().withDeliverAt(Instant.now().plus(Duration.ofHours(1)));
            application.record(ContractApplication.CHANNEL, "later", inAnHour);
            application.record(ContractApplication.CHANNEL, "now", OutboxMetadata.none());
            Await.until("the event without a delay", () -> application.inOutbox() == 1);
            assertThat(broker().take(destination)).containsExactly("now");
        }
    }
}
