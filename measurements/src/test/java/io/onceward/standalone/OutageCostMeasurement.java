// SPDX-License-Identifier: Apache-2.0
package io.onceward.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.ArtemisBroker;
import io.onceward.fixture.Await;
import io.onceward.measure.Figures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cost of an outage of the broker while events are recorded. */
class OutageCostMeasurement {

    /** The bound for the processor time, as a part of a core. */
    private static final double SHARE = 0.05;

    /** The bound for the statements a second. */
    private static final double STATEMENTS = 60;

    private static final int ROUNDS = 5;
    private static final int SECONDS = Integer.getInteger("outage.seconds", 60) / ROUNDS;
    private static final int EVENTS_PER_SECOND = 10;

    @TempDir
    private Path folder;

    @Test
    void outageCostsHardlyAnyProcessorTimeAndFewStatements() throws Exception {
        try (ArtemisBroker broker = new ArtemisBroker(folder).start();
                PlainApplication application = new PlainApplication(broker.connectionFactory(), Map.of())) {
            application.record(50);
            Await.until("a relay that keeps up", () -> application.waiting() == 0);
            broker.stop();
            List<Double> shares = new ArrayList<>();
            List<Double> statements = new ArrayList<>();
            for (int i = 0; i < ROUNDS; i++) {
                application.asked().forget();
                Duration before = PlainApplication.processorTime();
                long began = System.nanoTime();
                for (int event = 0; event < SECONDS * EVENTS_PER_SECOND; event++) {
                    application.record(1);
                    Thread.sleep(1000 / EVENTS_PER_SECOND);
                }
                double elapsed = System.nanoTime() - began;
                shares.add(PlainApplication.processorTime().minus(before).toNanos() / elapsed);
                statements.add(statementsOfTheRelay(application) * 1e9 / elapsed);
            }
            System.out.printf(
                    Locale.ROOT,
                    "Outage: %s of a core, database included, and %s statements a second of the relay, in %d rounds of"
                            + " %d s with %d commits a second; bounds %.2f and %.0f%n",
                    Figures.spread(shares),
                    Figures.spread(statements),
                    ROUNDS,
                    SECONDS,
                    EVENTS_PER_SECOND,
                    SHARE,
                    STATEMENTS);
            assertThat(Figures.median(shares)).as("share of a core").isLessThan(SHARE);
            assertThat(Figures.median(statements)).as("statements a second").isLessThan(STATEMENTS);
        }
    }

    private static long statementsOfTheRelay(PlainApplication application) {
        return application.asked().statements().stream()
                .filter(sql -> !sql.startsWith("INSERT"))
                .count();
    }
}
