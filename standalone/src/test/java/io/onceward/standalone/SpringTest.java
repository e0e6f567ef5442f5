// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.InvalidCallException;
import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.MemoryDatabase;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jms.core.JmsTemplate;

/** Spring's JmsTemplate, a library that sends by JMS 1.1, with an outboxed connection factory. */
class SpringTest {

    private static final long PATIENCE = 30_000;

    @TempDir
    private static Path folder;

    private static ArtemisBroker broker;
    private static MemoryDatabase database;
    private static Onceward onceward;
    private static JmsTemplate template;

    @BeforeAll
    static void start() throws Exception {
        broker = new ArtemisBroker(folder).start();
        database = new MemoryDatabase();
        onceward = Builders.on(database)
                .connectionFactory(broker.connectionFactory())
                .configuration(Map.of("onceward.schema", "create"))
                .start();
        template = new JmsTemplate(onceward.outboxedConnectionFactory());
        template.setExplicitQosEnabled(true);
        template.setPriority(7);
    }

    @AfterAll
    static void stop() throws Exception {
        onceward.close();
        database.close();
        broker.close();
    }

    @Test
    void templateRecordsInTheTransaction() throws Exception {
        assertThatThrownBy(() -> MemoryDatabase.inTransaction(() -> {
                    template.convertAndSend("spring", "rolled back");
                    throw new IllegalStateException("on purpose");
                }))
                .hasMessageContaining("on purpose");
        MemoryDatabase.inTransaction(() -> {
            template.convertAndSend("spring", "committed", message -> {
                message.setIntProperty("pieces", 5);
                return message;
            });
            return null;
        });
        try (JMSContext plain = broker.connectionFactory().createContext();
                JMSConsumer consumer = plain.createConsumer(plain.createQueue("spring"))) {
            TextMessage message = (TextMessage) consumer.receive(PATIENCE);
            assertThat(message).as("a message").isNotNull();
            assertThat(message.getText()).isEqualTo("committed");
            assertThat(message.getObjectProperty("pieces")).isEqualTo(5);
            assertThat(message.getJMSPriority()).isEqualTo(7);
            assertThat(consumer.receiveNoWait()).isNull();
        }
    }

    @Test
    void templateNeedsATransaction() {
        assertThatThrownBy(() -> template.convertAndSend("spring", "lost")).hasMessageContaining("OWD-0040");
    }

    @Test
    void templateReceivesByAnotherConnectionFactory() {
        assertThatThrownBy(() -> template.receive("spring"))
                .isInstanceOf(InvalidCallException.class)
                .hasMessageStartingWith("OWD-0310")
                .hasMessageContaining("without @Outboxed");
        assertThatThrownBy(() -> template.browse("spring", (session, browser) -> null))
                .hasMessageStartingWith("OWD-0310");
    }

    @Test
    void templateThatCommitsItsSessionIsRefused() {
        JmsTemplate transacted = new JmsTemplate(onceward.outboxedConnectionFactory());
        transacted.setSessionTransacted(true);
        assertThatThrownBy(() -> MemoryDatabase.inTransaction(() -> {
                    transacted.convertAndSend("spring", "refused");
                    return null;
                }))
                .hasMessageContaining("OWD-0311");
    }
}
