// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.benchmarks.report.Measurements;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetTableTest {

    private static String table(Measurements measurements) {
        return new TargetTable(Map.of(measurements.metric(), measurements)).toString();
    }

    @Test
    void ratioIsComputedWithinEachRepetition() {
        Measurements drain = new Measurements("drain");
        for (double speed : new double[] {1, 10, 2}) {
            drain.add("hand-wake-500", "", Map.of("ev/s", 100 * speed));
            drain.add("onceward", "", Map.of("ev/s", 160 * speed));
            drain.add("before", "", Map.of("ev/s", 120 * speed));
            drain.add("lease-ahead-x4", "", Map.of("ev/s", 200 * speed));
        }
        assertThat(table(drain))
                .contains(
                        "| drain, warm | hand-wake-500 | ≥ 1.50 | ≥ 1.80 | 1.60 (1.60 … 1.60) | yes | 1.20 (1.20 … 1.20)"
                                + " | lease-ahead-x4 2.00 (2.00 … 2.00) |");
    }

    @Test
    void latencyIsComparedWithTheBetterOfTwo() {
        Measurements latency = new Measurements("latency");
        latency.add("hand-wake-500", "", Map.of("p50 ms", 1.0));
        latency.add("gruelbox", "", Map.of("p50 ms", 0.5));
        latency.add("onceward", "", Map.of("p50 ms", 0.75));
        assertThat(table(latency))
                .contains("| hand-wake-500 or gruelbox | ≤ 0.95 | ≤ 0.85 | 1.50 (1.50 … 1.50) | no |");
    }

    @Test
    void nodesOfTheBuildOfBeforeAreComparedWithOneNodeOfIt() {
        Measurements idle = new Measurements("idle");
        idle.add("onceward", "", Map.of("p50 ms", 1.0));
        idle.add("onceward-two-nodes", "", Map.of("p50 ms", 1.1));
        idle.add("before", "", Map.of("p50 ms", 2.0));
        idle.add("before-onceward-two-nodes", "", Map.of("p50 ms", 3.0));
        assertThat(table(idle)).contains("| 1.10 (1.10 … 1.10) | yes | 1.50 (1.50 … 1.50) |");
    }

    @Test
    void rowThatWasNotMeasuredIsLeftOut() {
        Measurements drain = new Measurements("drain");
        drain.add("onceward", "", Map.of("ev/s", 1.0));
        assertThat(table(drain)).isEmpty();
    }
}
