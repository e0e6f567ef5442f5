// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Queues of a real broker whose declaration loses messages. */
class LosingQueueTest {

    private final String queue = "q-" + UUID.randomUUID();
    private TestRabbit rabbit;

    @BeforeEach
    void start() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @Test
    void receiverWarnsOnceOfEachWay() throws Exception {
        declare(
                false,
                true,
                Map.of("x-max-length", 5, "x-expires", 3_600_000, "x-message-ttl", 60_000L, "x-max-priority", 3));
        assertThat(warningsOfReceiver())
                .singleElement()
                .asString()
                .contains("'" + queue + "'")
                .contains("not durable")
                .contains("auto-delete")
                .contains("x-expires")
                .contains("x-message-ttl")
                .contains("x-overflow=reject-publish");
    }

    @Test
    void queuesThatKeepTheirMessagesAreNotWarnedOf() throws Exception {
        declare(
                true,
                false,
                Map.of("x-max-length", 5, "x-overflow", "reject-publish", "x-single-active-consumer", true));
        assertThat(warningsOfReceiver()).isEmpty();
        rabbit.queue("other" + queue, Map.of("x-message-ttl", 60_000, "x-dead-letter-exchange", "amq.fanout"));
        assertThat(warningsOfPublisher("other" + queue)).isEmpty();
        assertThat(warningsOfPublisher(rabbit.queue())).isEmpty();
    }

    @Test
    void publisherWarnsOnce() throws Exception {
        declare(false, false, Map.of());
        assertThat(warningsOfPublisher(queue)).singleElement().asString().contains("not durable");
        assertThat(rabbit.drainFirstIds(queue)).containsExactly("e-1", "e-2");
    }

    @Test
    void publisherWarnsOfAQuorumQueueThatDropsItsOldestMessages() throws Exception {
        rabbit.queue(queue, Map.of("x-queue-type", "quorum", "x-max-length", 5));
        assertThat(warningsOfPublisher(queue)).singleElement().asString().contains("its oldest messages are dropped");
    }

    /** The relay publishes a refused event again: each refusal leaves a copy in the dead-letter queue. */
    @Test
    void publisherWarnsOfAFullQueueThatPassesRefusedMessagesOn() throws Exception {
        String letters = rabbit.queue();
        Map<String, Object> arguments = Map.of(
                "x-max-length",
                1,
                "x-overflow",
                "reject-publish-dlx",
                "x-dead-letter-exchange",
                "",
                "x-dead-letter-routing-key",
                letters);
        rabbit.queue(queue, arguments);
        rabbit.on(channel -> {
            channel.basicPublish("", queue, null, new byte[0]);
            return null;
        });
        try (LogLines log = new LogLines();
                HeardPublisher publisher = new HeardPublisher(new RabbitPublisher(
                        RabbitChannels.connector(rabbit.broker().address(), TestRabbit.PATIENT)))) {
            for (int attempt = 1; attempt <= 2; attempt++) {
                assertThatThrownBy(() -> publisher.publish(TestEvents.event("queue:" + queue, "e-1", null)))
                        .hasMessageStartingWith("OWD-0260");
            }
            assertThat(warnings(log)).singleElement().asString().contains("x-overflow=reject-publish-dlx");
        }
        assertThat(rabbit.drain(letters)).as("copies of one event").hasSize(2);
    }

    @Test
    void publisherWarnsOfAQueueOfAnotherConnection() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(rabbit.broker().port());
        try (Connection owner = factory.newConnection("owner")) {
            owner.createChannel().queueDeclare(queue, false, true, true, Map.of());
            assertThat(warningsOfPublisher(queue)).singleElement().asString().contains("exclusive");
        }
    }

    private void declare(boolean durable, boolean autoDelete, Map<String, Object> arguments) {
        rabbit.on(channel -> channel.queueDeclare(queue, durable, false, autoDelete, arguments));
    }

    private List<String> warningsOfReceiver() throws Exception {
        try (LogLines log = new LogLines();
                RabbitSource source = new RabbitSource(
                        RabbitChannels.connector(rabbit.broker().address(), Map.of()))) {
            for (int i = 0; i < 2; i++) {
                source.receive("rabbitmq:queue:" + queue, 10, Duration.ofMillis(10), messages -> {});
            }
            return warnings(log);
        }
    }

    private List<String> warningsOfPublisher(String to) throws Exception {
        HeardPublisher publisher = new HeardPublisher(
                new RabbitPublisher(RabbitChannels.connector(rabbit.broker().address(), TestRabbit.PATIENT)));
        try (LogLines log = new LogLines()) {
            for (int i = 1; i <= 2; i++) {
                publisher.publish(List.of(TestEvents.event("queue:" + to, "e-" + i, null)));
            }
            return warnings(log);
        } finally {
            publisher.close();
        }
    }

    private static List<String> warnings(LogLines log) {
        return log.all().stream().filter(line -> line.startsWith("OWD-1174")).toList();
    }
}
