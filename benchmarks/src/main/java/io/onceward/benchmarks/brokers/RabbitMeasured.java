// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.onceward.benchmarks.contestants.Event;
import io.onceward.fixture.RabbitBroker;
import io.onceward.standalone.OncewardBuilder;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** RabbitMQ, with a new quorum queue for each slice. */
final class RabbitMeasured implements MeasuredBroker {

    private static final long PATIENCE_MILLIS = 60_000;
    private static final Map<String, Object> QUORUM = Map.of("x-queue-type", "quorum");

    private final RabbitBroker broker;
    private final Connection connection;
    private final Channel channel;
    private String queue;
    private int queues;

    RabbitMeasured(Path folder) throws Exception {
        broker = new RabbitBroker(Files.createDirectories(folder.resolve("rabbitmq"))).start();
        connection = connection();
        channel = connection.createChannel();
    }

    private Connection connection() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setPort(broker.port());
        return factory.newConnection("benchmark");
    }

    @Override
    public String about() {
        return "RabbitMQ " + connection.getServerProperties().get("version") + ", one node, a quorum queue";
    }

    @Override
    public long pid() {
        return broker.process().pid();
    }

    @Override
    public OncewardBuilder connect(OncewardBuilder builder) {
        return builder;
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of(
                "onceward.rabbitmq.addresses",
                broker.address(),
                "mp.messaging.outgoing.orders.destination",
                "rabbitmq:queue:" + queue);
    }

    @Override
    public void renew() throws Exception {
        if (queue != null) {
            channel.queueDelete(queue);
        }
        queue = "orders-" + queues++;
        channel.queueDeclare(queue, true, false, false, QUORUM);
    }

    @Override
    public Sender sender() throws Exception {
        Connection own = connection();
        Channel confirming = own.createChannel();
        confirming.confirmSelect();
        return new Sender() {
            @Override
            public void send(List<Event> batch) throws Exception {
                for (Event event : batch) {
                    BasicProperties properties = new BasicProperties.Builder()
                            .deliveryMode(2)
                            .messageId(Long.toString(event.number()))
                            .build();
                    confirming.basicPublish(
                            "", queue, true, properties, event.payload().getBytes(StandardCharsets.UTF_8));
                }
                confirming.waitForConfirmsOrDie(PATIENCE_MILLIS);
            }

            @Override
            public void close() throws IOException {
                own.close();
            }
        };
    }

    @Override
    public long count() throws Exception {
        return channel.messageCount(queue);
    }

    @Override
    public Closeable receive(Consumer<String> payloads) throws Exception {
        Connection own = connection();
        own.createChannel()
                .basicConsume(
                        queue,
                        true,
                        (tag, message) -> payloads.accept(new String(message.getBody(), StandardCharsets.UTF_8)),
                        tag -> {});
        return own;
    }

    @Override
    public void close() throws IOException {
        connection.close();
        broker.close();
    }
}
