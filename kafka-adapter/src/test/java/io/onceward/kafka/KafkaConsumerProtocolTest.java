// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.contract.BrokerContract;
import io.onceward.contract.TwoWayBroker;
import io.onceward.fixture.Await;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract with the group protocol {@code consumer}; and with each protocol, a member that the group has put out. */
@Tag("only-in-full")
@Timeout(120)
class KafkaConsumerProtocolTest implements BrokerContract {

    private static final long POLL_INTERVAL_MILLIS = 1_500;

    private static TestCluster cluster;

    @BeforeAll
    static void startBroker() throws Exception {
        cluster = TestCluster.start();
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
    }

    @Override
    public TwoWayBroker broker() {
        return new KafkaUnderTest(cluster, Map.of("group.protocol", "consumer"));
    }

    /** With {@code consumer}, a commit without offsets would return normally here, and commit nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void memberThatWasPutOutOfItsGroupCommitsNothingAndReceivesAgain(String protocol) throws Exception {
        String topic = cluster.topic(1);
        String group = "g-" + UUID.randomUUID();
        String origin = new KafkaOrigin(topic, group, topic + ".dead-letter").toString();
        Map<String, String> settings = new HashMap<>(KafkaChannels.PATIENT);
        settings.put("group.protocol", protocol);
        settings.put("max.poll.interval.ms", Long.toString(POLL_INTERVAL_MILLIS));
        cluster.send(new ProducerRecord<>(topic, TestEvents.bytes("k"), TestEvents.bytes("1")));
        List<String> stored = new ArrayList<>();
        List<Long> committed = new ArrayList<>();
        KafkaSource source =
                new KafkaSource(KafkaChannels.clients(cluster.broker().address(), settings));
        try {
            Await.repeat("the message twice", () -> {
                source.receive(origin, 10, Duration.ofMillis(300), messages -> {
                    committed.add(cluster.committed(group));
                    messages.forEach(message -> stored.add(
                            new String((byte[]) ((ConsumerRecord<?, ?>) message).value(), StandardCharsets.UTF_8)));
                    if (stored.size() == 1) {
                        Await.until("a group without members", () -> cluster.isEmpty(group));
                    }
                });
                return stored.size() == 2;
            });
            assertThat(committed).containsExactly(0L, 0L);
            assertThat(stored).containsExactly("1", "1");
            assertThat(cluster.committed(group)).isEqualTo(1);
        } finally {
            source.close();
        }
    }
}
