// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the measurements without a look at their speed. */
@Tag("only-in-full")
class CaptureBenchmarkTest {

    @TempDir
    private Path folder;

    @Test
    void everyEventArrivesInTheOrderOfItsKey() throws Exception {
        int exit = CaptureBenchmark.execute(
                "--reps=1",
                "--warm-up=0",
                "--events=1000",
                "--seconds=0.5",
                "--growth=1000",
                "--modules=../server-configs",
                "--connector=../docs/cdc.md",
                "--data=" + folder.resolve("data"),
                "--out=" + folder.resolve("out"));
        assertThat(exit).isZero();
        List<String> figures = Files.readAllLines(folder.resolve("out/capture.csv"));
        for (String metric : List.of("drain", "latency")) {
            for (String contestant : List.of("relay", "capture")) {
                for (String figure : List.of("lost", "doubled", "disordered")) {
                    assertThat(figures).contains(metric + ",1," + contestant + ",," + figure + ",0.0");
                }
            }
        }
        assertThat(figures).anyMatch(line -> line.startsWith("growth,1,capture,1000,table MiB,"));
    }
}
