// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A producer, two relays and two consumers in plain JVMs, a database with a replica, and a broker go through all kinds of
 * faults; nothing is lost, nothing is done twice, nothing is overtaken, nothing is left. {@code -Dstorm.duration} says for how long,
 * {@code -Dfaults.seed} which faults when, {@code -Dstorm.rate} how many orders a second.
 */
class StormTest {

    private static final Duration LENGTH = Duration.parse(System.getProperty("storm.duration", "PT1M30S"));
    private static final long SEED = Long.getLong("faults.seed", 1);

    /** Files of the last run, kept for a diagnosis. */
    private static final Path FOLDER = Path.of("target", "storm");

    @Test
    void everyOrderHasItsEffectsOnce() throws Exception {
        deleteOld();
        Verdict verdict = new Storm(
                        FOLDER, new PlainKind(FOLDER, Optional.empty()), SEED, LENGTH, EnumSet.allOf(Fault.class))
                .run();
        String report = StormReport.text(SEED, LENGTH, verdict);
        System.out.println(report);
        Files.writeString(Path.of("target", "storm-report.md"), report);
        assertThat(verdict.violations()).as(report).isEmpty();
    }

    private static void deleteOld() throws IOException {
        if (Files.exists(FOLDER)) {
            try (Stream<Path> files = Files.walk(FOLDER)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
