// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Delivery;
import io.onceward.contract.HeardPublisher;
import io.onceward.fixture.Await;
import io.onceward.spi.OutboxEvent;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Publishing and receiving while the broker is unreachable, silent, out of memory, or crashes. */
@Timeout(120)
@Tag("only-in-full")
class RabbitOutageTest {

    /** While the broker confirms nothing. */
    private static final Map<String, String> IMPATIENT = Map.of("confirm-timeout", "PT2S");

    /** The time of a call that must end though the broker does not answer. */
    private static final long LIMIT_SECONDS = 60;

    /** More than the buffers of a connection. */
    private static final int LARGE = 3 << 20;

    private static TestRabbit rabbit;

    private final List<HeardPublisher> opened = new ArrayList<>();

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @AfterEach
    void close() {
        opened.forEach(HeardPublisher::close);
    }

    private HeardPublisher open(String address, Map<String, String> settings) {
        HeardPublisher publisher = new HeardPublisher(new RabbitPublisher(RabbitChannels.connector(address, settings)));
        opened.add(publisher);
        return publisher;
    }

    /** Holds a port of the loopback address that refuses connections: nothing listens, and no other process can get it. */
    private static SocketChannel refusingPort() throws IOException {
        return SocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    private static String address(SocketChannel bound) {
        return "127.0.0.1:" + bound.socket().getLocalPort();
    }

    private static long secondsSince(long began) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    }

    @Test
    void unreachableBrokerIsAnOutage() throws Exception {
        try (SocketChannel refusing = refusingPort()) {
            HeardPublisher publisher = open(address(refusing), IMPATIENT);
            assertThatThrownBy(() -> publisher.publish(TestEvents.event("queue:q", "e", "k")))
                    .isInstanceOf(java.net.ConnectException.class);
            assertThatThrownBy(() -> publisher.requireNoOutage()).isInstanceOf(java.net.ConnectException.class);
        }
    }

    @Test
    void secondNodeIsUsedIfTheFirstOneIsDown() throws Exception {
        String queue = rabbit.queue();
        try (SocketChannel refusing = refusingPort()) {
            String addresses = address(refusing) + "," + rabbit.broker().address();
            open(addresses, TestRabbit.PATIENT).publish(TestEvents.event("queue:" + queue, "e", "k"));
        }
        assertThat(rabbit.ready(queue)).isEqualTo(1);
    }

