// SPDX-License-Identifier: Apache-2.0
package io.onceward.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Delivery;
import io.onceward.fixture.Await;
import io.onceward.fixture.OnlyWithAllServers;
import io.onceward.spi.MessageReader;
import io.onceward.spi.MessageSource.UnstorableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Receiving from a broker. */
@Timeout(120)
@OnlyWithAllServers
class RabbitSourceTest {

    /** Of a call that gets messages: it returns as soon as one arrives. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Of a call that gets none, or is repeated. */
    private static final Duration SHORT = Duration.ofSeconds(1);

    private static TestRabbit rabbit;

    private final List<String> stored = new ArrayList<>();
    private final List<Object> deliveryCounts = new ArrayList<>();
    private RabbitSource source;

    @BeforeAll
    static void startBroker() throws Exception {
        rabbit = TestRabbit.shared();
    }

    @BeforeEach
    void open() {
        source = new RabbitSource(RabbitChannels.connector(rabbit.broker().address(), Map.of()));
    }

    @AfterEach
    void close() {
        source.close();
    }

    private int receive(String queue, int limit) throws Exception {
        return source.receive("rabbitmq:queue:" + queue, limit, PATIENCE, this::store);
    }

    private void receiveNothing(String queue) throws Exception {
        assertThat(source.receive("rabbitmq:queue:" + queue, 10, SHORT, this::store))
                .isZero();
    }

    private void store(List<?> messages) {
        for (Object each : messages) {
            Delivery message = (Delivery) each;
            stored.add(message.getProperties().getMessageId());
            deliveryCounts.add(RabbitText.headers(message).get("x-delivery-count"));
        }
    }

    private void receiveAll(String queue, int limit, int count) throws Exception {
        Await.repeat(count + " messages", () -> {
            receive(queue, limit);
            return stored.size() >= count;
        });
    }

    private void send(String queue, int from, int to) {
        rabbit.on(channel -> {
            channel.confirmSelect();
            for (int i = from; i < to; i++) {
                var properties = new com.rabbitmq.client.AMQP.BasicProperties.Builder()
                        .deliveryMode(2)
                        .messageId(Integer.toString(i))
                        .build();
                channel.basicPublish("", queue, properties, new byte[10]);
            }
            channel.waitForConfirmsOrDie(120_000);
            return null;
        });
    }

    @Test
    void messagesAreAcknowledgedAfterTheyAreStored() throws Exception {
        String queue = rabbit.queue();
        send(queue, 0, 100);
        receiveAll(queue, 30, 100);
        assertThat(stored).isEqualTo(TestEvents.numbers(0, 100));
        receiveNothing(queue);
        source.close();
        Await.until("the end of the consumer", () -> rabbit.consumers(queue) == 0);
        assertThat(rabbit.ready(queue)).isZero();
    }

