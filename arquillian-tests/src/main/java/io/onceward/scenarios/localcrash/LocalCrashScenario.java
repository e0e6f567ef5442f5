// SPDX-License-Identifier: Apache-2.0
package io.onceward.scenarios.localcrash;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.scenarios.fixture.Fixtures;
import io.onceward.scenarios.fixture.Rows;
import io.onceward.scenarios.fixture.ServerUnderTest;
import io.onceward.scenarios.sales.Sales;
import io.onceward.scenarios.sales.Trap;
import io.onceward.scenarios.selection.AnyMessaging;
import io.onceward.scenarios.selection.OnlyInFull;
import io.onceward.scenarios.support.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * A server is killed several times while producers sell: in the middle of a batch, before the commit of a durable observer, before that of
 * a durable method, and anywhere.
 */
@AnyMessaging
@OnlyInFull
class LocalCrashScenario {

    private static final String NAME = "local-crash";

    private static final int PRODUCERS = 4;

    /** The number of effects after which the server is killed without a trap. */
    private static final int EFFECTS_UNDER_LOAD = 500;

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private static final String NO_TRAP = "none";

    private static final String TRANSACTIONS =
            "pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
                    + " AND state <> 'idle' AND pid <> pg_backend_pid()";

    private final Path trap = Fixtures.directory().resolve("local-crash-trap");

    private final Sales sales = new Sales("localcrash_");

    @Test
    void killsUnderLoadLoseNothingAndDoubleNothing() throws InterruptedException {
        sales.createTables();
        for (String where : List.of("batch", "observer", "call")) {
            killUnderLoad(where, () -> trapped().contains(where));
            assertThat(sales.waiting())
                    .as("left to do after the kill in a %s", where)
                    .isPositive();
        }
        int effects = sales.effects();
        killUnderLoad(NO_TRAP, () -> sales.effects() >= effects + EFFECTS_UNDER_LOAD);
        int sold = sales.sold();

        try (ServerUnderTest.Run server = start(NO_TRAP)) {
            sales.verify();
            assertThat(server.log()).doesNotContain("OWD-1003");
        }
        assertThat(sales.sold()).isEqualTo(sold);
    }

    private void killUnderLoad(String where, BooleanSupplier time) throws InterruptedException {
        int sold = sales.sold();
        List<Thread> load;
        try (ServerUnderTest.Run server = start(where)) {
            load = IntStream.range(0, PRODUCERS)
                    .mapToObj(i -> new Thread(() -> sell(server)))
                    .toList();
            load.forEach(Thread::start);
            Await.until(PATIENCE, () -> "the time for a kill: " + where, time);
            server.kill();
        }
        for (Thread producer : load) {
            producer.join();
        }
        Await.until(PATIENCE, () -> "the end of the killed server's transactions", () -> Rows.count(TRANSACTIONS) == 0);
        assertThat(sales.sold()).isGreaterThan(sold);
    }

    private ServerUnderTest.Run start(String trapSet) {
        return ServerUnderTest.current()
                .start(sales.application(NAME, Trap.FILE + "=" + trap, Trap.SET + "=" + trapSet));
    }

    private static void sell(ServerUnderTest.Run server) {
        try {
            Sales.sell(server, NAME, Integer.MAX_VALUE);
        } catch (RuntimeException e) {
            assertThat(e).as("the server was killed").isNotNull();
        }
    }

    private List<String> trapped() {
        try {
            return Files.exists(trap) ? Files.readAllLines(trap) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
