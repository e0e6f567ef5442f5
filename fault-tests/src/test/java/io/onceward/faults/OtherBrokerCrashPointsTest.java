// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.BrokerServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A node dies before and after each step of a publication to Kafka or RabbitMQ, and of a receipt from there. The next node
 * completes everything, and ships nothing twice. {@code -Dcrash.points=6} tries half as many steps with each broker: the most
 * telling ones.
 */
@Tag("only-in-full")
class OtherBrokerCrashPointsTest {

    private static final String RELAY = " onceward-relay: ";

    /** The most telling ones first. */
    private static final List<String> STEPS = List.of(
            "after" + RELAY + "publication",
            "after" + RELAY + "storage",
            "before" + RELAY + "storage",
            "before" + RELAY + "next receipt",
            "before" + RELAY + "publication",
            "before" + RELAY + "commit of DELETE onceward_outbox",
            "after" + RELAY + "commit of DELETE onceward_outbox",
            "before" + RELAY + "commit of INSERT onceward_inbox_message",
            "after" + RELAY + "commit of INSERT onceward_inbox_message",
            "before" + RELAY + "commit of INSERT effects",
            "after" + RELAY + "commit of INSERT effects");

    /** The number of nodes that try to die at a step: with some timings, a node does not get there. */
    private static final int TRIES = 3;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void dyingThereLosesNothingAndDoublesNothing(OtherBroker broker) throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofMinutes(2))
                        .start();
                BrokerServer server = broker.start(folder.resolve("broker"))) {
            Shipments shipments = new Shipments(postgres.getJdbcUrl("postgres", "postgres"));
            shipments.begin();
            OtherBrokerNodes nodes = new OtherBrokerNodes(folder, shipments.databaseUrl(), broker, server);
            Ending rehearsal = nodes.start(nodes.nextTask()).end();
            assertThat(rehearsal.status()).as(rehearsal::toString).isZero();
            assertThat(rehearsal.steps()).containsAll(STEPS);
            int points = Math.min(Integer.getInteger("crash.points", Integer.MAX_VALUE) / 2, STEPS.size());
            for (String step : STEPS.subList(0, points)) {
                dieAt(step, nodes);
                Ending next = nodes.start(nodes.nextTask()).end();
                assertThat(next.status()).as(() -> "after " + step + " " + next).isZero();
                assertThat(shipments.anomalies()).as(step).isEmpty();
            }
        }
    }

    private static void dieAt(String step, OtherBrokerNodes nodes) throws Exception {
        Ending ending;
        int tries = 0;
        do {
            ending = nodes.start(nodes.nextTask().with(Trap.HALT, step)).end();
            tries++;
        } while (ending.status() == 0 && tries < TRIES);
        assertThat(ending.status()).as(step + " " + ending).isEqualTo(Steps.HALTED);
    }
}
