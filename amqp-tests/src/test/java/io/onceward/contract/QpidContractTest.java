// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventSummary;
import io.onceward.api.InboxAdmin;
import io.onceward.fixture.Await;
import java.io.ByteArrayInputStream;
import java.io.ObjectInputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("only-in-full")
@Timeout(120)
class QpidContractTest implements BrokerContract {

    @TempDir
    private static Path folder;

    private static ArtemisProcess process;

    @BeforeAll
    static void startBroker() throws Exception {
        process = new ArtemisProcess(folder, AmqpBrokerMain.class).start();
    }

    @AfterAll
    static void stopBroker() {
        process.close();
    }

    @Override
    public TwoWayBroker broker() {
        return QpidUnderTest.direct(process);
    }

    /** The client tells a refused duplicate from another rollback only by a text. */
    @Test
    void duplicateDetectionIsRefusedAtTheStart() {
        ContractApplication application = new ContractApplication(broker())
                .with("mp.messaging.outgoing." + ContractApplication.CHANNEL + ".duplicate-detection", "true");
        try (application) {
            assertThatThrownBy(application::start)
                    .hasMessageStartingWith("OWD-1170")
                    .hasMessageContaining("JmsConnectionFactory");
        }
    }

    @Test
    void objectIsParkedWithItsBytes() throws Exception {
        String destination = createdDestination();
        try (ContractApplication application = new ContractApplication(broker())
                .receivingFrom(broker(), destination)
                .start()) {
            QpidUnderTest.direct(process).sendObject(destination, "an object");
            Await.until("the parked object", () -> application.parkedInInbox() == 1);
            InboxAdmin admin = application.onceward().inboxAdmin();
            EventSummary parked =
                    admin.find(EventFilter.all().parked(), null, 1).events().get(0);
            byte[] bytes = admin.payload(parked.datasource(), parked.position()).orElseThrow();
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                assertThat(in.readObject()).isEqualTo("an object");
            }
        }
    }
}
