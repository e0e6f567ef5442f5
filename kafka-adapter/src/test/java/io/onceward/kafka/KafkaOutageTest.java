// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.Await;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.spi.OutboxEvent;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publishing while the broker is unreachable, silent, or crashes. */
@Timeout(120)
@OnlyWithAllServers
class KafkaOutageTest {

    /** Kafka waits for 60 seconds without a limit of ours. */
    private static final long LIMIT_SECONDS = 45;

    private static final Map<String, String> IMPATIENT =
            Map.of("max.block.ms", "1500", "request.timeout.ms", "1500", "delivery.timeout.ms", "2500");

    private static TestCluster cluster;

    private HeardPublisher publisher;

    @BeforeAll
    static void startBroker() throws Exception {
        cluster = TestCluster.start();
    }

    @AfterAll
    static void stopBroker() {
        cluster.close();
    }

    @AfterEach
    void close() {
        publisher.close();
    }

    private void open(String address) {
        publisher = new HeardPublisher(new KafkaPublisher(KafkaChannels.clients(address, IMPATIENT)));
    }

    @Test
    void unreachableBrokerIsAnOutage() throws Exception {
        try (RefusingPort port = new RefusingPort()) {
            open(port.address());
            assertThatThrownBy(() -> publisher.publish(TestEvents.event("t", "e", "k")))
                    .isInstanceOf(org.apache.kafka.common.errors.TimeoutException.class)
                    .hasMessageStartingWith("no broker of Kafka has answered: ");
            assertThatThrownBy(() -> publisher.requireNoOutage()).isInstanceOf(Exception.class);
        }
    }

    @Test
    void brokerThatNeverAnswersIsAnOutageWithinALimit() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            open("127.0.0.1:" + silent.getLocalPort());
            long began = System.nanoTime();
            assertThatThrownBy(() -> publisher.publish(TestEvents.event("t", "e", "k")));
            assertThatThrownBy(() -> publisher.requireNoOutage());
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began))
                    .isLessThan(LIMIT_SECONDS);
        }
    }

    @Test
    void brokerThatFallsSilentIsAnOutageWithinALimitAndNothingIsLost() throws Exception {
        String topic = cluster.topic(1);
        open(cluster.broker().address());
        Await.until("the first event", () -> publishes(TestEvents.event(topic, "e-1", "k")));
        cluster.broker().suspend();
        try {
            long began = System.nanoTime();
            assertThatThrownBy(() -> publisher.publish(
                            List.of(TestEvents.event(topic, "e-2", "k"), TestEvents.event(topic, "e-3", "k"))))
                    .isInstanceOf(org.apache.kafka.common.errors.TimeoutException.class);
            assertThatThrownBy(() -> publisher.requireNoOutage());
            publisher.close();
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began))
                    .isLessThan(LIMIT_SECONDS);
            Await.until("the end of the threads", () -> KafkaThreads.names().stream()
                    .noneMatch(name -> name.contains("onceward-")));
        } finally {
            cluster.broker().resume();
        }
        open(cluster.broker().address());
        Await.until("an answer", () -> publishes(TestEvents.event(topic, "e-2", "k")));
        Await.until("the last event", () -> publishes(TestEvents.event(topic, "e-3", "k")));
        assertThat(firstIds(topic)).containsExactly("e-1", "e-2", "e-3");
    }

    /** The cluster may answer by another broker than that of the topic. */
    @Test
    void topicThatWasNotConfirmedIsAnOutageUntilItIsThoughTheClusterAnswers() throws Exception {
        String topic = cluster.topic(1);
        open(cluster.broker().address());
        Await.until("the first event", () -> publishes(TestEvents.event(topic, "e-1", "k")));
        PublisherCalls.awaitReach(publisher);
        cluster.broker().suspend();
        try {
            assertThatThrownBy(() -> publisher.publish(TestEvents.event(topic, "e-2", "k")));
        } finally {
            cluster.broker().resume();
        }
        cluster.records(topic);
        assertThatThrownBy(() -> publisher.requireNoOutage())
                .isInstanceOf(org.apache.kafka.common.errors.TimeoutException.class);
        Await.until("an answer", () -> publishes(TestEvents.event(topic, "e-2", "k")));
        PublisherCalls.awaitReach(publisher);
    }

    /** The broker is suspended, so that it does not confirm the batch before the thread notices the interrupt. */
    @Test
    void interruptedBatchIsNoRefusal() throws Exception {
        String topic = cluster.topic(1);
        publisher = new HeardPublisher(
                new KafkaPublisher(KafkaChannels.clients(cluster.broker().address(), KafkaChannels.PATIENT)));
        publisher.publish(TestEvents.event(topic, "e-1", "k"));
        cluster.broker().suspend();
        try {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> publisher.publish(TestEvents.event(topic, "e-2", "k")));
        } finally {
            Thread.interrupted();
            cluster.broker().resume();
        }
        assertThatThrownBy(() -> publisher.requireNoOutage()).isInstanceOf(InterruptedException.class);
        Await.until("an answer", () -> publishes(TestEvents.event(topic, "e-2", "k")));
        PublisherCalls.awaitReach(publisher);
    }

    private boolean publishes(OutboxEvent... events) {
        return PublisherCalls.publishes(publisher, events);
    }

    /** Returns the ids in the order in which a receiver that skips duplicates sees them. */
    private static List<String> firstIds(String topic) {
        Set<String> ids = new LinkedHashSet<>();
        for (ConsumerRecord<byte[], byte[]> each : cluster.records(topic)) {
            ids.add(TestEvents.id(each));
        }
        return List.copyOf(ids);
    }
}
