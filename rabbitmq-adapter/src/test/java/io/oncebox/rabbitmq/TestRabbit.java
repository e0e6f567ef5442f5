// SPDX-License-Identifier: Apache-2.0
package io.oncebox.rabbitmq;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.GetResponse;
import io.oncebox.fixture.RabbitBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** The broker of the tests, and what they do with it without the adapter. */
final class TestRabbit {

    private static final String MISSING =
            "rabbitmq-server is not installed (Debian's package), so tests with RabbitMQ are skipped";

    private static TestRabbit shared;

    private final RabbitBroker broker;

    private TestRabbit(RabbitBroker broker) {
        this.broker = broker;
    }

    /** Returns the broker, which ends with this process. Without RabbitMQ, the test is skipped. */
    static synchronized TestRabbit shared() throws IOException, InterruptedException {
        assumeTrue(RabbitBroker.isInstalled(), MISSING);
        if (shared == null) {
            shared = new TestRabbit(
                    new RabbitBroker(Files.createTempDirectory(Path.of("target").toAbsolutePath(), "rabbitmq"))
                            .start());
        }
        return shared;
    }

    RabbitBroker broker() {
        return broker;
    }

    /** Work with a channel. */
    @FunctionalInterface
    interface Work<T> {
        T with(Channel channel) throws Exception;
    }

    <T> T on(Work<T> work) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(broker.port());
        try (Connection connection = factory.newConnection("test");
                Channel channel = connection.createChannel()) {
            return work.with(channel);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Declares a quorum queue, and returns its name. */
    String queue() {
        return queue("q-" + UUID.randomUUID(), Map.of("x-queue-type", "quorum"));
    }

    String queue(String name, Map<String, Object> arguments) {
        return on(channel -> channel.queueDeclare(name, true, false, false, new HashMap<>(arguments))
                .getQueue());
    }

    void send(String queue, Map<String, Object> headers, String id, String body) {
        BasicProperties properties = new BasicProperties.Builder()
                .deliveryMode(2)
                .messageId(id)
                .headers(headers)
                .build();
        on(channel -> {
            channel.confirmSelect();
            channel.basicPublish("", queue, properties, TestEvents.bytes(body));
            channel.waitForConfirmsOrDie(30_000);
            return null;
        });
    }

    /** Returns the number of messages that no consumer has. */
    int ready(String queue) {
        return on(channel -> channel.queueDeclarePassive(queue).getMessageCount());
    }

    /** Takes all messages of a queue. */
    List<Delivery> drain(String queue) {
        return on(channel -> {
            List<Delivery> taken = new ArrayList<>();
            for (GetResponse next = channel.basicGet(queue, true); next != null; next = channel.basicGet(queue, true)) {
                taken.add(new Delivery(next.getEnvelope(), next.getProps(), next.getBody()));
            }
            return taken;
        });
    }

    /** Takes all messages, and returns their ids in the order in which a receiver that skips duplicates sees them. */
    List<String> drainFirstIds(String queue) {
        LinkedHashSet<String> ids = new LinkedHashSet<>();
        drain(queue).forEach(each -> ids.add(each.getProperties().getMessageId()));
        return List.copyOf(ids);
    }
}
