// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.tested;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onceward.api.EventFilter;
import io.onceward.api.EventState;
import io.onceward.api.EventSummary;
import io.onceward.api.OutboxAdmin;
import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.SameInFamily;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test sees what an application in the server has recorded, as docs/testing.md shows. */
@ExtendWith(ArquillianExtension.class)
@AnyMessaging
@SameInFamily
public class TestedScenario {

    @Deployment
    static WebArchive application() {
        return Deployments.configured(
                Deployments.application("tested", OrderService.class),
                "onceward.schema=create",
                "onceward.relay.enabled=false",
                "mp.messaging.outgoing." + OrderService.CHANNEL + ".connector=onceward-jms");
    }

    @Inject
    OrderService orders; // the bean under test

    @Inject
    OutboxAdmin admin;

    @AfterEach
    void deleteEvents() {
        if (admin != null) { // in the server, not in the test's own process
            admin.purge(EventFilter.all().withQueue("tested_orders"), "the test");
        }
    }

    @Test
    void orderIsRecordedUnlessItFails() {
        orders.place("42");
        assertThatThrownBy(() -> orders.placeAndFail("43")).hasStackTraceContaining("on purpose");

        List<EventSummary> events = admin.find(EventFilter.all().withQueue("tested_orders"), null, 10)
                .events();
        assertThat(events).singleElement().satisfies(event -> {
            assertThat(event.key()).isEqualTo("42");
            assertThat(event.state()).isEqualTo(EventState.PENDING);
            assertThat(admin.payload(event.datasource(), event.position()))
                    .hasValueSatisfying(payload -> assertThat(new String(payload, StandardCharsets.UTF_8))
                            .isEqualTo("Order 42"));
        });
    }
}
