// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.contract.HeardPublisher;
import io.onceward.contract.HeardPublisher.RefusedForeverException;
import io.onceward.fixture.Await;
import io.onceward.spi.Destinations;
import io.onceward.spi.OutboxEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publishing to a broker that answers. */
@Timeout(120)
class KafkaPublisherTest {

    private static TestCluster cluster;

    private final HeardPublisher publisher = new HeardPublisher(
            new KafkaPublisher(KafkaChannels.clients(cluster.broker().address(), KafkaChannels.PATIENT)));

    @BeforeAll
    static void startBroker() throws Exception {
        cluster = TestCluster.shared();
    }

    @AfterEach
    void close() {
        publisher.close();
    }

    @Test
    void eventIsARecordWithItsKeyAndHeaders() throws Exception {
        String topic = cluster.topic(1);
        publisher.publish(List.of(
                TestEvents.event(topic, "e-1", "k-1", Map.of("tenant", "ä", "cloudEvents_id", "c-1")),
                TestEvents.event(topic, "e-2", null)));
        List<ConsumerRecord<byte[], byte[]>> records = cluster.records(topic);
        assertThat(records).extracting(TestEvents::id).containsExactly("e-1", "e-2");
        ConsumerRecord<byte[], byte[]> first = records.get(0);
        assertThat(first.key()).isEqualTo(TestEvents.bytes("k-1"));
        assertThat(first.value()).isEqualTo(TestEvents.bytes("{\"id\":\"e-1\"}"));
        assertThat(TestEvents.header(first, "onceward_type")).isEqualTo("OrderPlaced");
        assertThat(TestEvents.header(first, "onceward_channel")).isEqualTo("orders");
        assertThat(TestEvents.header(first, "content-type")).isEqualTo("application/json");
        assertThat(TestEvents.header(first, "tenant")).isEqualTo("ä");
        assertThat(TestEvents.header(first, "ce_id")).isEqualTo("c-1");
        assertThat(records.get(1).key()).isNull();
    }

