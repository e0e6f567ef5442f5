// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.LogLines;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every relay obeys the retry policy of the application that declares a handler, on every database. */
abstract class HandlerPolicyContract extends StoredInboxFixture {

    private static final String MAX_ATTEMPTS = "mp.messaging.incoming.orders.max-attempts";
    private static final String ON_FAILURE = "mp.messaging.incoming.orders.on-failure";

    /** Starts an application that has the handler "billing" and is never polled. */
    private void other(Map<String, String> policy) {
        node(policy, task -> {}, billing);
    }

    @Test
    void relayObeysTheApplicationThatWasDeployedLast() throws Exception {
        try (LogLines log = new LogLines()) {
            other(Map.of("onceward.application", "accounting", MAX_ATTEMPTS, "5", ON_FAILURE, "skip"));
            assertThat(log.all())
                    .filteredOn(line -> line.contains("OWD-1047"))
                    .singleElement()
                    .asString()
                    .contains("for handler 'billing'")
                    .contains("Application 'accounting' declares max-attempts=5")
                    .contains("application 'test' has declared max-attempts=3");
        }
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        store("m2", "k", "good 2");
        pollUntil(() -> billing.handled.size() == 1);
        assertThat(billing.handled).containsExactly("good 2");
        assertThat(parked()).singleElement().satisfies(parked -> assertThat(parked.attempts())
                .isEqualTo(5));
        assertThat(text("SELECT application FROM onceward_policy WHERE side = 'inbox' AND queue = 'shipping'"))
                .isEqualTo("test");
    }

    @Test
    void changeToSkipFreesBlockedMessages() throws Exception {
        billing.fails = "bad";
        store("m1", "k", "bad 1");
        store("m2", "k", "good 2");
        pollUntil(() -> parked().size() == 1);
        engine.poll();
        assertThat(billing.handled).isEmpty();

        other(Map.of(ON_FAILURE, "skip"));
        pollUntil(() -> billing.handled.size() == 1);
        assertThat(billing.handled).containsExactly("good 2");
        assertThat(parked()).hasSize(1);
    }
}
