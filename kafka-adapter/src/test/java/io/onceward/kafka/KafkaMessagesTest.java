// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.spi.MessageIdentity.Context;
import io.onceward.spi.MessageIdentity.Identity;
import io.onceward.spi.MessageReader.Content;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;

/** Contents and identities of records, of Onceward and of other senders. */
class KafkaMessagesTest {

    private final KafkaMessageReader reader = new KafkaMessageReader();
    private final KafkaMessageIdentity identity = new KafkaMessageIdentity();

    private static <K, V> ConsumerRecord<K, V> received(K key, V value, String... headers) {
        ConsumerRecord<K, V> received = new ConsumerRecord<>("orders", 3, 14, key, value);
        for (int i = 0; i < headers.length; i += 2) {
            received.headers().add(headers[i], TestEvents.bytes(headers[i + 1]));
        }
        return received;
    }

    @Test
    void recordOfOncewardHasItsValues() {
        ConsumerRecord<byte[], byte[]> received = received(
                TestEvents.bytes("k"),
                TestEvents.bytes("{}"),
                "onceward_id",
                "e-1",
                "onceward_type",
                "OrderPlaced",
                "onceward_channel",
                "orders",
                "content-type",
                "application/json",
                "tenant",
                "acme",
                "correlationId",
                "c-1",
                "traceparent",
                "t");
        assertThat(reader.read(received))
                .isEqualTo(Content.of(TestEvents.bytes("{}"), "application/json")
                        .withKey("k")
                        .withType("OrderPlaced")
                        .withHeaders(Map.of("tenant", "acme", "correlationId", "c-1", "traceparent", "t")));
        assertThat(identity.of(received)).contains(new Identity("e-1", false));
        assertThat(identity.context(received))
                .isEqualTo(Context.of("kafka")
                        .withChannel("orders")
                        .withKey("k")
                        .withCorrelationId("c-1")
                        .withHeaders(Map.of("traceparent", "t")));
    }

    @Test
    void recordOfAnotherSenderIsIdentifiedByItsPlace() {
        ConsumerRecord<String, String> received = received("k", "text");
        assertThat(identity.of(received)).contains(new Identity("orders-3-14--1", true));
        assertThat(reader.read(received))
                .isEqualTo(Content.of(TestEvents.bytes("text"), "text/plain").withKey("k"));
        assertThat(identity.property(received("k", "v", "message-id", "m-1"), "message-id"))
                .contains("m-1");
    }

    @Test
    void recordAtTheSamePlaceOfATopicThatWasCreatedAgainHasAnotherIdentity() {
        assertThat(identity.of(at(1_700_000_000_000L))).contains(new Identity("orders-3-14-1700000000000", true));
        assertThat(identity.of(at(1_700_000_000_001L))).isNotEqualTo(identity.of(at(1_700_000_000_000L)));
    }

    private static ConsumerRecord<String, String> at(long timestamp) {
        return new ConsumerRecord<>(
                "orders",
                3,
                14,
                timestamp,
                TimestampType.CREATE_TIME,
                1,
                4,
                "k",
                "text",
                new RecordHeaders(),
                Optional.empty());
    }

    @Test
    void recordWithoutKeyAndValueIsEmpty() {
        assertThat(reader.read(received(null, null))).isEqualTo(Content.of(new byte[0], "application/octet-stream"));
    }

    @Test
    void cloudEventInHeadersHasItsAttributes() {
        ConsumerRecord<byte[], byte[]> received = received(
                null,
                TestEvents.bytes("{}"),
                "ce_specversion",
                "1.0",
                "ce_id",
                "7",
                "ce_source",
                "/shop",
                "ce_type",
                "placed",
                "ce_partitionkey",
                "pk",
                "content-type",
                "application/json");
        assertThat(identity.of(received)).contains(new Identity("ce /shop 7", false));
        Content content = reader.read(received);
        assertThat(content.key()).isEqualTo("pk");
        assertThat(content.type()).isEqualTo("placed");
        assertThat(content.contentType()).isEqualTo("application/json");
        assertThat(content.headers()).containsEntry("cloudEvents_id", "7").containsEntry("cloudEvents_source", "/shop");
    }

    @Test
    void idOfACloudEventWithoutItsSourceIsNoIdentity() {
        assertThat(identity.of(received(null, TestEvents.bytes("{}"), "ce_id", "7")))
                .hasValueSatisfying(place -> assertThat(place.isTransportId()).isTrue());
    }

    @Test
    void cloudEventInTheValueHasItsAttributes() {
        ConsumerRecord<byte[], byte[]> received = received(
                null,
                TestEvents.bytes(
                        "{\"specversion\":\"1.0\",\"id\":\"7\",\"source\":\"/shop\",\"type\":\"placed\",\"data\":{\"a\":1}}"),
                "content-type",
                "application/cloudevents+json");
        assertThat(identity.of(received)).contains(new Identity("ce /shop 7", false));
        Content content = reader.read(received);
        assertThat(content.payload()).isEqualTo(TestEvents.bytes("{\"a\":1}"));
        assertThat(content.type()).isEqualTo("placed");
        ConsumerRecord<byte[], byte[]> broken =
                received(null, TestEvents.bytes("{"), "content-type", "application/cloudevents+json");
        assertThatThrownBy(() -> reader.read(broken)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bytesThatAreNoUtf8StayDifferent() {
        ConsumerRecord<byte[], byte[]> first = received(new byte[] {(byte) 0xFF, 1}, new byte[0]);
        ConsumerRecord<byte[], byte[]> second = received(new byte[] {(byte) 0xFE, 1}, new byte[0]);
        first.headers().add("h", new byte[] {(byte) 0xC0, (byte) 0x80});
        first.headers().add("none", null);
        first.headers().add("onceward_id", new byte[] {(byte) 0xFF});
        assertThat(reader.read(first).key()).isEqualTo("/wE=");
        assertThat(reader.read(second).key()).isEqualTo("/gE=");
        assertThat(reader.read(first).headers()).isEqualTo(Map.of("h", "wIA="));
        assertThat(identity.of(first)).contains(new Identity("/w==", false));
    }

    @Test
    void lastOfSeveralHeadersCounts() {
        ConsumerRecord<byte[], byte[]> received =
                received(null, new byte[0], "onceward_id", "1", "onceward_id", "2", "h", "a", "h", "b");
        assertThat(identity.of(received)).contains(new Identity("2", false));
        assertThat(reader.read(received).headers()).isEqualTo(Map.of("h", "b"));
    }

    @Test
    void keyIsATextANumberOrAnId() {
        UUID id = UUID.randomUUID();
        assertThat(reader.read(received(42L, "v")).key()).isEqualTo("42");
        assertThat(reader.read(received(id, "v")).key()).isEqualTo(id.toString());
        assertThatThrownBy(() -> reader.read(received(List.of(1), "v")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its key is of");
        assertThatThrownBy(() -> reader.read(received("k", List.of(1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("its value is of");
        assertThat(identity.context(received(List.of(1), "v")).key()).isNull();
    }
}
