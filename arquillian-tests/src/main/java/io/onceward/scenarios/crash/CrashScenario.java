// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.fixture.Door;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.SameInFamily;
import io.onceward.scenarios.support.Await;
import org.junit.jupiter.api.Test;

/** A server is killed under load. */
@SameInFamily
class CrashScenario extends CrashContract {

    /** The number of effects after which the load is at its height. */
    private static final int EFFECTS_UNDER_LOAD = 500;

    @Test
    void committedEventsSurviveAKillUnderLoad() throws Exception {
        try (Door broker = new Door(Fixtures.current().artemisPort())) {
            broker.open();
            long placedBefore = count("crash_order");
            try (ServerUnderTest.Run server = start(broker)) {
                killUnderLoad(server);
            }
            awaitLastCommits();
            assertThat(count("crash_order")).isGreaterThan(placedBefore);
            verifyEachOrderHasOneEffectAfterARestart(broker);
        }
    }

    private static void killUnderLoad(ServerUnderTest.Run server) throws InterruptedException {
        int effects = Rows.count("crash_effect");
        Thread load = new Thread(() -> {
            try {
                Http.whenStarted(() -> Http.get(server.address("crash").resolve("place?count=1000000")));
            } catch (RuntimeException e) {
                assertThat(e).as("the server was killed").isNotNull();
            }
        });
        load.start();
        Await.until(
                PATIENCE, () -> "effects under load", () -> Rows.count("crash_effect") >= effects + EFFECTS_UNDER_LOAD);
        server.kill();
        load.join();
    }

    /** Waits until the database has ended the transactions from before the kill. */
    private static void awaitLastCommits() {
        Await.until(
                PATIENCE,
                () -> "an idle database",
                () -> Rows.count(
                                "pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
                                        + " AND state <> 'idle' AND pid <> pg_backend_pid()")
                        == 0);
    }
}