    @Test
    void brokerThatNeverAnswersIsAnOutageWithinALimit() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            HeardPublisher publisher = open("127.0.0.1:" + silent.getLocalPort(), IMPATIENT);
            long began = System.nanoTime();
            assertThatThrownBy(() -> publisher.publish(TestEvents.event("queue:q", "e", "k")));
            assertThat(secondsSince(began)).isLessThan(LIMIT_SECONDS);
        }
    }

    @Test
    void brokerThatFallsSilentIsAnOutageWithinALimitAndNothingIsLost() throws Exception {
        String queue = rabbit.queue();
        String destination = "queue:" + queue;
        Set<String> before = Set.copyOf(RabbitThreads.names());
        HeardPublisher publisher = open(rabbit.broker().address(), IMPATIENT);
        Await.until("an answer", () -> publishes(publisher, TestEvents.numbered(destination, 0, 1)));
        rabbit.broker().suspend();
        try {
            long began = System.nanoTime();
            List<OutboxEvent> batch = List.of(
                    TestEvents.event(destination, "1", "k").withPayload(new byte[LARGE], "x/y"),
                    TestEvents.event(destination, "2", "k").withPayload(new byte[LARGE], "x/y"),
                    TestEvents.event(destination, "3", "k").withPayload(new byte[LARGE], "x/y"));
            assertThatThrownBy(() -> publisher.publish(batch)).hasMessageStartingWith("OWD-0262");
            assertThatThrownBy(() -> publisher.requireNoOutage()).hasMessageStartingWith("OWD-0262");
            publisher.close();
            assertThat(secondsSince(began)).isLessThan(LIMIT_SECONDS);
            Await.until("the end of the threads", () -> before.containsAll(RabbitThreads.names()));
        } finally {
            rabbit.broker().resume();
        }
        HeardPublisher patient = open(rabbit.broker().address(), TestRabbit.PATIENT);
        for (OutboxEvent each : TestEvents.numbered(destination, 1, 4)) {
            Await.until("an answer", () -> publishes(patient, List.of(each)));
        }
        assertThat(rabbit.drainFirstIds(queue)).containsExactly("0", "1", "2", "3");
    }

    /** A broker without memory accepts connections. */
    @Test
    void brokerWithoutMemoryIsAnOutageUntilItHasMemory() throws Exception {
        String queue = rabbit.queue();
        String destination = "queue:" + queue;
        List<OutboxEvent> batch = TestEvents.numbered(destination, 1, 50);
        HeardPublisher patient = open(rabbit.broker().address(), TestRabbit.PATIENT);
        patient.publish(TestEvents.event(destination, "0", "k"));
        HeardPublisher publisher = open(rabbit.broker().address(), IMPATIENT);
        rabbit.broker().control("set_vm_memory_high_watermark", "absolute", "1MB");
        try {
            Await.until("the alarm", () -> failure(publisher, batch).contains("low on memory"));
            long began = System.nanoTime();
            assertThatThrownBy(() -> publisher.publish(batch)).hasMessageStartingWith("OWD-0262");
            assertThat(secondsSince(began)).isLessThan(LIMIT_SECONDS);
            assertThatThrownBy(() -> publisher.requireNoOutage()).hasMessageStartingWith("OWD-0262");
        } finally {
            rabbit.broker().control("set_vm_memory_high_watermark", "absolute", "1GB");
        }
        Await.until("the batch", () -> publishes(publisher, batch));
        publisher.requireNoOutage();
        assertThat(rabbit.drainFirstIds(queue)).isEqualTo(TestEvents.numbers(0, 50));
    }

    /** A queue without a leader is unavailable, while other queues of the broker work. */
    @Test
    void outageOfOneQueueIsNoneForThePublicationsOfOtherThreads() throws Exception {
        String queue = rabbit.queue();
        OutboxEvent waiting = TestEvents.event("queue:" + queue, "e", "k");
        OutboxEvent refused = TestEvents.event("queue:no-" + queue, "e", "k");
        HeardPublisher publisher = open(rabbit.broker().address(), Map.of("confirm-timeout", "PT10S"));
        rabbit.suspend(queue);
        try {
            assertThatThrownBy(() -> publisher.publish(waiting)).hasMessageStartingWith("OWD-0262");
            assertThatThrownBy(() -> publisher.requireNoOutage()).hasMessageStartingWith("OWD-0262");
            CompletableFuture.runAsync(() -> {
                        assertThatThrownBy(() -> publisher.publish(refused)).hasMessageStartingWith("OWD-0257");
                        assertThatCode(() -> publisher.requireNoOutage()).doesNotThrowAnyException();
                    })
                    .get(LIMIT_SECONDS, TimeUnit.SECONDS);
        } finally {
            rabbit.resume(queue);
        }
        HeardPublisher patient = open(rabbit.broker().address(), TestRabbit.PATIENT);
        Await.until("an answer", () -> publishes(patient, List.of(waiting)));
    }

    /** As the relay does: a batch that fails is sent again, and later batches of its keys wait. */
    @ParameterizedTest
    @ValueSource(strings = {"classic", "quorum"})
    void crashOfTheBrokerLosesNothingAndKeepsTheOrderOfAKey(String type) throws Exception {
        String queue = rabbit.queue("crash-" + UUID.randomUUID(), Map.of("x-queue-type", type));
        String incoming = rabbit.queue("crash-" + UUID.randomUUID(), Map.of("x-queue-type", type));
        for (String each : List.of(queue, incoming)) {
            if ("quorum".equals(type)) {
                rabbit.awaitQuorumQueueOnDisk(each);
            } else {
                rabbit.awaitOnDisk(each);
            }
        }
        HeardPublisher publisher = open(rabbit.broker().address(), Map.of("confirm-timeout", "PT30S"));
        RabbitSource source =
                new RabbitSource(RabbitChannels.connector(rabbit.broker().address(), Map.of()));
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger confirmed = new AtomicInteger();
        CompletableFuture<Integer> sender =
                CompletableFuture.supplyAsync(() -> send(publisher, queue, confirmed, ended));
        try {
            rabbit.send(incoming, Map.of(), "before", "x");
            assertThat(received(source, incoming, LIMIT_SECONDS)).containsExactly("before");
            rabbit.send(incoming, Map.of(), "not stored", "x");
            assertThatThrownBy(() -> source.receive(
                            "rabbitmq:queue:" + incoming, 500, Duration.ofSeconds(LIMIT_SECONDS), messages -> {
                                throw new IllegalStateException("no database");
                            }))
                    .hasMessage("no database");
            Await.until("events", () -> confirmed.get() > 500);
            rabbit.broker().kill();
            rabbit.broker().start();
            int after = confirmed.get();
            Await.until("events after the crash", () -> confirmed.get() > after + 500);
            rabbit.send(incoming, Map.of(), "after", "x");
            List<String> again = new ArrayList<>();
            Await.until("the messages", () -> {
                again.addAll(received(source, incoming, 5));
                return again.contains("after");
            });
            assertThat(again).containsExactly("not stored", "after");
        } finally {
            ended.set(true);
            source.close();
        }
        int sent = sender.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(rabbit.drainFirstIds(queue)).isEqualTo(TestEvents.numbers(0, sent));
    }

    /** Sends batches until the end, and returns the number of confirmed events. */
    private static int send(HeardPublisher publisher, String queue, AtomicInteger confirmed, AtomicBoolean ended) {
        while (!ended.get()) {
            int number = confirmed.get();
            List<OutboxEvent> batch = TestEvents.numbered("queue:" + queue, number, number + 100);
            while (!publishes(publisher, batch)) {
                if (ended.get()) {
                    throw new IllegalStateException("The end came before a confirmation");
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
            confirmed.set(number + 100);
        }
        return confirmed.get();
    }

    /** Returns the ids of the messages that arrive; none if the connection is lost. */
    private static List<String> received(RabbitSource source, String queue, long patienceSeconds) {
        List<String> ids = new ArrayList<>();
        try {
            source.receive(
                    "rabbitmq:queue:" + queue,
                    500,
                    Duration.ofSeconds(patienceSeconds),
                    messages -> messages.forEach(
                            each -> ids.add(((Delivery) each).getProperties().getMessageId())));
            return ids;
        } catch (Exception e) {
            return List.of();
        }
    }

    private static boolean publishes(HeardPublisher publisher, List<OutboxEvent> events) {
        return failure(publisher, events).isEmpty();
    }

    /** Publishes events, and returns the failure; empty if there was none. */
    private static String failure(HeardPublisher publisher, List<OutboxEvent> events) {
        try {
            publisher.publish(events);
            return "";
        } catch (Exception e) {
            return e.toString();
        }
    }
}
