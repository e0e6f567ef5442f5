// SPDX-License-Identifier: Apache-2.0
package io.oncebox.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncebox.fixture.Await;
import io.oncebox.fixture.FreePort;
import io.oncebox.spi.OutboxEvent;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publishing and receiving while the broker is unreachable, silent, out of memory, or crashes. */
@Timeout(180)
class RabbitOutageTest {

    private static final Map<String, String> IMPATIENT = Map.of("confirm-timeout", "PT2S");

    /** More than the buffers of a connection. */
    private static final int LARGE = 3 << 20;

    private static TestRabbit rabbit;

    private RabbitPublisher publisher;

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @AfterEach
    void close() {
        publisher.close();
    }

    private void open(String address) {
        publisher = new RabbitPublisher(RabbitChannels.connector(address, IMPATIENT));
    }

    private static long secondsSince(long began) {
        return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    }

    @Test
    void unreachableBrokerIsAnOutage() {
        open("127.0.0.1:" + FreePort.find());
        assertThatThrownBy(() -> publisher.publishAlone(TestEvents.event("queue:q", "e", "k")))
                .isInstanceOf(java.net.ConnectException.class);
        assertThatThrownBy(() -> publisher.reach("any")).isInstanceOf(java.net.ConnectException.class);
    }

    @Test
    void secondNodeIsUsedIfTheFirstOneIsDown() throws Exception {
        String queue = rabbit.queue();
        open("127.0.0.1:" + FreePort.find() + "," + rabbit.broker().address());
        publisher.publishAlone(TestEvents.event("queue:" + queue, "e", "k"));
        assertThat(rabbit.ready(queue)).isEqualTo(1);
    }

    @Test
    void brokerThatNeverAnswersIsAnOutageWithinALimit() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            open("127.0.0.1:" + silent.getLocalPort());
            long began = System.nanoTime();
            assertThatThrownBy(() -> publisher.publishAlone(TestEvents.event("queue:q", "e", "k")));
            assertThat(secondsSince(began)).isLessThan(15);
        }
    }

    @Test
    void brokerThatFallsSilentIsAnOutageWithinALimitAndNothingIsLost() throws Exception {
        String queue = rabbit.queue();
        String destination = "queue:" + queue;
        Set<String> before = Set.copyOf(RabbitThreads.names());
        open(rabbit.broker().address());
        publisher.publishAlone(TestEvents.event(destination, "0", "k"));
        rabbit.broker().suspend();
        try {
            long began = System.nanoTime();
            List<OutboxEvent> batch = List.of(
                    TestEvents.event(destination, "1", "k").withPayload(new byte[LARGE], "x/y"),
                    TestEvents.event(destination, "2", "k").withPayload(new byte[LARGE], "x/y"),
                    TestEvents.event(destination, "3", "k").withPayload(new byte[LARGE], "x/y"));
            assertThatThrownBy(() -> publisher.publish(batch)).hasMessageStartingWith("OBX-0262");
            assertThat(secondsSince(began)).isLessThan(8);
            assertThatThrownBy(() -> publisher.reach("any")).hasMessageStartingWith("OBX-0262");
            publisher.close();
            assertThat(secondsSince(began)).isLessThan(12);
            Await.until("the end of the threads", () -> before.containsAll(RabbitThreads.names()));
        } finally {
            rabbit.broker().resume();
        }
        open(rabbit.broker().address());
        for (OutboxEvent each : TestEvents.numbered(destination, 1, 4)) {
            Await.until("an answer", () -> publishes(List.of(each)));
        }
        assertThat(rabbit.drainFirstIds(queue)).containsExactly("0", "1", "2", "3");
    }

    /** A broker without memory accepts connections. */
    @Test
    void brokerWithoutMemoryIsAnOutageUntilItHasMemory() throws Exception {
        String queue = rabbit.queue();
        String destination = "queue:" + queue;
        open(rabbit.broker().address());
        publisher.publishAlone(TestEvents.event(destination, "0", "k"));
        rabbit.broker().control("set_vm_memory_high_watermark", "absolute", "1MB");
        try {
            Await.until("the alarm", () -> !publishes(TestEvents.numbered(destination, 1, 50)));
            long began = System.nanoTime();
            assertThatThrownBy(() -> publisher.publish(TestEvents.numbered(destination, 1, 50)))
                    .hasMessageStartingWith("OBX-0262")
                    .hasMessageContaining("low on memory");
            assertThat(secondsSince(began)).isLessThan(8);
            assertThatThrownBy(() -> publisher.reach("any")).hasMessageStartingWith("OBX-0262");
        } finally {
            rabbit.broker().control("set_vm_memory_high_watermark", "absolute", "1GB");
        }
        Await.until("the batch", () -> publishes(TestEvents.numbered(destination, 1, 50)));
        publisher.reach("any");
        assertThat(rabbit.drainFirstIds(queue)).isEqualTo(TestEvents.numbers(0, 50));
    }

    /** As the relay does: a batch that fails is sent again, and later batches of its keys wait. */
    @Test
    void crashOfTheBrokerLosesNothingAndKeepsTheOrderOfAKey() throws Exception {
        String queue = rabbit.queue();
        // a quorum queue with a single message may have no leader after a crash of RabbitMQ 3.10
        String other = rabbit.queue("classic-" + UUID.randomUUID(), Map.of());
        rabbit.send(other, Map.of(), "before", "x");
        open(rabbit.broker().address());
        RabbitSource source =
                new RabbitSource(RabbitChannels.connector(rabbit.broker().address(), Map.of()));
        source.receive("rabbitmq:queue:" + other, 500, Duration.ofSeconds(10), messages -> {});
        AtomicBoolean ended = new AtomicBoolean();
        AtomicInteger confirmed = new AtomicInteger();
        CompletableFuture<Integer> sender = CompletableFuture.supplyAsync(() -> {
            int number = 0;
            while (!ended.get()) {
                List<OutboxEvent> batch = TestEvents.numbered("queue:" + queue, number, number + 100);
                while (!publishes(batch)) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                }
                number += 100;
                confirmed.set(number);
            }
            return number;
        });
        Await.until("events", () -> confirmed.get() > 500);
        rabbit.broker().kill();
        assertThatThrownBy(() -> {
            while (true) {
                source.receive("rabbitmq:queue:" + other, 500, Duration.ofSeconds(1), messages -> {});
            }
        });
        rabbit.broker().start();
        int after = confirmed.get();
        Await.until("events after the crash", () -> confirmed.get() > after + 500);
        ended.set(true);
        int sent = sender.get(60, TimeUnit.SECONDS);
        assertThat(rabbit.drainFirstIds(queue)).isEqualTo(TestEvents.numbers(0, sent));
        List<OutboxEvent> more = List.of(TestEvents.event("queue:" + other, "after", "x"));
        Await.until("a confirmation of the other queue", () -> publishes(more));
        assertThat(source.receive("rabbitmq:queue:" + other, 500, Duration.ofSeconds(10), messages -> {}))
                .isPositive();
        source.close();
    }

    private boolean publishes(List<OutboxEvent> events) {
        try {
            publisher.publish(events);
            return true;
        } catch (Exception e) {
            return false;
        }
    }
}
