// SPDX-License-Identifier: Apache-2.0
package io.onceward.benchmarks.brokers;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.NatsBroker;
import io.onceward.fixture.RabbitBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the measurements without a look at their speed. */
@Tag("only-in-full")
class BrokerBenchmarkTest {

    @TempDir
    private Path folder;

    @Test
    void everyEventArrivesInTheOrderOfItsKey() throws Exception {
        RabbitBroker.requireInstalled();
        NatsBroker.requireInstalled();
        int exit = BrokerBenchmark.execute(
                "--reps=1",
                "--warm-up=0",
                "--events=1000",
                "--seconds=0.5",
                "--kafka=../server-configs/kafka",
                "--data=" + folder.resolve("data"),
                "--out=" + folder.resolve("out"));
        assertThat(exit).isZero();
        List<String> figures = Files.readAllLines(folder.resolve("out/brokers.csv"));
        for (String broker : List.of("artemis", "kafka", "rabbitmq", "nats")) {
            for (String metric : List.of("drain ", "latency ")) {
                for (String contestant : List.of("client", "onceward")) {
                    for (String figure : List.of("lost", "doubled", "disordered")) {
                        assertThat(figures).contains(metric + broker + ",1," + contestant + ",," + figure + ",0.0");
                    }
                }
            }
        }
    }
}
