// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.PgBouncer;
import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Http;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import org.junit.jupiter.api.Test;

/** PgBouncer is between the server and PostgreSQL. */
@AnyMessaging
@OnlyInFull
class PoolerScenario extends CrashContract {

    private static final int ORDERS = 200;

    @Test
    void eachOrderHasOneEffectBehindAPoolerInSessionMode() throws Exception {
        long placedBefore = count("crash_order");
        try (PgBouncer pooler = start("session")) {
            try (ServerUnderTest.Run server = start(Fixtures.current().artemisPort(), pooler.port())) {
                place(server);
                server.kill();
            }
            try (ServerUnderTest.Run server = start(Fixtures.current().artemisPort(), pooler.port())) {
                place(server);
                verifyEachOrderHasOneEffect();
                assertThat(server.log()).doesNotContain("OWD-1003");
            }
        }
        assertThat(count("crash_order")).isEqualTo(placedBefore + 2 * ORDERS);
    }

    @Test
    void transactionModeIsRefused() {
        try (PgBouncer pooler = start("transaction");
                ServerUnderTest.Run server = start(Fixtures.current().artemisPort(), pooler.port())) {
            assertThat(server.deployed()).isEmpty();
            assertThat(server.log()).contains("OWD-0222", "prepareThreshold=0");
        }
    }

    private static PgBouncer start(String mode) {
        return PgBouncer.start(
                Fixtures.current().postgresPort(), Fixtures.USER, Fixtures.DATABASE_PASSWORD, "pool_mode = " + mode);
    }

    private static void place(ServerUnderTest.Run server) {
        assertThat(Http.whenStarted(() -> Http.get(server.address("crash").resolve("place?count=" + ORDERS))))
                .isEqualTo("200 placed");
    }
}
