// SPDX-License-Identifier: Apache-2.0
package io.onceward.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.fixture.Await;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.spi.MessageSource.Sink;
import io.onceward.spi.MessageSource.UnstorableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Receiving from a broker, without the engine. */
@Timeout(120)
@OnlyWithAllServers
class KafkaSourceTest {

    private static final Duration PATIENCE = Duration.ofMillis(300);

    private static TestCluster cluster;

    private final String group = "g-" + UUID.randomUUID();
    private final List<String> stored = Collections.synchronizedList(new ArrayList<>());
    private final KafkaSource source = newSource();
    private String topic;

    @BeforeAll
    static void startBroker() throws Exception {
        cluster = TestCluster.shared();
    }

    @BeforeEach
    void createTopic() throws Exception {
        topic = cluster.topic(1);
    }

    @AfterEach
    void close() {
        source.close();
    }

    private static KafkaSource newSource() {
        return new KafkaSource(clients());
    }

    private static ClientSettings clients() {
        return KafkaChannels.clients(cluster.broker().address(), KafkaChannels.PATIENT);
    }

    private String origin() {
        return new KafkaOrigin(topic, group, topic + ".dead-letter").toString();
    }

    private void send(String... texts) throws Exception {
        for (String text : texts) {
            cluster.send(new ProducerRecord<>(topic, TestEvents.bytes("k"), TestEvents.bytes(text)));
        }
    }

    private int receive(int limit, Sink sink) throws Exception {
        return receive(source, limit, sink);
    }

    /** Receives until a batch was not empty. */
    private int receive(KafkaSource from, int limit, Sink sink) throws Exception {
        AtomicInteger count = new AtomicInteger();
        Await.repeat("messages", () -> {
            count.set(from.receive(origin(), limit, PATIENCE, sink));
            return count.get() > 0;
        });
        return count.get();
    }

    private static String text(Object message) {
        return new String(((ConsumerRecord<?, byte[]>) cast(message)).value(), java.nio.charset.StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    private static ConsumerRecord<byte[], byte[]> cast(Object message) {
        return (ConsumerRecord<byte[], byte[]>) message;
    }

    private void store(List<?> messages) {
        messages.forEach(message -> stored.add(text(message)));
    }

    @Test
    void offsetsAreCommittedAfterTheMessagesAreStored() throws Exception {
        send("1", "2", "3");
        List<Long> committed = new ArrayList<>();
        receive(2, messages -> {
            committed.add(cluster.committed(group));
            store(messages);
        });
        committed.add(cluster.committed(group));
        receive(2, this::store);
        assertThat(committed).containsExactly(0L, 2L);
        assertThat(stored).containsExactly("1", "2", "3");
        assertThat(cluster.committed(group)).isEqualTo(3);
    }

    @Test
    void messagesThatAreNotStoredAreReceivedAgainInOrder() throws Exception {
        send("1", "2", "3");
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> receive(10, messages -> {
                        throw new IllegalStateException("the database is down");
                    }))
                    .hasMessage("the database is down");
        }
        assertThat(cluster.committed(group)).isZero();
        while (stored.size() < 3) {
            receive(2, this::store);
        }
        assertThat(stored).containsExactly("1", "2", "3");
    }

    @Test
    void crashBetweenStoreAndCommitLeadsToARedelivery() throws Exception {
        send("1", "2");
        while (stored.size() < 2) {
            receive(10, this::store);
        }
        send("3");
        assertThatThrownBy(() -> receive(10, messages -> {
                    store(messages);
                    throw new IllegalStateException("crash");
                }))
                .hasMessage("crash");
        source.close();
        KafkaSource next = newSource();
        try {
            while (stored.size() < 4) {
                next.receive(origin(), 10, PATIENCE, this::store);
            }
        } finally {
            next.close();
        }
        assertThat(stored).containsExactly("1", "2", "3", "3");
    }

