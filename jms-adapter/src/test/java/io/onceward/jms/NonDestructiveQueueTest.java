// SPDX-License-Identifier: Apache-2.0
package io.onceward.jms;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.fixture.BrokerQueue;
import io.onceward.inbox.Receiver;
import io.onceward.jms.EnlistingFactory.Kind;
import io.onceward.queue.outage.CircuitBreakers;
import io.onceward.queue.outage.Outage;
import io.onceward.spi.MessageSource;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.activemq.artemis.core.settings.impl.AddressSettings;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue of Artemis that keeps acknowledged messages, and delivers them to each new consumer. */
class NonDestructiveQueueTest {

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final EnlistingFactory server = new EnlistingFactory();
    private final Set<String> stored = Collections.synchronizedSet(new LinkedHashSet<>());
    private final String queue = "q-" + UUID.randomUUID();
    private final String origin = FactoryChecks.uri(queue);
    private Receiver receiver;

    @BeforeAll
    static void startBroker() throws Exception {
        broker = new ArtemisBroker(folder)
                .configure(configuration ->
                        configuration.addAddressSetting("#", new AddressSettings().setDefaultNonDestructive(true)))
                .start();
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void send() throws Exception {
        for (String text : List.of("1", "2", "3")) {
            new BrokerQueue(broker.connectionFactory(), queue).send(session -> session.createTextMessage(text));
        }
    }

    @AfterEach
    void end() {
        receiver.halt();
        threads.shutdownNow();
        JndiNames.unbindAll();
    }

    /** It opens a consumer for each batch: the third message would wait for ever, and the first two cost a processor. */
    @Test
    void receiverOfAServerReportsThatItMakesNoProgress() throws Exception {
        JndiNames.bind(FactoryChecks.NAME, server.of(Kind.ENLISTED, broker.connectionFactory()));
        receive(new JmsSource(server, Optional.empty()));
        Await.until("an outage", () -> receiver.outage().isPresent());
        assertThat(receiver.outage().map(Outage::error).orElseThrow()).contains("OWD-1242: Channel 'orders'", origin);
        assertThat(stored).containsExactly("1", "2");
    }

    @Test
    void receiverOfAPlainJvmReceivesEachMessage() throws Exception {
        receive(FactoryChecks.localSource(broker.connectionFactory()));
        Await.until("each message", () -> stored.size() == 3);
        assertThat(receiver.outage()).isEmpty();
    }

    private void receive(MessageSource source) {
        receiver = new Receiver(
                "orders",
                origin,
                source,
                this::store,
                () -> true,
                threads,
                new CircuitBreakers(Duration.ofMinutes(1), Duration.ofMinutes(1)),
                2);
        receiver.tick();
    }

    private String store(List<?> messages) throws JMSException {
        for (Object message : messages) {
            stored.add(((TextMessage) message).getText());
        }
        return ((Message) messages.get(0)).getJMSMessageID();
    }
}