    @Test
    void eventsOfAKeyStayInOrderAndOnePartition() throws Exception {
        String topic = cluster.topic(4);
        for (int batch = 0; batch < 5; batch++) {
            List<OutboxEvent> events = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                events.add(TestEvents.event(topic, (batch * 200 + i) + "", "k-" + i % 7));
            }
            publisher.publish(events);
        }
        List<ConsumerRecord<byte[], byte[]>> records = cluster.records(topic);
        assertThat(records).hasSize(1000);
        Map<String, Integer> last = new HashMap<>();
        Map<String, Integer> partition = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> each : records) {
            String key = new String(each.key(), java.nio.charset.StandardCharsets.UTF_8);
            int number = Integer.parseInt(TestEvents.id(each));
            assertThat(number).isGreaterThan(last.getOrDefault(key, -1));
            last.put(key, number);
            assertThat(partition.computeIfAbsent(key, k -> each.partition())).isEqualTo(each.partition());
        }
    }

    @Test
    void rowWithAHeaderOfOursHasTheValueOfTheEvent() throws Exception {
        String topic = cluster.topic(1);
        publisher.publish(List.of(TestEvents.event(topic, "e-1", "k", Map.of("onceward_id", "forged"))));
        assertThat(cluster.records(topic).get(0).headers().headers("onceward_id"))
                .singleElement()
                .satisfies(header -> assertThat(header.value()).isEqualTo(TestEvents.bytes("e-1")));
    }

    @Test
    void largeEventArrivesAndATooLargeOneIsRefusedByTheClient() throws Exception {
        String topic = cluster.topic(1);
        publisher.publish(List.of(TestEvents.event(topic, "large", "k").withPayload(new byte[900_000], "x/y")));
        assertThat(cluster.records(topic).get(0).value()).hasSize(900_000);
        assertThatThrownBy(() -> publisher.publish(
                        TestEvents.event(topic, "too-large", "k").withPayload(new byte[1_100_000], "x/y")))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0247")
                .hasMessageContaining(topic);
        PublisherCalls.awaitReach(publisher);
    }

    @Test
    void eventAboveTheLimitOfItsTopicIsRefusedAndHoldsBackItsKey() throws Exception {
        String topic = cluster.topic("t-" + UUID.randomUUID(), 1, Map.of("max.message.bytes", "2000"));
        List<OutboxEvent> batch = new ArrayList<>();
        batch.add(TestEvents.event(topic, "before", "k"));
        batch.add(TestEvents.event(topic, "too-large", "k").withPayload(new byte[3000], "x/y"));
        for (int i = 0; i < 50; i++) {
            batch.add(TestEvents.event(topic, "after-" + i, "k"));
        }
        assertThatThrownBy(() -> publisher.publish(batch)).isInstanceOf(RefusedForeverException.class);
        assertThat(cluster.records(topic)).extracting(TestEvents::id).isSubsetOf("before");
        publisher.publish(batch.get(0));
        assertThatThrownBy(() -> publisher.publish(batch.get(1)))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0247");
        PublisherCalls.awaitReach(publisher);
    }

    /** A broker accepts any sequence number from a producer that it does not know yet, also that of the second request. */
    @Test
    void firstRecordOfAProducerThatIsRefusedHoldsBackItsKey() throws Exception {
        String topic = cluster.topic("t-" + UUID.randomUUID(), 1, Map.of("max.message.bytes", "80000"));
        for (int round = 0; round < 10; round++) {
            List<OutboxEvent> batch = new ArrayList<>();
            batch.add(TestEvents.event(topic, "too-large", "k").withPayload(new byte[100_000], "x/y"));
            for (int i = 0; i < 20; i++) {
                batch.add(TestEvents.event(topic, "after-" + i, "k").withPayload(new byte[10_000], "x/y"));
            }
            assertThatThrownBy(() -> publisher.publish(batch)).isInstanceOf(RefusedForeverException.class);
        }
        assertThat(cluster.records(topic)).isEmpty();
    }

    @Test
    void absentTopicIsARefusalUntilItExists() throws Exception {
        String topic = "t-" + UUID.randomUUID();
        OutboxEvent event = TestEvents.event(topic, "e-1", "k");
        HeardPublisher hasty = new HeardPublisher(new KafkaPublisher(
                KafkaChannels.patientExceptForTopics(cluster.broker().address())));
        try {
            PublisherCalls.awaitRefusal(hasty, "OWD-0245: Kafka has no topic '" + topic + "'", event);
            PublisherCalls.awaitReach(hasty);
            cluster.topic(topic, 1, Map.of());
            Await.until("the event", () -> PublisherCalls.publishes(hasty, event));
        } finally {
            hasty.close();
        }
        assertThat(cluster.records(topic)).extracting(TestEvents::id).containsExactly("e-1");
    }

    @Test
    void forbiddenTopicIsARefusal() throws Exception {
        String topic = cluster.topic(1);
        ResourcePattern resource = new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL);
        AccessControlEntry denied =
                new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.WRITE, AclPermissionType.DENY);
        cluster.admin()
                .createAcls(List.of(new AclBinding(resource, denied)))
                .all()
                .get(60, TimeUnit.SECONDS);
        Await.until("the rule", () -> {
            try {
                publisher.publish(TestEvents.event(topic, "e-1", "k"));
                return false;
            } catch (Exception e) {
                assertThat(e).hasMessageStartingWith("OWD-0246").hasMessageContaining(topic);
                return true;
            }
        });
        PublisherCalls.awaitReach(publisher);
    }

    @Test
    void textThatUtf8CanNotEncodeIsRefusedBeforeAnythingIsSent() throws Exception {
        String topic = cluster.topic(1);
        assertThatThrownBy(() -> publisher.publish(List.of(
                        TestEvents.event(topic, "e-1", "k"),
                        TestEvents.event(topic, "e-2", "k", Map.of("tenant", "\uD83D")))))
                .isInstanceOf(RefusedForeverException.class)
                .cause()
                .hasMessageStartingWith("OWD-0249");
        assertThat(cluster.records(topic)).isEmpty();
    }

    @Test
    void malformedDestinationIsRefused() {
        Destinations destinations = new KafkaDestinations(KafkaChannels.clients("localhost:9092", Map.of()));
        for (String destination : List.of("kafka:", "kafka:a b", "kafka:..", "kafka:a/b", "jms:queue:x", "kafka:ä")) {
            assertThatThrownBy(() -> destinations.connection(destination))
                    .as(destination)
                    .hasMessageStartingWith("OWD-0244");
        }
        assertThatCode(() -> destinations.connection("kafka:orders.v1_x-Y")).doesNotThrowAnyException();
    }

    @Test
    void manyHeadersArrive() throws Exception {
        String topic = cluster.topic(1);
        Map<String, String> headers = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            headers.put("h" + i, "v" + i);
        }
        publisher.publish(TestEvents.event(topic, "e-1", "k", headers));
        assertThat(cluster.records(topic).get(0).headers().toArray()).hasSize(10_004);
    }

    @Test
    void closedPublisherOpensNothing() throws Exception {
        String topic = cluster.topic(1);
        publisher.publish(TestEvents.event(topic, "e-1", "k"));
        publisher.close();
        assertThatThrownBy(() -> publisher.publish(TestEvents.event(topic, "e-2", "k")))
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> publisher.requireNoOutage()).hasMessageContaining("closed");
        Await.until("the end of the threads", () -> KafkaThreads.names().stream()
                .noneMatch(name -> name.contains("onceward-")));
    }
}
