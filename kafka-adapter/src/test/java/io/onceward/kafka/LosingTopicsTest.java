// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.LogLines;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Topics of a real broker whose settings lose events. */
@Timeout(120)
class LosingTopicsTest {

    private static TestCluster cluster;

    private final ClientSettings clients =
            KafkaChannels.clients(cluster.broker().address(), KafkaChannels.PATIENT);

    @BeforeAll
    static void startBroker() throws Exception {
        cluster = TestCluster.shared();
    }

    @Test
    void publisherWarnsOnceOfEachWay() throws Exception {
        String topic = topic(Map.of("cleanup.policy", "compact,delete", "unclean.leader.election.enable", "true"));
        assertThat(warningsOfPublisher(topic))
                .singleElement()
                .asString()
                .contains("'" + topic + "'")
                .contains("cleanup.policy=compact")
                .contains("unclean.leader.election.enable=true");
        assertThat(KafkaThreads.names()).noneMatch(name -> name.contains("onceward"));
    }

    @Test
    void receiverWarnsOnce() throws Exception {
        String topic = topic(Map.of("cleanup.policy", "compact"));
        warningsOfPublisher(topic);
        assertThat(warningsOfReceiver(topic)).singleElement().asString().contains("cleanup.policy=compact");
    }

    @Test
    void otherTopicsAreNotWarnedOf() throws Exception {
        String topic = topic(Map.of());
        assertThat(warningsOfPublisher(topic)).isEmpty();
        assertThat(warningsOfReceiver(topic)).isEmpty();
    }

    private static String topic(Map<String, String> settings) throws Exception {
        return cluster.topic("t-" + UUID.randomUUID(), 1, settings);
    }

    private List<String> warningsOfPublisher(String topic) throws Exception {
        HeardPublisher publisher = new HeardPublisher(new KafkaPublisher(clients));
        try (LogLines log = new LogLines()) {
            for (int i = 1; i <= 2; i++) {
                publisher.publish(List.of(TestEvents.event(topic, "e-" + i, "k-" + i)));
            }
            return warnings(log);
        } finally {
            publisher.close();
        }
    }

    private List<String> warningsOfReceiver(String topic) throws Exception {
        String origin = new KafkaOrigin(topic, "g-" + UUID.randomUUID(), topic + ".dead-letter").toString();
        KafkaSource source = new KafkaSource(clients);
        try (LogLines log = new LogLines()) {
            int[] stored = new int[1];
            while (stored[0] < 2) {
                source.receive(origin, 1, Duration.ofSeconds(5), messages -> stored[0] += messages.size());
            }
            return warnings(log);
        } finally {
            source.close();
        }
    }

    private static List<String> warnings(LogLines log) {
        return log.all().stream().filter(line -> line.startsWith("OWD-1176")).toList();
    }
}
