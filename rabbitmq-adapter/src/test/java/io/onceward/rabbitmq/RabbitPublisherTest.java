// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Delivery;
import io.onceward.contract.HeardPublisher;
import io.onceward.contract.HeardPublisher.RefusedForeverException;
import io.onceward.fixture.RabbitBroker;
import io.onceward.spi.Destinations;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publishing to a broker that answers. */
@Timeout(120)
class RabbitPublisherTest {

    private static TestRabbit rabbit;

    private HeardPublisher publisher;

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @BeforeEach
    void open() {
        publisher = publisher(Map.of());
    }

    @AfterEach
    void close() {
        publisher.close();
    }

    private static Destinations destinations() {
        return new RabbitDestinations(RabbitChannels.connector(rabbit.broker().address(), TestRabbit.PATIENT));
    }

    private static HeardPublisher publisher(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(TestRabbit.PATIENT);
        all.putAll(settings);
        return new HeardPublisher(
                new RabbitPublisher(RabbitChannels.connector(rabbit.broker().address(), all)));
    }

    @Test
    void eventIsAPersistentMessageWithItsPropertiesAndHeaders() throws Exception {
        String queue = rabbit.queue();
        publisher.publish(List.of(
                TestEvents.event("queue:" + queue, "e-1", "k-1", Map.of("tenant", "ä", "onceward_id", "forged")),
                TestEvents.event("queue:" + queue, "e-2", null)));
        List<Delivery> messages = rabbit.drain(queue);
        assertThat(messages)
                .extracting(each -> each.getProperties().getMessageId())
                .containsExactly("e-1", "e-2");
        Delivery first = messages.get(0);
        assertThat(first.getBody()).isEqualTo(TestEvents.bytes("{\"id\":\"e-1\"}"));
        assertThat(first.getProperties().getDeliveryMode()).isEqualTo(2);
        assertThat(first.getProperties().getType()).isEqualTo("OrderPlaced");
        assertThat(first.getProperties().getContentType()).isEqualTo("application/json");
        assertThat(first.getProperties().getCorrelationId()).isEqualTo("e-1");
        assertThat(RabbitText.header(first, "onceward_id")).isEqualTo("e-1");
        assertThat(RabbitText.header(first, "onceward_key")).isEqualTo("k-1");
        assertThat(RabbitText.header(first, "onceward_type")).isEqualTo("OrderPlaced");
        assertThat(RabbitText.header(first, "onceward_channel")).isEqualTo("orders");
        assertThat(RabbitText.header(first, "tenant")).isEqualTo("ä");
        assertThat(RabbitText.header(messages.get(1), "onceward_key")).isNull();
    }

    @Test
    void eventsStayInOrderOverBatches() throws Exception {
        String queue = rabbit.queue();
        for (int batch = 0; batch < 5; batch++) {
            publisher.publish(TestEvents.numbered("queue:" + queue, batch * 200, batch * 200 + 200));
        }
        assertThat(rabbit.drain(queue))
                .extracting(each -> each.getProperties().getMessageId())
                .isEqualTo(TestEvents.numbers(0, 1000));
    }

    @Test
    void routingKeyHasTheKeyOfTheEvent() throws Exception {
        String exchange = "x-" + UUID.randomUUID();
        String queue = rabbit.queue();
        rabbit.on(channel -> {
            channel.exchangeDeclare(exchange, "topic", true);
            return channel.queueBind(queue, exchange, "orders.#");
        });
        String destination = "exchange:" + exchange + "?routingKey=orders.{type}.{key}";
        publisher.publish(
                List.of(TestEvents.event(destination, "e-1", "k-1"), TestEvents.event(destination, "e-2", null)));
        assertThat(rabbit.drain(queue))
                .extracting(each -> each.getEnvelope().getRoutingKey())
                .containsExactly("orders.OrderPlaced.k-1", "orders.OrderPlaced.e-2");
    }

    // ---- refusals