    @Test
    void messageThatCanNotBeStoredMovesToTheDeadLetterTopicAndTheNextOnesFollow() throws Exception {
        cluster.topic(topic + ".dead-letter", 1, Map.of());
        send("1", "poison", "3");
        Sink sink = refusing("poison");
        receive(1, sink);
        assertThatThrownBy(() -> receive(1, sink))
                .hasMessageStartingWith("OWD-0251")
                .hasMessageContaining(topic + "-0-1")
                .hasRootCauseMessage("not storable");
        receive(1, sink);
        assertThat(stored).containsExactly("1", "3");
        assertThat(cluster.committed(group)).isEqualTo(3);
        ConsumerRecord<byte[], byte[]> letter =
                cluster.records(topic + ".dead-letter").get(0);
        assertThat(text(letter)).isEqualTo("poison");
        assertThat(letter.key()).isEqualTo(TestEvents.bytes("k"));
        assertThat(TestEvents.header(letter, "onceward_deadletter_cause")).isEqualTo("not storable");
        assertThat(TestEvents.header(letter, "onceward_deadletter_place")).isEqualTo(topic + "-0-1");
        assertThat(TestEvents.header(letter, "onceward_deadletter_group")).isEqualTo(group);
    }

    /** The partition of the message waits for 10 seconds after each report. */
    @Test
    void messageThatCanNotBeStoredNorMovedIsNotSkippedAndOtherPartitionsGoOn() throws Exception {
        topic = cluster.topic(2);
        cluster.send(new ProducerRecord<>(topic, 0, null, TestEvents.bytes("poison")));
        Sink sink = refusing("poison");
        KafkaSource hasty = new KafkaSource(
                KafkaChannels.patientExceptForTopics(cluster.broker().address()));
        try {
            long began = System.nanoTime();
            List<String> reports = new ArrayList<>();
            Await.until("the report", () -> {
                reports.addAll(reports(hasty, sink, "OWD-0252"));
                return reports.stream()
                        .anyMatch(report -> report.contains(topic + ".dead-letter") && report.contains("OWD-0245"));
            });
            cluster.send(new ProducerRecord<>(topic, 0, null, TestEvents.bytes("after")));
            cluster.send(new ProducerRecord<>(topic, 1, null, TestEvents.bytes("beside")));
            Await.until("the message beside it", () -> {
                reports.addAll(reports(hasty, sink, "OWD-0252"));
                return !stored.isEmpty();
            });
            long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
            assertThat(reports).hasSizeLessThanOrEqualTo((int) (1 + seconds / 10));
            assertThat(stored).containsExactly("beside");
            cluster.topic(topic + ".dead-letter", 1, Map.of());
            Await.until("the message after it", () -> {
                reports.addAll(reports(hasty, sink, "OWD-0252"));
                return stored.contains("after");
            });
            assertThat(cluster.records(topic + ".dead-letter")).hasSize(1);
        } finally {
            hasty.close();
        }
    }

    /** Receives once, and returns the message of the exception if it starts with this code. */
    private List<String> reports(KafkaSource from, Sink sink, String code) {
        try {
            from.receive(origin(), 1, PATIENCE, sink);
            return List.of();
        } catch (Exception e) {
            String message = String.valueOf(e.getMessage());
            return message.startsWith(code) ? List.of(message) : List.of();
        }
    }

    /** After an exception of the client its positions may be behind records that are not stored. */
    @Test
    void consumerThatFailsUnexpectedlyIsClosedAndTheNextOneSkipsNothing() throws Exception {
        AtomicBoolean failed = new AtomicBoolean();
        FaultyConsumers consumers = new FaultyConsumers((method, result) -> {
            if (result instanceof ConsumerRecords<?, ?> polled
                    && !polled.isEmpty()
                    && failed.compareAndSet(false, true)) {
                throw new IllegalStateException("unexpected");
            }
        });
        KafkaSource failing = new KafkaSource(clients(), consumers::open);
        try {
            send("1", "2");
            assertThatThrownBy(() -> receive(failing, 10, this::store)).hasMessage("unexpected");
            assertThatThrownBy(() -> consumers.opened().get(0).assignment()).hasMessageContaining("closed");
            send("3");
            while (stored.size() < 3) {
                receive(failing, 10, this::store);
            }
            assertThat(stored).containsExactly("1", "2", "3");
            assertThat(consumers.opened()).hasSize(2);
        } finally {
            failing.close();
        }
    }

