// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.OutboxMetadata;
import io.onceward.fixture.Await;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.activemq.ActiveMQConnectionFactory;
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

    private static final long PATIENCE_MILLIS = 20_000;

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

    /** While a rolled back message waits for its redelivery, the client delivers the messages after it. */
    @Test
    void factoryThatRedeliversOutOfOrderIsRefused() throws Exception {
        String destination = createdDestination();
        for (String id : List.of("1", "2", "3")) {
            broker().send(destination, id, "key", id);
        }
        ActiveMQConnectionFactory reordering =
                new ActiveMQConnectionFactory(process.address() + "?jms.nonBlockingRedelivery=true");
        assertThat(afterARollback(reordering, destination)).containsExactly("2", "3", "1");

        ContractApplication application =
                new ContractApplication(ActiveMqUnderTest.by(process, reordering)).receivingFrom(broker(), destination);
        assertThatThrownBy(application::start)
                .hasMessageStartingWith("OWD-0210")
                .hasMessageContaining("nonBlockingRedelivery");
        application.close();
    }

    /** Returns the texts that are committed after a rollback of the first one. */
    private static List<String> afterARollback(ConnectionFactory factory, String destination) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageConsumer consumer =
                        session.createConsumer(session.createQueue(JmsUnderTest.queue(destination)))) {
            connection.start();
            consumer.receive(PATIENCE_MILLIS);
            session.rollback();
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                texts.add(consumer.receive(PATIENCE_MILLIS).getBody(String.class));
                session.commit();
            }
            return texts;
        }
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
