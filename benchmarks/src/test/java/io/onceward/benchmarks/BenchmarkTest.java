// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.OnlyWithAllServers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the measurements without a look at their speed. */
@OnlyWithAllServers
class BenchmarkTest {

    @TempDir
    private Path folder;

    @Test
    void drainedBacklogIsCompleteAndInOrder() throws Exception {
        int exit = Benchmark.execute(
                "--metric=drain",
                "--contestants=onceward",
                "--reps=1",
                "--warm-up=0",
                "--backlog=1000",
                "--threads=4",
                "--data=" + folder.resolve("data"),
                "--out=" + folder.resolve("out"));
        assertThat(exit).isZero();
        assertThat(Files.readAllLines(folder.resolve("out/figures.csv")))
                .contains(
                        "drain,1,onceward,,lost,0.0",
                        "drain,1,onceward,,doubled,0.0",
                        "drain,1,onceward,,disordered,0.0");
        assertThat(folder.resolve("out/drain.png")).exists();
        assertThat(folder.resolve("out/tables.md")).content().contains("fsync=on");
    }

    @Test
    @Tag("only-in-full")
    void coldJvmDrainsWhatAnotherOneHasRecorded() throws Exception {
        int exit = Benchmark.execute(
                "--metric=drain",
                "--jvm=cold",
                "--contestants=lease-ahead-x4,hand-wake-jta",
                "--reps=1",
                "--backlog=1000",
                "--threads=4",
                "--data=" + folder.resolve("data"),
                "--out=" + folder.resolve("out"));
        assertThat(exit).isZero();
        assertThat(Files.readAllLines(folder.resolve("out/figures.csv")))
                .contains(
                        "drain-cold,1,lease-ahead-x4,,lost,0.0",
                        "drain-cold,1,lease-ahead-x4,,disordered,0.0",
                        "drain-cold,1,hand-wake-jta,,lost,0.0");
    }

    @Test
    @Tag("only-in-full")
    void localContestantsHandleWhatTheyRecord() throws Exception {
        int exit = Benchmark.execute(
                "--metric=e2e",
                "--contestants=onceward-local,modulith-local,local-memory,local-memory-50",
                "--reps=1",
                "--warm-up=0",
                "--seconds=0.5",
                "--threads=4",
                "--data=" + folder.resolve("data"),
                "--out=" + folder.resolve("out"));
        assertThat(exit).isZero();
        assertThat(Files.readAllLines(folder.resolve("out/figures.csv")))
                .contains(
                        "e2e,1,onceward-local,,lost,0.0",
                        "e2e,1,onceward-local,,doubled,0.0",
                        "e2e,1,onceward-local,,disordered,0.0",
                        "e2e,1,modulith-local,,lost,0.0",
                        "e2e,1,local-memory,,disordered,0.0",
                        "e2e,1,local-memory-50,,lost,0.0");
    }

    @Test
    @Tag("only-in-full")
    void overviewCountsPendingEvents() throws Exception {
        int exit = Benchmark.execute(
                "--metric=overview",
                "--contestants=onceward",
                "--reps=1",
                "--warm-up=0",
                "--growth=1500",
                "--threads=4",
                "--data=" + folder.resolve("data"),
                "--out=" + folder.resolve("out"));
        assertThat(exit).isZero();
        assertThat(Files.readAllLines(folder.resolve("out/figures.csv")))
                .contains("overview,1,onceward,1500,counted,1500.0");
    }

    @Test
    void buildOfBeforeNeedsItsFolder() {
        assertThat(Benchmark.execute("--contestants=before")).isEqualTo(2);
    }

    @Test
    void unknownContestantIsNamed() {
        assertThat(Benchmark.execute("--contestants=nobody")).isEqualTo(2);
    }
}