    @Test
    void unroutableEventIsRefusedThoughTheBrokerConfirmsIt() throws Exception {
        String missing = "no-" + UUID.randomUUID();
        assertThatThrownBy(() -> publisher.publish(TestEvents.event("queue:" + missing, "e", "k")))
                .hasMessageStartingWith("OWD-0257")
                .hasMessageContaining("312 NO_ROUTE")
                .hasMessageContaining(missing);
        publisher.requireNoOutage();
        String queue = rabbit.queue();
        publisher.publish(TestEvents.event("queue:" + queue, "e-1", "k"));
        assertThat(rabbit.ready(queue)).isEqualTo(1);
    }

    @Test
    void unknownExchangeIsRefusedWithTheBrokersReason() throws Exception {
        assertThatThrownBy(() -> publisher.publish(TestEvents.numbered("exchange:nowhere?routingKey=x", 0, 100)))
                .hasMessageStartingWith("OWD-0258")
                .hasMessageContaining("nowhere");
        publisher.requireNoOutage();
        String queue = rabbit.queue();
        publisher.publish(TestEvents.event("queue:" + queue, "e-1", "k"));
        assertThat(rabbit.ready(queue)).isEqualTo(1);
    }

    @Test
    void forbiddenExchangeIsNotReportedAsMissing() throws Exception {
        publisher.close();
        publisher = publisher(Map.of("user", "limited", "password", "limited"));
        assertThatThrownBy(() -> publisher.publish(TestEvents.event("exchange:amq.fanout?routingKey=x", "e", "k")))
                .hasMessageStartingWith("OWD-0259")
                .hasMessageContaining("amq.fanout");
        publisher.requireNoOutage();
    }

    @Test
    void wrongPasswordIsAnOutage() {
        HeardPublisher stranger = publisher(Map.of("password", "wrong"));
        assertThatThrownBy(() -> stranger.publish(TestEvents.event("queue:q", "e", "k")))
                .hasMessageContaining("ACCESS_REFUSED");
        assertThatThrownBy(() -> stranger.requireNoOutage()).hasMessageContaining("ACCESS_REFUSED");
        stranger.close();
    }

    @Test
    void connectionThatCannotBeOpenedParksNoEvent() {
        HeardPublisher stranger = publisher(Map.of("virtual-host", "v".repeat(300)));
        assertThatThrownBy(() -> stranger.publish(TestEvents.event("queue:q", "e", "k")))
                .isNotInstanceOf(RefusedForeverException.class);
        assertThatThrownBy(() -> stranger.requireNoOutage()).isInstanceOf(Exception.class);
        stranger.close();
    }

    @Test
    void tooLargeEventIsRefusedForGood() throws Exception {
        String queue = rabbit.queue();
        byte[] legal = new byte[RabbitBroker.MAX_MESSAGE_BYTES];
        publisher.publish(TestEvents.event("queue:" + queue, "legal", "k").withPayload(legal, "x/y"));
        assertThatThrownBy(() -> publisher.publish(TestEvents.event("queue:" + queue, "large", "k")
                        .withPayload(new byte[RabbitBroker.MAX_MESSAGE_BYTES + 1], "x/y")))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0261")
                .hasMessageContaining("message size");
        publisher.requireNoOutage();
        assertThat(rabbit.ready(queue)).isEqualTo(1);
    }

