// SPDX-License-Identifier: Apache-2.0
package io.onceward.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Message;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.onceward.spi.MessageIdentity.Context;
import io.onceward.spi.MessageIdentity.Identity;
import io.onceward.spi.MessageReader.Content;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The content and identity of received messages. */
class NatsMessageTest {

    private final NatsMessageReader reader = new NatsMessageReader();
    private final NatsMessageIdentity identity = new NatsMessageIdentity();

    private static Message message(String body, String... headers) {
        Headers all = new Headers();
        for (int i = 0; i < headers.length; i += 2) {
            all.add(headers[i], headers[i + 1]);
        }
        return NatsMessage.builder()
                .subject("orders.placed")
                .headers(all)
                .data(body)
                .build();
    }

    @Test
    void eventIsReadAsItWasPublished() {
        Event event = Event.of("Id %", "K\u00f6ln", "orders.placed")
                .withHeaders(Map.of("tenant", " 100% ", "traceparent", "00-x", "cloudEvents_source", "/shop"));
        Message message = NatsMessages.create(event);
        Content content = reader.read(message);
        assertThat(content.payload()).isEqualTo(event.payload());
        assertThat(content.contentType()).isEqualTo("text/plain");
        assertThat(content.key()).isEqualTo("K\u00f6ln");
        assertThat(content.type()).isEqualTo("order-placed");
        assertThat(content.headers())
                .containsEntry("tenant", " 100% ")
                .containsEntry("cloudEvents_source", "/shop")
                .containsOnlyKeys("tenant", "traceparent", "cloudEvents_source");
        assertThat(identity.of(message)).contains(new Identity("Id %", false));
        assertThat(identity.context(message))
                .isEqualTo(Context.of("nats")
                        .withChannel("orders")
                        .withKey("K\u00f6ln")
                        .withCorrelationId("Id %")
                        .withHeaders(Map.of("traceparent", "00-x")));
        assertThat(identity.property(message, "tenant")).contains(" 100% ");
        assertThat(identity.header(message, "subject")).contains("orders.placed");
    }

    @Test
    void messageOfAnotherSenderIsReadAsItIs() {
        Message message = message("x", "rate", "%41", "Nats-Msg-Id", "m-1", "Content-Type", "application/json");
        Content content = reader.read(message);
        assertThat(content.contentType()).isEqualTo("application/json");
        assertThat(content.headers()).containsExactly(Map.entry("rate", "%41"));
        assertThat(content.key()).isNull();
        assertThat(identity.of(message)).contains(new Identity("msg-id m-1", false));
        assertThat(identity.context(message).channel()).isEqualTo("orders.placed");
    }

    @Test
    void messageWithoutAnythingHasNoIdentityOutsideOfAStream() {
        Message message = NatsMessage.builder().subject("a").build();
        assertThat(reader.read(message).payload()).isEmpty();
        assertThat(reader.read(message).contentType()).isEqualTo("application/octet-stream");
        assertThat(identity.of(message)).isEqualTo(Optional.empty());
    }

    @Test
    void cloudEventInHeadersIsRecognized() {
        Message message = message(
                "x",
                "ce-specversion",
                "1.0",
                "ce-id",
                "1%2041",
                "ce-source",
                "/shop",
                "ce-type",
                "placed",
                "ce-partitionkey",
                "k",
                "ce-traceparent",
                "00-y",
                "content-type",
                "text/plain");
        assertThat(identity.of(message)).contains(new Identity("ce /shop 1 41", false));
        assertThat(identity.context(message).headers()).containsEntry("traceparent", "00-y");
        Content content = reader.read(message);
        assertThat(content.key()).isEqualTo("k");
        assertThat(content.type()).isEqualTo("placed");
        assertThat(content.contentType()).isEqualTo("text/plain");
        assertThat(content.headers()).containsEntry("cloudEvents_id", "1 41");
    }

    @Test
    void idOfACloudEventWithoutItsSourceIsNoIdentity() {
        assertThat(identity.of(message("x", "ce-id", "7"))).isEmpty();
        assertThat(identity.of(message("x", "ce-id", "7", "Nats-Msg-Id", "m")))
                .contains(new Identity("msg-id m", false));
    }

    @Test
    void cloudEventInTheBodyIsRecognized() {
        Message message = message(
                "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/shop\",\"type\":\"placed\",\"data\":{\"a\":1}}",
                "content-type",
                "application/cloudevents+json");
        assertThat(identity.of(message)).contains(new Identity("ce /shop 7", false));
        assertThat(new String(reader.read(message).payload(), StandardCharsets.UTF_8))
                .isEqualTo("{\"a\":1}");
        assertThatThrownBy(() -> identity.of(message("{", "content-type", "application/cloudevents+json")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
