// SPDX-License-Identifier: Apache-2.0
package io.onceward.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.api.Alert;
import io.onceward.api.FailurePolicy;
import io.onceward.api.OutboxMetadata;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Any;
import jakarta.inject.Inject;
import jakarta.inject.Qualifier;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A bean under test observes the alerts of the test, as on a server. */
@OncewardTest({ObservedAlertsTest.Billing.class, ObservedAlertsTest.Operator.class})
class ObservedAlertsTest {

    @ApplicationScoped
    static class Billing {

        @Incoming("orders")
        @FailurePolicy(neverRetried = IllegalStateException.class)
        public void bill(OrderPlaced order) {
            throw new IllegalStateException("no such customer");
        }
    }

    @Qualifier
    @Retention(RetentionPolicy.RUNTIME)
    @interface Urgent {}

    @ApplicationScoped
    static class Operator {

        private final Queue<Alert> told = new ConcurrentLinkedQueue<>();
        private final Queue<Alert> ofAny = new ConcurrentLinkedQueue<>();
        private final Queue<Alert> ofUrgent = new ConcurrentLinkedQueue<>();

        void tell(@Observes Alert alert) {
            told.add(alert);
        }

        void tellOfAny(@Observes @Any Alert alert) {
            ofAny.add(alert);
        }

        /** Observes events of the application itself. */
        void tellOfUrgent(@Observes @Urgent Alert alert) {
            ofUrgent.add(alert);
        }

        Queue<Alert> told() {
            return told;
        }

        Queue<Alert> ofAny() {
            return ofAny;
        }

        Queue<Alert> ofUrgent() {
            return ofUrgent;
        }
    }

    @Inject
    private Operator operator;

    @Test
    @Timeout(60)
    void parkedMessageIsTold(TestOutbox outbox) {
        outbox.send("orders", new OrderPlaced("1", 7), OutboxMetadata.none());
        while (operator.told().isEmpty() || operator.ofAny().isEmpty()) {
            outbox.deliver();
        }
        assertThat(operator.told()).singleElement().satisfies(alert -> {
            assertThat(alert.kind()).isEqualTo(Alert.Kind.PARKED);
            assertThat(alert.text()).contains("no such customer");
        });
        assertThat(operator.ofUrgent()).isEmpty();
    }
}