    @Test
    void headersThatDoNotFitAreRefusedForGood() throws Exception {
        String queue = rabbit.queue();
        List<Map<String, String>> illegal = List.of(
                Map.of("long", "x".repeat(140_000)),
                Map.of("n".repeat(300), "x"),
                Map.of("CC", "other"),
                Map.of("h", "\uD800"));
        for (Map<String, String> headers : illegal) {
            assertThatThrownBy(() -> publisher.publish(TestEvents.event("queue:" + queue, "e", "k", headers)))
                    .isInstanceOf(RefusedForeverException.class)
                    .cause()
                    .hasMessageFindingMatch("^OWD-026[13]");
        }
        assertThatThrownBy(() -> publisher.publish(
                        TestEvents.event("exchange:amq.topic?routingKey={key}", "e", "k".repeat(300))))
                .isInstanceOf(RefusedForeverException.class);
        publisher.publish(TestEvents.event("queue:" + queue, "fine", "k"));
        assertThat(rabbit.drainFirstIds(queue)).containsExactly("fine");
        Destinations destinations = destinations();
        assertThat(destinations.illegalHeader("CC")).isPresent();
        assertThat(destinations.illegalHeader("n".repeat(256))).isPresent();
        assertThat(destinations.illegalHeader("")).isPresent();
        assertThat(destinations.illegalHeader("cloudEvents:id")).isPresent();
        assertThat(destinations.illegalHeader("x-tenant")).isEmpty();
    }

    @Test
    void fullQueueRefusesAndAcceptsLater() throws Exception {
        String queue = rabbit.queue("full-" + UUID.randomUUID(), full(2));
        publisher.publish(TestEvents.numbered("queue:" + queue, 0, 2));
        assertThatThrownBy(() -> publisher.publish(TestEvents.event("queue:" + queue, "2", "k")))
                .hasMessageStartingWith("OWD-0260")
                .hasMessageContaining(queue);
        publisher.requireNoOutage();
        assertThat(rabbit.drainFirstIds(queue)).isEqualTo(TestEvents.numbers(0, 2));
        publisher.publish(TestEvents.event("queue:" + queue, "2", "k"));
        assertThat(rabbit.drainFirstIds(queue)).containsExactly("2");
    }

    /** Without strict order, the second event of the key would be in the queue before the first one. */
    @Test
    void strictOrderSendsNoEventAfterARefusedOneOfItsKey() throws Exception {
        String exchange = "x-" + UUID.randomUUID();
        String queue = rabbit.queue();
        rabbit.on(channel -> {
            channel.exchangeDeclare(exchange, "direct", true);
            return channel.queueBind(queue, exchange, "Routable");
        });
        String destination = "exchange:" + exchange + "?routingKey={type}&strictOrder=true";
        assertThatThrownBy(() -> publisher.publish(List.of(
                        TestEvents.typed(destination, "1", "other", "Routable"),
                        TestEvents.typed(destination, "2", "k", "Routable"),
                        TestEvents.typed(destination, "3", "k", "Unroutable"),
                        TestEvents.typed(destination, "4", "k", "Routable"))))
                .hasMessageStartingWith("OWD-0257");
        assertThat(rabbit.drainFirstIds(queue)).containsExactly("1", "2");
    }

    private static Map<String, Object> full(int length) {
        Map<String, Object> arguments = new HashMap<>();
        arguments.put("x-max-length", length);
        arguments.put("x-overflow", "reject-publish");
        return arguments;
    }

    @Test
    void rowOfAnotherWriterIsRefused() {
        for (String malformed :
                List.of("", "queue", "queue:", "queue:a&b", "exchange:x", "exchange:?routingKey=k", "topic:x")) {
            assertThatThrownBy(() -> destinations().connection("rabbitmq:" + malformed))
                    .as(malformed)
                    .hasMessageStartingWith("OWD-0256");
        }
    }

    @Test
    void threadsEndWithThePublisher() throws Exception {
        Set<String> before = Set.copyOf(RabbitThreads.names());
        publisher.publish(TestEvents.event("queue:" + rabbit.queue(), "e", "k"));
        assertThat(RabbitThreads.names()).anyMatch(name -> !before.contains(name));
        publisher.close();
        io.onceward.fixture.Await.until("the end of the threads", () -> before.containsAll(RabbitThreads.names()));
        assertThatThrownBy(() -> publisher.publish(TestEvents.event("queue:q", "e", "k")))
                .isInstanceOf(IllegalStateException.class);
    }
}
