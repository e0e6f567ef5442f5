// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.impl.LongStringHelper;
import io.onceward.spi.MessageIdentity.Identity;
import io.onceward.spi.MessageReader.Content;
import io.onceward.spi.OutboxEvent;
import java.time.Instant;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Reading and identifying messages, also of other senders. */
class RabbitMessagesTest {

    private final RabbitMessageReader reader = new RabbitMessageReader();
    private final RabbitMessageIdentity identity = new RabbitMessageIdentity();

    private static Delivery message(BasicProperties.Builder properties, String body) {
        return new Delivery(new Envelope(1, false, "shop", "orders"), properties.build(), TestEvents.bytes(body));
    }

    private static BasicProperties.Builder with(Map<String, Object> headers) {
        return new BasicProperties.Builder().headers(headers);
    }

    @Test
    void eventIsReadAsItWasRecorded() throws Exception {
        RabbitMessage made = RabbitMessage.of(
                TestEvents.event("queue:q", "e-1", "k-1", Map.of("tenant", "ä", "correlationId", "c")));
        Delivery received = new Delivery(new Envelope(1, false, "", "q"), made.properties(), made.body());
        Content content = reader.read(received);
        assertThat(content)
                .isEqualTo(Content.of(TestEvents.bytes("{\"id\":\"e-1\"}"), "application/json")
                        .withKey("k-1")
                        .withType("OrderPlaced")
                        .withHeaders(Map.of("tenant", "ä", "correlationId", "c")));
        assertThat(identity.of(received)).contains(new Identity("e-1", false));
        assertThat(identity.context(received).channel()).isEqualTo("orders");
        assertThat(identity.context(received).key()).isEqualTo("k-1");
        assertThat(identity.context(received).correlationId()).isEqualTo("c");
    }

    @Test
    void priorityAndRestOfTheTimeToLiveAreProperties() throws Exception {
        OutboxEvent event = TestEvents.event("queue:q", "e-1", null);
        RabbitMessage made = RabbitMessage.of(new Urgent(event, 8, Instant.now().plusSeconds(60)));
        assertThat(made.properties().getPriority()).isEqualTo(8);
        assertThat(Integer.parseInt(made.properties().getExpiration())).isBetween(1, 60_000);
        assertThat(RabbitMessage.of(event).properties().getPriority()).isNull();
        assertThat(RabbitMessage.of(event).properties().getExpiration()).isNull();
    }

    /** An event with a priority and an expiry. */
    private record Urgent(OutboxEvent event, int level, Instant expiry) implements OutboxEvent {

        @Override
        public OptionalInt priority() {
            return OptionalInt.of(level);
        }

        @Override
        public Optional<Instant> expiresAt() {
            return Optional.of(expiry);
        }

        @Override
        public String id() {
            return event.id();
        }

        @Override
        public String channel() {
            return event.channel();
        }

        @Override
        public String key() {
            return event.key();
        }

        @Override
        public String type() {
            return event.type();
        }

        @Override
        public byte[] payload() {
            return event.payload();
        }

        @Override
        public String contentType() {
            return event.contentType();
        }

        @Override
        public Map<String, String> headers() {
            return event.headers();
        }

        @Override
        public String destination() {
            return event.destination();
        }
    }

    @Test
    void textsThatAreTooLongForPropertiesAreHeaders() throws Exception {
        String id = "i".repeat(300);
        String contentType = "text/" + "x".repeat(300);
        RabbitMessage made =
                RabbitMessage.of(TestEvents.event("queue:q", id, null).withPayload(new byte[1], contentType));
        Delivery received = new Delivery(new Envelope(1, false, "", "q"), made.properties(), made.body());
        assertThat(made.properties().getMessageId()).isNull();
        assertThat(identity.of(received)).contains(new Identity(id, false));
        assertThat(reader.read(received).contentType()).isEqualTo(contentType);
    }

