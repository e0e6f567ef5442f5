// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import io.onceward.fixture.LogLines;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
@Tag("only-in-full")
class OpenMqContractTest implements ReceivingContract {

    @TempDir
    private static Path folder;

    private static OpenMqProcess process;

    @BeforeAll
    static void startBroker() throws Exception {
        process = new OpenMqProcess(folder).start();
    }

    @AfterAll
    static void stopBroker() {
        process.close();
    }

    /** Its client refuses the name. Without a line of its own, a channel has the queue of its name. */
    @Test
    void eventForAQueueWithAHyphenInItsNameIsParkedWithTheReason() throws Exception {
        try (ContractApplication application = new ContractApplication(broker())
                .with("onceward.relay.max-attempts", "2")
                .with("mp.messaging.outgoing.orders-placed.connector", "onceward")
                .start()) {
            application.record("orders-placed", "refused", OutboxMetadata.none());
            assertThat(application.causeOfParkedEvent()).contains("[C4050]", "orders-placed");
        }
    }

    @Test
    void receiverOfAQueueWithAHyphenInItsNameTellsTheReason() throws Exception {
        try (LogLines log = new LogLines();
                ContractApplication application = new ContractApplication(broker())
                        .receivingFrom(broker(), JmsUnderTest.SCHEME + "orders-placed")) {
            application.start();
            Await.until("the reason", () -> log.all().stream()
                    .anyMatch(
                            line -> line.startsWith("OWD-1010") && line.contains("[C4050]: Invalid destination name")));
        }
    }

    /** OpenMQ does not override them for temporary queues, so the probes of the self-check are as they should be. */
    @ParameterizedTest
    @CsvSource({
        "imqOverrideJMSDeliveryMode, imqJMSDeliveryMode, NON_PERSISTENT",
        "imqOverrideJMSExpiration, imqJMSExpiration, 60000"
    })
    void factoryThatOverridesWhatKeepsAMessageIsNotUsed(String override, String property, String value)
            throws Exception {
        String destination = createdDestination();
        Map<String, String> properties = Map.of(override, "true", property, value);
        try (ContractApplication application =
                new ContractApplication(new OpenMqUnderTest(process, properties, false)).publishingTo(destination)) {
            assertThatThrownBy(application::start)
                    .hasMessageStartingWith("OWD-0210")
                    .hasMessageContaining(override);
        }
        OpenMqUnderTest overriding = new OpenMqUnderTest(process, properties, true);
        try (LogLines log = new LogLines();
                ContractApplication application = new ContractApplication(overriding)
                        .publishingTo(destination)
                        .start()) {
            application.record(ContractApplication.CHANNEL, "kept", OutboxMetadata.none());
            Await.until("the outage", () -> log.all().stream()
                    .anyMatch(line -> line.startsWith("OWD-1010") && line.contains("OWD-0210")));
            assertThat(application.inOutbox()).isEqualTo(1);
            assertThat(broker().take(destination)).isEmpty();
        }
    }

    @Override
    public TwoWayBroker broker() {
        return new OpenMqUnderTest(process);
    }
}
