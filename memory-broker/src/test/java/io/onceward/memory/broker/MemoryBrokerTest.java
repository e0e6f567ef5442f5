// SPDX-License-Identifier: Apache-2.0
package io.onceward.memory.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The broker in memory keeps messages and their order, and has the faults that a test wants. */
class MemoryBrokerTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final MemoryBroker<String> broker = new MemoryBroker<>();

    private void publish(String... messages) throws Exception {
        for (String message : messages) {
            broker.publish("q", message, Duration.ZERO);
        }
    }

    private Delivery<String> receive(int limit) throws Exception {
        return broker.receive("q", limit, Duration.ZERO);
    }

    @Test
    void acknowledgedMessagesAreRemoved() throws Exception {
        publish("a", "b", "c");
        try (Delivery<String> delivery = receive(2)) {
            assertThat(delivery.messages()).containsExactly("a", "b");
            delivery.acknowledge();
        }
        assertThat(broker.waiting("q")).containsExactly("c");
        assertThat(broker.published()).containsExactly("a", "b", "c");
    }

    @Test
    void messagesThatAreNotAcknowledgedComeBackInOrder() throws Exception {
        publish("a", "b", "c");
        receive(2).close();
        assertThat(broker.failedDeliveries("q")).containsExactly(1, 1, 0);
        assertThat(receive(3).messages()).containsExactly("a", "b", "c");
    }

    @Test
    void secondReceiverWaitsForTheEndOfTheFirstDelivery() throws Exception {
        publish("a", "b");
        Delivery<String> first = receive(1);
        assertThat(receive(1).messages()).isEmpty();
        CompletableFuture<Delivery<String>> second = CompletableFuture.supplyAsync(() -> {
            try {
                return broker.receive("q", 2, LONG);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        first.close();
        assertThat(second.get(LONG.toSeconds(), TimeUnit.SECONDS).messages()).containsExactly("a", "b");
    }

    @Test
    void brokerThatIsDownEndsDeliveriesAndKeepsMessages() throws Exception {
        publish("a");
        Delivery<String> delivery = receive(1);
        broker.setDown(true);
        assertThatThrownBy(() -> publish("b")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> receive(1)).isInstanceOf(IOException.class);
        broker.setDown(false);
        assertThatThrownBy(delivery::acknowledge).isInstanceOf(IOException.class);
        assertThat(receive(1).messages()).containsExactly("a");
    }

    @Test
    void silentBrokerTakesAndDeliversNothing() throws Exception {
        publish("a");
        broker.setSilent(true);
        assertThatThrownBy(() -> broker.publish("q", "b", Duration.ofMillis(1)))
                .isInstanceOf(IOException.class)
                .hasMessage("the broker does not answer");
        assertThat(receive(1).messages()).isEmpty();
        broker.setSilent(false);
        assertThat(receive(2).messages()).containsExactly("a");
    }

    @Test
    void refusedMessageIsNotAdded() throws Exception {
        Exception reason = new IllegalStateException("too large");
        broker.refuse(message -> message.equals("b") ? reason : null);
        publish("a");
        assertThatThrownBy(() -> publish("b"))
                .isInstanceOfSatisfying(
                        RefusedException.class, e -> assertThat(e.reason()).isSameAs(reason));
        assertThat(broker.waiting("q")).containsExactly("a");
    }

    @Test
    void queueThatWasNotCreatedRefusesMessages() throws Exception {
        broker.createQueues(false);
        assertThatThrownBy(() -> publish("a"))
                .isInstanceOf(RefusedException.class)
                .hasCauseInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> receive(1)).isInstanceOf(IOException.class);
        broker.create("q");
        publish("a");
        assertThat(broker.waiting("q")).containsExactly("a");
    }

    @Test
    void messageThatIsDeliveredTooOftenIsDead() throws Exception {
        broker.deadAfter(2);
        publish("a");
        receive(1).close();
        assertThat(broker.dead("q")).isEmpty();
        receive(1).close();
        assertThat(broker.dead("q")).containsExactly("a");
        assertThat(broker.waiting("q")).isEmpty();
    }

    @Test
    void lostAcknowledgementLeadsToARedelivery() throws Exception {
        broker.loseAcknowledgement();
        publish("a");
        try (Delivery<String> delivery = receive(1)) {
            assertThatThrownBy(delivery::acknowledge).isInstanceOf(IOException.class);
        }
        try (Delivery<String> delivery = receive(1)) {
            assertThat(delivery.messages()).containsExactly("a");
            delivery.acknowledge();
        }
        assertThat(broker.waiting("q")).isEmpty();
    }

    @Test
    void delayedRedeliveryComesAfterAllOthers() throws Exception {
        broker.redeliverLast();
        publish("a", "b", "c");
        receive(2).close();
        try (Delivery<String> delivery = receive(3)) {
            assertThat(delivery.messages()).containsExactly("c");
            delivery.acknowledge();
        }
        assertThat(receive(3).messages()).containsExactly("a", "b");
    }

    @Test
    void allMessagesOfAQueueAreDeliveredAgainOnDemand() throws Exception {
        publish("a");
        broker.send("q", "b");
        try (Delivery<String> delivery = receive(2)) {
            delivery.acknowledge();
        }
        broker.redeliver("q");
        assertThat(receive(2).messages()).containsExactly("a", "b");
        assertThat(broker.published()).containsExactly("a");
    }
}
