// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Clusters of servers go through the faults of {@link StormTest}, but for the clocks.
 * {@code -Dstorm.duration} says for how long, {@code -Dfaults.seed} which faults when, {@code -Dstorm.rate} how many orders a
 * second, and {@code -Dfaults.clusters} of which products, and that it is wanted: {@code wildfly,payara-micro+open-liberty} are two clusters.
 */
class ServerKindTest {

    private static final String CLUSTERS = "faults.clusters";

    private static final Duration LENGTH = Duration.parse(System.getProperty("storm.duration", "PT2M"));
    private static final long SEED = Long.getLong("faults.seed", 1);

    static Stream<String> clusters() {
        return Stream.of(
                Objects.requireNonNull(System.getProperty(CLUSTERS), CLUSTERS).split(","));
    }

    @ParameterizedTest
    @MethodSource("clusters")
    void everyOrderHasItsEffectsOnce(String products) throws Exception {
        Path folder = Path.of("target", "servers", products.replace('+', '-'));
        deleteOld(folder);
        Verdict verdict = storm(List.of(products.split("\\+")), folder);
        String report = StormReport.text(SEED, LENGTH, verdict);
        System.out.println(products + "\n" + report);
        Files.writeString(folder.resolve("report.md"), report);
        assertThat(verdict.violations()).as(report).isEmpty();
    }

    /** The nodes get the products in turn. */
    private static Verdict storm(List<String> products, Path folder) throws Exception {
        List<ServerKind> kinds = new ArrayList<>();
        try {
            for (String product : products) {
                assumeTrue(ServerKeeper.isPrepared(product), product + " is prepared with the profile all-servers");
                kinds.add(new ServerKind(product, folder.resolve(product)));
            }
            Map<String, Kind> nodes = new LinkedHashMap<>();
            for (String node : Storm.NODES.keySet()) {
                nodes.put(node, kinds.get(nodes.size() % kinds.size()));
            }
            return new Storm(folder, nodes, SEED, LENGTH, EnumSet.allOf(Fault.class)).run();
        } finally {
            for (ServerKind kind : kinds) {
                kind.close();
            }
        }
    }

    private static void deleteOld(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