    @Test
    void movedMessageIsReportedThoughItsOffsetIsNotCommitted() throws Exception {
        cluster.topic(topic + ".dead-letter", 1, Map.of());
        AtomicBoolean failed = new AtomicBoolean();
        FaultyConsumers consumers = new FaultyConsumers((method, result) -> {
            if (method.equals("commitSync") && failed.compareAndSet(false, true)) {
                throw new TimeoutException("late");
            }
        });
        KafkaSource failing = new KafkaSource(clients(), consumers::open);
        try {
            send("poison", "2");
            Sink sink = refusing("poison");
            assertThatThrownBy(() -> receive(failing, 1, sink))
                    .hasMessageStartingWith("OWD-0251")
                    .satisfies(
                            report -> assertThat(report.getSuppressed()).hasOnlyElementsOfType(TimeoutException.class));
            receive(failing, 1, sink);
            assertThat(stored).containsExactly("2");
            assertThat(cluster.committed(group)).isEqualTo(2);
            assertThat(cluster.records(topic + ".dead-letter")).hasSize(1);
            assertThat(consumers.opened()).hasSize(1);
        } finally {
            failing.close();
        }
    }

    @Test
    void errorOfTheSinkClosesTheConsumerAndTheMessagesAreReceivedAgain() throws Exception {
        send("1");
        assertThatThrownBy(() -> receive(1, messages -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
        Await.until(
                "the end of the threads", () -> KafkaThreads.names().stream().noneMatch(name -> name.contains(group)));
        receive(1, this::store);
        assertThat(stored).containsExactly("1");
    }

    private Sink refusing(String text) {
        return messages -> {
            if (text(messages.get(0)).equals(text)) {
                throw new UnstorableException(new IllegalArgumentException("not storable"));
            }
            store(messages);
        };
    }

    @Test
    void largeMessagesAreReceivedInSmallBatches() throws Exception {
        byte[] large = new byte[900_000];
        for (int i = 0; i < 20; i++) {
            cluster.send(new ProducerRecord<>(topic, large));
        }
        List<Integer> sizes = new ArrayList<>();
        int received = 0;
        while (received < 20) {
            received += receive(500, messages -> sizes.add(messages.size()));
        }
        assertThat(sizes).allSatisfy(size -> assertThat(size).isLessThanOrEqualTo(11));
        assertThat(received).isEqualTo(20);
    }

    @Test
    void unreachableBrokerIsReported() throws Exception {
        try (RefusingPort port = new RefusingPort()) {
            KafkaSource lost =
                    new KafkaSource(KafkaChannels.clients(port.address(), Map.of("default.api.timeout.ms", "2000")));
            try {
                assertThatThrownBy(() -> lost.receive(origin(), 1, PATIENCE, this::store))
                        .isInstanceOf(TimeoutException.class);
            } finally {
                lost.close();
            }
        }
    }

    @Test
    void absentTopicIsReportedUntilItExists() throws Exception {
        topic = "t-" + UUID.randomUUID();
        Await.until(
                "the report", () -> !reports(source, this::store, "OWD-0245").isEmpty());
        cluster.topic(topic, 1, Map.of());
        send("1");
        Await.until("the message", () -> {
            try {
                return source.receive(origin(), 1, PATIENCE, this::store) > 0;
            } catch (Exception e) {
                return false;
            }
        });
        assertThat(stored).containsExactly("1");
    }

    /** The report is that of the brokers, which names the topic or the group. */
    @ParameterizedTest
    @EnumSource(names = {"TOPIC", "GROUP"})
    void forbiddenTopicOrGroupIsReportedUntilTheApplicationMayReadIt(ResourceType type) throws Exception {
        send("1");
        String name = type == ResourceType.TOPIC ? topic : group;
        AclBinding denied = new AclBinding(
                new ResourcePattern(type, name, PatternType.LITERAL),
                new AccessControlEntry("User:ANONYMOUS", "*", AclOperation.READ, AclPermissionType.DENY));
        cluster.admin().createAcls(List.of(denied)).all().get(60, TimeUnit.SECONDS);
        AtomicReference<Exception> report = new AtomicReference<>();
        Await.until("the report", () -> {
            try {
                source.receive(origin(), 1, PATIENCE, messages -> {
                    throw new IllegalStateException("The rule does not hold yet");
                });
            } catch (Exception e) {
                report.set(e);
            }
            return report.get() instanceof AuthorizationException;
        });
        assertThat(report.get()).hasMessageContaining(name);
        cluster.admin().deleteAcls(List.of(denied.toFilter())).all().get(60, TimeUnit.SECONDS);
        Await.until("the message", () -> {
            reports(source, this::store, "");
            return !stored.isEmpty();
        });
        assertThat(stored).containsExactly("1");
    }

    @Test
    void closingEndsAWaitingReceiverAndLeavesNoThread() throws Exception {
        receiveNothing();
        CompletableFuture<Throwable> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                source.receive(origin(), 1, Duration.ofMinutes(14), this::store);
                return null;
            } catch (Exception e) {
                return e;
            }
        });
        Await.until("the poll", () -> Thread.getAllStackTraces().values().stream()
                .anyMatch(frames -> List.of(frames).stream()
                        .anyMatch(frame -> frame.getMethodName().equals("poll")
                                && frame.getClassName().endsWith("KafkaConsumer"))));
        source.close();
        assertThat(waiting.get(60, TimeUnit.SECONDS)).isNotNull();
        Await.until(
                "the end of the threads", () -> KafkaThreads.names().stream().noneMatch(name -> name.contains(group)));
        assertThatThrownBy(() -> receive(1, this::store)).hasMessageContaining("closed");
    }

    @Test
    void closingDuringAStoreClosesTheConsumerAfterwards() throws Exception {
        send("1");
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CompletableFuture<Void> receiving = CompletableFuture.runAsync(() -> {
            try {
                receive(1, messages -> {
                    storing.countDown();
                    goOn.await();
                    store(messages);
                });
            } catch (Exception e) {
                // the consumer may have been interrupted after the store
            }
        });
        assertThat(storing.await(60, TimeUnit.SECONDS)).isTrue();
        source.close();
        goOn.countDown();
        receiving.get(60, TimeUnit.SECONDS);
        assertThat(stored).containsExactly("1");
        Await.until(
                "the end of the threads", () -> KafkaThreads.names().stream().noneMatch(name -> name.contains(group)));
    }

    private void receiveNothing() throws Exception {
        source.receive(origin(), 1, PATIENCE, this::store);
    }

    @Test
    void consumersOfAGroupShareThePartitionsAndNothingIsLostInARebalance() throws Exception {
        topic = cluster.topic(4);
        List<String> sent = new ArrayList<>();
        KafkaSource second = newSource();
        CompletableFuture<Void> first = null;
        try {
            for (int i = 0; i < 40; i++) {
                cluster.send(new ProducerRecord<>(topic, i % 4, null, TestEvents.bytes("a" + i)));
                sent.add("a" + i);
            }
            first = receiving(source);
            Await.until("the first", () -> stored.size() >= 10);
            CompletableFuture<Void> other = receiving(second);
            for (int i = 0; i < 200; i++) {
                cluster.send(new ProducerRecord<>(topic, i % 4, null, TestEvents.bytes("b" + i)));
                sent.add("b" + i);
            }
            Await.until("all of them", () -> stored.containsAll(sent));
            source.close();
            for (int i = 0; i < 40; i++) {
                cluster.send(new ProducerRecord<>(topic, i % 4, null, TestEvents.bytes("c" + i)));
                sent.add("c" + i);
            }
            Await.until("the rest", () -> stored.containsAll(sent));
            second.close();
            other.get(60, TimeUnit.SECONDS);
        } finally {
            source.close();
            second.close();
            if (first != null) {
                first.get(60, TimeUnit.SECONDS);
            }
        }
    }

    /** Receives until the source is closed, as the engine does: after a failure the receiver tries again. */
    private CompletableFuture<Void> receiving(KafkaSource from) {
        return CompletableFuture.runAsync(() -> {
            boolean open = true;
            while (open) {
                try {
                    from.receive(origin(), 7, PATIENCE, this::store);
                } catch (Exception e) {
                    open = !"Onceward is closed".equals(e.getMessage());
                }
            }
        });
    }
}
