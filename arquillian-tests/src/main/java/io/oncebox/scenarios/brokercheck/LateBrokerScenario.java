// SPDX-License-Identifier: Apache-2.0
package io.oncebox.scenarios.brokercheck;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncebox.scenarios.Deployments;
import io.oncebox.scenarios.fixture.Fixtures;
import io.oncebox.scenarios.fixture.Http;
import io.oncebox.scenarios.fixture.ServerUnderTest;
import io.oncebox.scenarios.selection.AnyRelease;
import io.oncebox.scenarios.selection.OneServer;
import io.oncebox.scenarios.selection.OutsideBroker;
import io.oncebox.scenarios.selection.SameInFamily;
import io.oncebox.scenarios.selection.TakesLong;
import io.oncebox.scenarios.support.Await;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An application starts while the broker is down. Its connection factory is checked before the first use. */
@AnyRelease
@OneServer
@OutsideBroker
@SameInFamily
@TakesLong
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
            assertThat(server.log()).contains("OBX-1092");
            Fixtures.current().restartBroker();
            Await.until(
                    "the order at its receiver",
                    () -> Http.get(server.address("late").resolve("handled")).equals("200 1"));
            assertThat(server.log()).doesNotContain("OBX-0210").doesNotContain("OBX-0211");
        }
    }

    private static WebArchive application() {
        return Deployments.configured(
                Deployments.application("late", Exchange.class, Orders.class, Returns.class),
                "oncebox.schema=create",
                "oncebox.datasource=jdbc/postgresql",
                "oncebox.table-prefix=late_",
                "mp.messaging.outgoing.placed.connector=oncebox",
                "mp.messaging.outgoing.placed.destination=queue:self_check_late",
                "mp.messaging.incoming.returned.connector=oncebox",
                "mp.messaging.incoming.returned.destination=queue:self_check_late");
    }
}
