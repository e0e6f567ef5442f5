// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.impl.LongStringHelper;
import io.onceward.contract.HostileMessage;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.RabbitBroker;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** RabbitMQ, with queues that have one active consumer; quorum queues also have a limit of deliveries. */
final class RabbitUnderTest implements TwoWayBroker {

    static final String QUORUM = "quorum";
    static final String CLASSIC = "classic";

    private static final String SCHEME = "rabbitmq:queue:";
    private static final String DEAD_LETTERS = ".dead";
    private static final int DELIVERY_LIMIT = 20;

    private final TestRabbit rabbit;
    private final String type;

    /** @param type of the queues */
    RabbitUnderTest(TestRabbit rabbit, String type) {
        this.rabbit = rabbit;
        this.type = type;
    }

    @Override
    public Map<String, String> configuration() {
        return Map.of(
                "onceward.rabbitmq.addresses", rabbit.broker().address(), "onceward.rabbitmq.confirm-timeout", "PT3S");
    }

    @Override
    public String newDestination() {
        return SCHEME + "q-" + UUID.randomUUID();
    }

    private static String queue(String destination) {
        return destination.substring(SCHEME.length());
    }

    @Override
    public String causeOfRefusal(String destination) {
        return "OWD-0257";
    }

    @Override
    public void create(String destination) {
        create(destination, DELIVERY_LIMIT);
    }

    @Override
    public void createWithFewDeliveries(String destination) {
        create(destination, 1);
    }

    private void create(String destination, int deliveryLimit) {
        String queue = queue(destination);
        rabbit.queue(queue + DEAD_LETTERS, Map.of());
        Map<String, Object> arguments = new HashMap<>(Map.of(
                "x-queue-type",
                type,
                "x-dead-letter-exchange",
                "",
                "x-dead-letter-routing-key",
                queue + DEAD_LETTERS,
                "x-single-active-consumer",
                true));
        if (type.equals(QUORUM)) {
            arguments.put("x-delivery-limit", deliveryLimit);
        }
        rabbit.queue(queue, arguments);
    }

    @Override
    public void awaitDurable(String destination) throws InterruptedException {
        if (type.equals(QUORUM)) {
            rabbit.awaitQuorumQueueOnDisk(queue(destination));
        } else {
            rabbit.awaitOnDisk(queue(destination));
        }
    }

    @Override
    public List<String> take(String destination) {
        return rabbit.drain(queue(destination)).stream()
                .map(each -> new String(each.getBody(), StandardCharsets.UTF_8))
                .toList();
    }

    @Override
    public Optional<TooLarge> tooLarge() {
        return Optional.of(new TooLarge(RabbitBroker.MAX_MESSAGE_BYTES + 1, "OWD-0261"));
    }

    @Override
    public void send(String destination, String id, String key, String text) {
        rabbit.send(queue(destination), Map.of("onceward_id", id, "onceward_key", key), null, text);
    }

    @Override
    public Object received(String id, String text) {
        return new Delivery(
                new Envelope(1, false, "foreign", "k"),
                new BasicProperties.Builder()
                        .messageId(id)
                        .contentType("text/plain")
                        .build(),
                TestEvents.bytes(text));
    }

    @Override
    public void sendUnreadable(String destination, String body) {
        rabbit.send(queue(destination), Map.of("onceward_contenttype", "application/cloudevents+json"), null, body);
    }

    private HostileMessage hostile(String text, Map<String, Object> headers) {
        return new HostileMessage(text, destination -> rabbit.send(queue(destination), headers, text, text));
    }

    @Override
    public List<HostileMessage> hostileMessages() {
        Map<String, Object> wrongTypes = new HashMap<>();
        wrongTypes.put("bytes", new byte[] {(byte) 0xFF, (byte) 0xFE});
        wrongTypes.put("table", Map.of("a", List.of(1, 2)));
        wrongTypes.put("onceward_key", List.of("k"));
        wrongTypes.put("nothing", null);
        Map<String, Object> many = new HashMap<>();
        for (int i = 0; i < 8_000; i++) {
            many.put("h" + i, (byte) 1);
        }
        Object notUtf8 = LongStringHelper.asLongString(new byte[] {(byte) 0xFF, (byte) 0xFE});
        return List.of(
                hostile("wrong types", wrongTypes),
                hostile("wrong type of the id", Map.of("onceward_id", List.of(1, 2))),
                hostile("bad UTF-8", Map.of("h", notUtf8)),
                hostile("bad UTF-8 in the id", Map.of("onceward_id", notUtf8)),
                hostile("many headers", many),
                hostile("NUL", Map.of("h\0", "\0")),
                hostile("long id", Map.of("cloudEvents_id", "x".repeat(100_000))),
                new HostileMessage("no id", destination -> rabbit.send(queue(destination), Map.of(), null, "no id")));
    }

    @Override
    public int setAside(String destination) {
        return rabbit.ready(queue(destination) + DEAD_LETTERS);
    }

    @Override
    public BrokerServer server() {
        return rabbit.broker();
    }

    @Override
    public boolean isOfClient(Thread thread) {
        return RabbitThreads.isOfClient(thread.getName());
    }
}
