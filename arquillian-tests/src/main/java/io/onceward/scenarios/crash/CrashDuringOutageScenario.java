// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.selection.OutsideBroker;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** A server is killed while events wait for the broker. */
@OnlyInFull
@OutsideBroker
class CrashDuringOutageScenario extends CrashContract {

    private static final int ORDERS = 200;

    @Test
    void committedEventsSurviveAKillDuringAnOutageOfTheBroker() throws Exception {
        try (Door broker = new Door(Fixtures.current().artemisPort())) {
            broker.open();
            long placedBefore = count("crash_order");
            killDuringOutage(broker);
            assertThat(count("crash_order")).isEqualTo(placedBefore + ORDERS);
            verifyEachOrderHasOneEffectAfterARestart(broker);
        }
    }

    private static void killDuringOutage(Door broker) throws SQLException {
        try (ServerUnderTest.Run server = start(broker)) {
            broker.shut();
            String answer =
                    Http.whenStarted(() -> Http.get(server.address("crash").resolve("place?count=" + ORDERS)));
            assertThat(answer).isEqualTo("200 placed");
            assertThat(count("crash_outbox")).as("waiting for the broker").isEqualTo(ORDERS);
            server.kill();
        }
        broker.open();
    }
}
