// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.faults.OtherBrokerNodes.Running;
import io.onceward.fixture.BrokerServer;
import io.onceward.fixture.SuspendedProcess;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two nodes publish orders to Kafka or RabbitMQ, receive them from there and ship them, while nodes and broker are killed and
 * suspended. {@code -Dstorm.duration=PT10M} and {@code -Dfaults.seed=42} choose the time with each broker, and the faults.
 */
class OtherBrokerStormTest {

    private static final int NO_END = 1_000_000;

    /** Longer than a lease, so that the other node takes the lanes of one that is suspended. */
    private static final int LONGEST_MILLIS = 20_000;

    private static final int SHORTEST_MILLIS = 2_000;

    /** Longer than the time in which a broker or a group of consumers notices that a node has died. */
    private static final Duration PATIENCE = Duration.ofSeconds(150);

    @TempDir
    private Path folder;

    private final Random random = new Random(Long.getLong("faults.seed", 1));
    private final List<NodeTask> tasks = new ArrayList<>();
    private final List<Running> running = new ArrayList<>();
    private OtherBrokerNodes nodes;

    /** The faults, which take turns. */
    private enum Disturbance {
        NODE_KILLED,
        NODE_SUSPENDED,
        BROKER_KILLED,
        BROKER_SUSPENDED
    }

    @ParameterizedTest
    @EnumSource
    void faultsLoseNothingAndDoubleNothing(OtherBroker broker) throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofMinutes(2))
                        .start();
                BrokerServer server = broker.start(folder.resolve("broker"))) {
            Shipments shipments = new Shipments(postgres.getJdbcUrl("postgres", "postgres"));
            shipments.begin();
            nodes = new OtherBrokerNodes(folder, shipments.databaseUrl(), broker, server);
            tasks.add(nodes.nextTask());
            tasks.add(nodes.nextTask().ofOtherNode());
            for (int i = 0; i < tasks.size(); i++) {
                running.add(startNode(i));
            }
            long end = System.nanoTime()
                    + Duration.parse(System.getProperty("storm.duration", "PT2M"))
                            .toNanos();
            for (int i = 0; System.nanoTime() - end < 0; i++) {
                Pause.millis(chosenMillis() / 2);
                inflict(Disturbance.values()[i % Disturbance.values().length], server);
            }
            shipments.stop();
            for (Running node : running) {
                Ending ending = node.end();
                assertThat(ending.status()).as(ending::toString).isZero();
            }
            System.out.println(broker + ": " + shipments.orders() + " orders");
            assertThat(shipments.orders()).isGreaterThan(100);
            assertThat(shipments.left()).isZero();
            assertThat(shipments.anomalies()).isEmpty();
        }
    }

    private int chosenMillis() {
        return SHORTEST_MILLIS + random.nextInt(LONGEST_MILLIS - SHORTEST_MILLIS);
    }

    /** Starts a node with the name that it had before, and with orders of its own. */
    private Running startNode(int number) throws Exception {
        String round = nodes.nextTask().round();
        return nodes.start(tasks.get(number)
                .ofRound(tasks.get(number).node() + "-" + round)
                .withOrders(NO_END)
                .withPatience(PATIENCE));
    }

    private void inflict(Disturbance fault, BrokerServer server) throws Exception {
        int chosen = random.nextInt(running.size());
        int millis = chosenMillis();
        System.out.println(fault + " node " + chosen + ", " + millis + " ms");
        switch (fault) {
            case NODE_KILLED -> {
                running.get(chosen).process().destroyForcibly().waitFor();
                running.set(chosen, startNode(chosen));
            }
            case NODE_SUSPENDED -> {
                SuspendedProcess.suspend(running.get(chosen).process());
                Pause.millis(millis);
                SuspendedProcess.resume(running.get(chosen).process());
            }
            case BROKER_KILLED -> {
                server.kill();
                Pause.millis(millis / 4);
                server.start();
            }
            case BROKER_SUSPENDED -> {
                server.suspend();
                Pause.millis(millis / 2);
                server.resume();
            }
        }
    }
}
