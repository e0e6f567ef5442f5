// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.brokercheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.Deployments;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.selection.OutsideBroker;
import io.onceward.scenarios.support.Await;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An application starts while the broker is down. Its connection factory is checked before the first use. */
@OutsideBroker
@OnlyInFull
class LateBrokerScenario {

    @AfterEach
    void leaveTheBrokerRunning() {
        Fixtures.current().restartBroker();
    }

    @Test
    void connectionFactoryIsCheckedBeforeItsFirstUseIfTheBrokerWasDown() {
        Fixtures.current().killBroker();
        try (ServerUnderTest.Run server = ServerUnderTest.current().start(application())) {
            assertThat(Http.whenStarted(() -> Http.get(server.address("late").resolve("place"))))
                    .isEqualTo("200 1");
            assertThat(server.log()).contains("OWD-1092");
            Fixtures.current().restartBroker();
            Await.until(
                    "the order at its receiver",
                    () -> Http.get(server.address("late").resolve("handled")).equals("200 1"));
            assertThat(server.log()).doesNotContain("OWD-0210").doesNotContain("OWD-0211");
        }
    }

    private static WebArchive application() {
        return Deployments.configured(
                Deployments.application("late", Exchange.class, Orders.class, Returns.class),
                "onceward.schema=create",
                "onceward.datasource=jdbc/postgresql",
                "onceward.table-prefix=late_",
                "mp.messaging.outgoing.placed.connector=onceward",
                "mp.messaging.outgoing.placed.destination=queue:self_check_late",
                "mp.messaging.incoming.returned.connector=onceward",
                "mp.messaging.incoming.returned.destination=queue:self_check_late");
    }
}
