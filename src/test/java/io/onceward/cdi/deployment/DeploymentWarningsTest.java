// SPDX-License-Identifier: Apache-2.0
package io.onceward.cdi.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Idempotent;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeploymentWarningsTest {

    private static final String ORDERS = "jms/queue/orders";
    private static final String LOOKUP = "destinationLookup";

    abstract static class Listener implements MessageListener {
        @Override
        public void onMessage(Message message) {}
    }

    @Idempotent(handler = "billing")
    @MessageDriven(activationConfig = @ActivationConfigProperty(propertyName = LOOKUP, propertyValue = ORDERS))
    static class Billing extends Listener {}

    @Idempotent(handler = "shipping")
    @MessageDriven(
            activationConfig = {
                @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Queue"),
                @ActivationConfigProperty(propertyName = "destination", propertyValue = " java:/" + ORDERS + " ")
            })
    static class Shipping extends Listener {}

    @Idempotent(handler = "topic")
    @MessageDriven(
            activationConfig = {
                @ActivationConfigProperty(propertyName = "destinationType", propertyValue = "jakarta.jms.Topic"),
                @ActivationConfigProperty(propertyName = LOOKUP, propertyValue = ORDERS)
            })
    static class OfTopic extends Listener {}

    @Idempotent(handler = "large")
    @MessageDriven(
            activationConfig = {
                @ActivationConfigProperty(propertyName = "messageSelector", propertyValue = "total > 1000"),
                @ActivationConfigProperty(propertyName = LOOKUP, propertyValue = ORDERS)
            })
    static class Selecting extends Listener {}

    @Idempotent(handler = "returns")
    @MessageDriven(
            activationConfig = @ActivationConfigProperty(propertyName = LOOKUP, propertyValue = "jms/queue/returns"))
    static class OfAnotherQueue extends Listener {}

    @Idempotent(handler = "billing", shared = true)
    @MessageDriven(activationConfig = @ActivationConfigProperty(propertyName = LOOKUP, propertyValue = ORDERS))
    static class AlsoBilling extends Listener {}

    @Idempotent(handler = "descriptor")
    static class OfDescriptor extends Listener {}

    @Test
    void twoHandlersOfOneQueueCompete() {
        assertThat(competing(Billing.class, Shipping.class))
                .containsExactly(Map.entry(ORDERS, Set.of("billing", "shipping")));
    }

    @Test
    void otherBeansDoNotCompete() {
        for (Class<?> other : new Class<?>[] {
            OfTopic.class, Selecting.class, OfAnotherQueue.class, AlsoBilling.class, OfDescriptor.class
        }) {
            assertThat(competing(Billing.class, other))
                    .as(other.getSimpleName())
                    .isEmpty();
        }
    }

    private static Map<String, Set<String>> competing(Class<?>... beans) {
        return DeploymentWarnings.competing(Stream.of(beans)
                .map(bean -> new IdempotentRules(AnnotatedTypes.of(bean), TestMessages.KINDS))
                .flatMap(rules -> rules.methods().stream().map(rules::examine))
                .toList());
    }
}
