// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "acks, 1",
        "acks, 0",
        "enable.idempotence, false",
        "enable.auto.commit, true",
        "auto.offset.reset, latest",
        "max.in.flight.requests.per.connection, 5",
        "partitioner.ignore.keys, true",
        "partitioner.class, org.apache.kafka.clients.producer.RoundRobinPartitioner",
        "interceptor.classes, com.example.Moving",
        "transactional.id, x"
    })
    void settingThatWouldBreakAGuaranteeIsRefused(String name, String value) {
        assertThatThrownBy(() -> KafkaChannels.clients("127.0.0.1:1", Map.of(name, value)))
                .hasMessageStartingWith("OWD-0241")
                .hasMessageContaining("onceward.kafka.client." + name + "=" + value);
    }

    @ParameterizedTest
    @CsvSource({"acks, all", "acks, -1", "enable.idempotence, true", "compression.type, lz4", "auto.offset.reset, none"
    })
    void otherSettingsReachTheClients(String name, String value) {
        ClientSettings clients = KafkaChannels.clients("127.0.0.1:1", Map.of(name, value));
        assertThatCode(clients::verify).doesNotThrowAnyException();
        assertThat(clients.producer()
                        .getOrDefault(name, clients.consumer("g", 1).get(name)))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({"linger.ms, soon", "batch.size, -1", "security.protocol, x", "retries, 0"})
    void settingThatTheClientRefusesIsFoundAtDeployment(String name, String value) {
        ClientSettings clients = KafkaChannels.clients("127.0.0.1:1", Map.of(name, value));
        assertThatThrownBy(clients::verify).hasMessageStartingWith("OWD-0250").hasMessageContaining(name);
    }

    @Test
    void applicationNamesABroker() {
        ClientSettings clients = new ClientSettings(KafkaChannels.global(Map.of()));
        assertThatThrownBy(clients::verify)
                .hasMessageStartingWith("OWD-0240")
                .hasMessageContaining("onceward.kafka.bootstrap-servers");
    }

    @Test
    void deliveryTimeoutIsLongEnoughForTheOtherTimes() {
        assertThat(KafkaChannels.clients("x:1", Map.of()).producer()).containsEntry("delivery.timeout.ms", "20000");
        assertThat(KafkaChannels.clients("x:1", Map.of("request.timeout.ms", "60000", "linger.ms", "10"))
                        .producer())
                .containsEntry("delivery.timeout.ms", "60010");
    }

    @Test
    void clientsHaveDifferentIdsUnlessTheApplicationNamesOne() {
        ClientSettings clients = KafkaChannels.clients("x:1", Map.of());
        assertThat(clients.producer().get("client.id"))
                .isNotEqualTo(clients.producer().get("client.id"));
        assertThat(KafkaChannels.clients("x:1", Map.of("client.id", "shop")).producer())
                .containsEntry("client.id", "shop");
    }
}