    @Test
    void identityIsOurHeaderThenTheCloudEventThenTheMessageId() {
        Map<String, Object> all =
                Map.of("onceward_id", "e", "cloudEvents_id", "c", "cloudEvents_source", "/s", "other", "o");
        assertThat(identity.of(message(with(all).messageId("m"), ""))).contains(new Identity("e", false));
        Map<String, Object> colon = Map.of("cloudEvents:id", "c", "cloudEvents:source", "/s");
        assertThat(identity.of(message(with(colon).messageId("m"), ""))).contains(new Identity("ce /s c", false));
        assertThat(identity.of(message(with(Map.of("onceward_id", " ")).messageId("m"), "")))
                .contains(new Identity("m", false));
        assertThat(identity.of(message(new BasicProperties.Builder(), ""))).isEmpty();
        assertThat(identity.property(message(with(all), ""), "other")).contains("o");
        assertThat(identity.header(message(with(all).messageId("m"), ""), "message-id"))
                .contains("m");
    }

    @Test
    void idOfACloudEventWithoutItsSourceIsNoIdentity() {
        Map<String, Object> alone = Map.of("cloudEvents_id", "c");
        assertThat(identity.of(message(with(alone), ""))).isEmpty();
        assertThat(identity.of(message(with(alone).messageId("m"), ""))).contains(new Identity("m", false));
    }

    @Test
    void structuredCloudEventIsReadFromTheBody() {
        String body = "{\"specversion\":\"1.0\",\"id\":\"c\",\"source\":\"/s\",\"type\":\"t\",\"partitionkey\":\"k\","
                + "\"datacontenttype\":\"application/json\",\"data\":{\"a\":1}}";
        Delivery received = message(new BasicProperties.Builder().contentType("application/cloudevents+json"), body);
        assertThat(identity.of(received)).contains(new Identity("ce /s c", false));
        Content content = reader.read(received);
        assertThat(content.key()).isEqualTo("k");
        assertThat(content.type()).isEqualTo("t");
        assertThat(new String(content.payload(), java.nio.charset.StandardCharsets.UTF_8))
                .isEqualTo("{\"a\":1}");
        Delivery broken = message(new BasicProperties.Builder().contentType("application/cloudevents+json"), "{");
        assertThatThrownBy(() -> reader.read(broken)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void headersOfAllTypesAreReadAsTexts() {
        Map<String, Object> headers = new HashMap<>();
        headers.put("text", LongStringHelper.asLongString("ä"));
        headers.put("bad", LongStringHelper.asLongString(new byte[] {(byte) 0xFF}));
        headers.put("number", 7L);
        headers.put("truth", true);
        headers.put("time", Date.from(Instant.parse("2026-01-02T03:04:05Z")));
        headers.put("bytes", new byte[] {(byte) 0xFE});
        headers.put("nothing", null);
        headers.put("table", Map.of("a", 1));
        headers.put("array", List.of(1));
        headers.put("x-death", List.of(Map.of("count", 1)));
        headers.put("x-delivery-count", 3L);
        assertThat(reader.read(message(with(headers), "x")).headers())
                .isEqualTo(Map.of(
                        "text",
                        "ä",
                        "bad",
                        "/w==",
                        "number",
                        "7",
                        "truth",
                        "true",
                        "time",
                        "2026-01-02T03:04:05Z",
                        "bytes",
                        "/g=="));
    }

    @Test
    void headersOfWrongTypesIdentifyNothing() {
        Map<String, Object> headers = new HashMap<>();
        headers.put("onceward_id", List.of("e"));
        headers.put("onceward_key", Map.of());
        headers.put("cloudEvents_id", null);
        Delivery received = message(with(headers), "x");
        assertThat(identity.of(received)).isEmpty();
        assertThat(reader.read(received).key()).isNull();
        assertThat(identity.context(received).channel()).isEqualTo("shop");
    }

    @Test
    void tenThousandHeadersAreRead() {
        Map<String, Object> headers = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            headers.put("h" + i, i);
        }
        assertThat(reader.read(message(with(headers), "x")).headers()).hasSize(10_000);
    }
}