    /** The broker gives a new consumer only what is published from then on. */
    @Test
    void streamIsRefusedEachTime() {
        String queue = "stream-" + UUID.randomUUID();
        rabbit.queue(queue, Map.of("x-queue-type", "stream", "x-max-age", "1h"));
        send(queue, 0, 10);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> source.receive("rabbitmq:queue:" + queue, 10, SHORT, this::store))
                    .hasMessageStartingWith("OWD-1220")
                    .hasMessageContaining("'" + queue + "'")
                    .hasMessageContaining("x-queue-type=quorum");
        }
        assertThat(stored).isEmpty();
    }

    @Test
    void brokerSendsNoMoreThanABatchAhead() throws Exception {
        String queue = rabbit.queue();
        send(queue, 0, 100);
        source.receive("rabbitmq:queue:" + queue, 30, PATIENCE, messages -> {
            store(messages);
            Await.until("30 messages on their way", () -> rabbit.ready(queue) == 70);
        });
        assertThat(stored).hasSizeLessThanOrEqualTo(30);
    }

    /** Giving messages back would count as a delivery, and quorum queues would deliver them in another order. */
    @Test
    void messagesThatAreNotStoredAreTriedAgainInTheirOrderWithoutAFurtherDelivery() throws Exception {
        String queue = rabbit.queue();
        send(queue, 0, 50);
        for (int limit : new int[] {20, 1, 1, 20}) {
            assertThatThrownBy(() -> source.receive("rabbitmq:queue:" + queue, limit, PATIENCE, messages -> {
                        throw new IllegalStateException("no database");
                    }))
                    .hasMessage("no database");
        }
        receiveAll(queue, 1, 10);
        receiveAll(queue, 20, 50);
        assertThat(stored).isEqualTo(TestEvents.numbers(0, 50));
        assertThat(deliveryCounts).containsOnlyNulls();
        source.close();
        Await.until("the end of the consumer", () -> rabbit.consumers(queue) == 0);
        assertThat(rabbit.ready(queue)).isZero();
    }

    /** The process may have crashed after it had parked the message. */
    @Test
    void unreadMessageThatComesAgainTellsThatItMayBeACopy() throws Exception {
        String queue = rabbit.queue();
        send(queue, 0, 1);
        List<String> origins = new ArrayList<>();
        assertThatThrownBy(() -> source.receive("rabbitmq:queue:" + queue, 1, PATIENCE, messages -> {
                    origins.add(origin(messages));
                    throw new IllegalStateException("a crash");
                }))
                .hasMessage("a crash");
        source.close();
        open();
        source.receive("rabbitmq:queue:" + queue, 1, PATIENCE, messages -> origins.add(origin(messages)));
        assertThat(origins).hasSize(2);
        assertThat(origins.get(0)).contains("not redelivered").doesNotContain("copy");
        assertThat(origins.get(1)).contains(" redelivered, so without an id it may be a copy of a parked message");
    }

    private static String origin(List<?> messages) {
        return new RabbitMessageReader()
                .unread(messages.get(0))
                .orElseThrow()
                .headers()
                .get(MessageReader.ORIGIN);
    }

    @Test
    void messagesThatAreNotStoredAreGivenBackAtTheEnd() throws Exception {
        String queue = rabbit.queue();
        send(queue, 0, 3);
        assertThatThrownBy(() -> source.receive("rabbitmq:queue:" + queue, 10, PATIENCE, messages -> {
            throw new IllegalStateException("no database");
        }));
        source.close();
        Await.until("all of them", () -> rabbit.ready(queue) == 3);
        assertThat(rabbit.drainFirstIds(queue)).isEqualTo(TestEvents.numbers(0, 3));
    }

    @Test
    void unstorableMessageIsMovedByTheBrokerAndDoesNotCountForOthers() throws Exception {
        String letters = rabbit.queue();
        String queue = rabbit.queue(
                "limited-" + UUID.randomUUID(),
                Map.of(
                        "x-queue-type",
                        "quorum",
                        "x-delivery-limit",
                        2,
                        "x-dead-letter-exchange",
                        "",
                        "x-dead-letter-routing-key",
                        letters));
        send(queue, 0, 5);
        Await.repeat("the other messages and the dead letter", () -> {
            try {
                source.receive("rabbitmq:queue:" + queue, 1, SHORT, messages -> {
                    if (((Delivery) messages.get(0))
                            .getProperties()
                            .getMessageId()
                            .equals("2")) {
                        throw new UnstorableException(new IllegalStateException("malformed"));
                    }
                    store(messages);
                });
            } catch (UnstorableException e) {
                assertThat(e).hasMessageContaining("malformed");
            }
            return rabbit.ready(letters) > 0 && stored.size() >= 4;
        });
        assertThat(rabbit.drainFirstIds(letters)).containsExactly("2");
        assertThat(stored).containsExactly("0", "1", "3", "4");
        assertThat(deliveryCounts).containsOnlyNulls();
    }

    @Test
    void activeConsumerIsTheOnlyOneUntilItEnds() throws Exception {
        String queue = rabbit.queue(
                "single-" + UUID.randomUUID(), Map.of("x-queue-type", "quorum", "x-single-active-consumer", true));
        receiveNothing(queue);
        RabbitSource second =
                new RabbitSource(RabbitChannels.connector(rabbit.broker().address(), Map.of()));
        String origin = "rabbitmq:queue:" + queue;
        assertThat(second.receive(origin, 10, SHORT, this::store)).isZero();
        send(queue, 0, 5);
        assertThat(second.receive(origin, 10, SHORT, this::store)).isZero();
        receiveAll(queue, 10, 5);
        receiveNothing(queue);
        source.close();
        send(queue, 5, 10);
        Await.until("the second consumer", () -> {
            try {
                second.receive(origin, 10, SHORT, this::store);
                return stored.size() == 10;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(stored).isEqualTo(TestEvents.numbers(0, 10));
        second.close();
    }

    // ---- refusals and ends

    @Test
    void missingQueueIsReportedUntilItExists() throws Exception {
        String queue = "late-" + UUID.randomUUID();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> receive(queue, 10))
                    .hasMessageStartingWith("OWD-0264")
                    .hasMessageContaining(queue)
                    .hasMessageContaining("NOT_FOUND");
        }
        rabbit.queue(queue, Map.of());
        send(queue, 0, 1);
        assertThat(receive(queue, 10)).isEqualTo(1);
    }

    @Test
    void forbiddenQueueIsReported() {
        String queue = rabbit.queue();
        source.close();
        source = new RabbitSource(
                RabbitChannels.connector(rabbit.broker().address(), Map.of("user", "limited", "password", "limited")));
        assertThatThrownBy(() -> receive(queue, 10))
                .hasMessageStartingWith("OWD-0264")
                .hasMessageContaining("ACCESS_REFUSED");
    }

    @Test
    void deletedQueueEndsTheConsumer() throws Exception {
        String queue = rabbit.queue();
        receiveNothing(queue);
        rabbit.on(channel -> channel.queueDelete(queue));
        assertThatThrownBy(() -> receive(queue, 10)).hasMessageStartingWith("OWD-0264");
        rabbit.queue(queue, Map.of("x-queue-type", "quorum"));
        send(queue, 0, 1);
        assertThat(receive(queue, 10)).isEqualTo(1);
    }

    @Test
    void silentBrokerIsNoticedWithinALimit() throws Exception {
        String queue = rabbit.queue();
        receiveNothing(queue);
        rabbit.broker().suspend();
        try {
            long began = System.nanoTime();
            assertThatThrownBy(() -> {
                while (true) {
                    source.receive("rabbitmq:queue:" + queue, 10, SHORT, this::store);
                }
            });
            source.close();
            assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began))
                    .isLessThan(120);
        } finally {
            rabbit.broker().resume();
        }
    }

    @Test
    void closingEndsAWaitAndItsThreads() throws Exception {
        String queue = rabbit.queue();
        Set<String> before = Set.copyOf(RabbitThreads.names());
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> {
            try {
                return source.receive("rabbitmq:queue:" + queue, 10, Duration.ofMinutes(10), this::store);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Await.until("the consumer", () -> rabbit.consumers(queue) == 1);
        source.close();
        assertThat(waiting.get(60, TimeUnit.SECONDS)).isZero();
        Await.until("the end of the threads", () -> before.containsAll(RabbitThreads.names()));
        assertThatThrownBy(() -> receive(queue, 10)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void batchThatIsBeingStoredIsAcknowledgedBeforeTheEnd() throws Exception {
        String queue = rabbit.queue();
        send(queue, 0, 1);
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        CompletableFuture<Integer> receiving = CompletableFuture.supplyAsync(() -> {
            try {
                return source.receive("rabbitmq:queue:" + queue, 10, PATIENCE, messages -> {
                    storing.countDown();
                    closed.await();
                });
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        storing.await();
        source.close();
        closed.countDown();
        assertThat(receiving.get(60, TimeUnit.SECONDS)).isEqualTo(1);
        Await.until("the end of the consumer", () -> rabbit.consumers(queue) == 0);
        assertThat(rabbit.ready(queue)).isZero();
    }
}
