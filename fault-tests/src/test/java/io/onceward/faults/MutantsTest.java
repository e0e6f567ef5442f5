// SPDX-License-Identifier: Apache-2.0
package io.onceward.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.EditedSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Mistakes are planted in the product, one at a time. Each one passes without faults, and is found under a fault that
 * the product survives. {@code -Dmutants=3} chooses that many by {@code -Dfaults.seed}, and {@code -Dmutant=name}
 * those whose names begin so; each of them is always compiled.
 */
class MutantsTest {

    @TempDir
    private static Path folder;

    /** With a mutant, which may lose what is waited for; longer than any retry's delay. */
    private static final Duration MUTANT_PATIENCE = Duration.ofSeconds(8);

    /** The number of mutants that are tried side by side. */
    private static final int ENVIRONMENTS = 2;

    private static final Queue<String> REPORT = new ConcurrentLinkedQueue<>();

    private static EnvironmentPool pool;

    @BeforeAll
    static void start() throws Exception {
        pool = new EnvironmentPool(folder, ENVIRONMENTS);
    }

    @AfterAll
    static void stop() throws Exception {
        pool.close();
        List<String> lines = new ArrayList<>(
                List.of("| mistake | provoked by | effects that were wrong | seconds |", "|---|---|---|---:|"));
        lines.addAll(REPORT);
        Files.write(Path.of(System.getProperty("basedir", ""), "target", "mutants.md"), lines);
    }

    @TestFactory
    Stream<DynamicTest> compilesAndDiffers() {
        return Mutants.ALL.stream()
                .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> {
                    Path edited =
                            EditedSources.compile(mutant.edits(), true, Files.createTempDirectory(folder, "edited"));
                    Path original =
                            EditedSources.compile(mutant.edits(), false, Files.createTempDirectory(folder, "original"));
                    Map<String, String> classes = classes(edited);
                    assertThat(classes).isNotEmpty().isNotEqualTo(classes(original));
                }));
    }

    /** Each class with what is in it. */
    private static Map<String, String> classes(Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(classes)) {
            Map<String, String> found = new TreeMap<>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                found.put(classes.relativize(file).toString(), HexFormat.of().formatHex(Files.readAllBytes(file)));
            }
            return found;
        }
    }

    @TestFactory
    @Execution(ExecutionMode.CONCURRENT)
    Stream<DynamicTest> isFoundOut() {
        List<Mutant> mutants = new ArrayList<>(Mutants.ALL);
        Collections.shuffle(mutants, new Random(Long.getLong("faults.seed", 1)));
        return mutants.stream()
                .filter(mutant -> mutant.name().startsWith(System.getProperty("mutant", "")))
                .limit(Integer.getInteger("mutants", mutants.size()))
                .map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> findOut(mutant)));
    }

    private static void findOut(Mutant mutant) throws Exception {
        Path classes = EditedSources.compile(mutant.edits(), true, Files.createTempDirectory(folder, "mutant"));
        try (PooledEnvironment pooled = pool.borrow()) {
            findOut(mutant, classes, pooled);
        }
    }

    private static void findOut(Mutant mutant, Path classes, PooledEnvironment pooled) throws Exception {
        Books books = pooled.books();

        pooled.startAnew();
        Ending ofProduct = provoke(pooled.environment(), mutant.provocation(), Optional.empty(), NodeTask.PATIENCE);
        assertThat(ofProduct.status()).as(ofProduct::toString).isZero();
        assertThat(books.anomalies()).as("the product as it is").isEmpty();

        pooled.startAnew();
        Ending unprovoked = run(pooled.environment(), NodeTask.place("first").withOrders(2), Optional.of(classes));
        assertThat(unprovoked.status()).as(unprovoked::toString).isZero();
        assertThat(books.anomalies()).as("the mutant, if nothing happens").isEmpty();

        pooled.startAnew();
        long start = System.nanoTime();
        Ending ofMutant = provoke(pooled.environment(), mutant.provocation(), Optional.of(classes), MUTANT_PATIENCE);
        assertThat(ofMutant.status()).as(ofMutant::toString).isIn(0, Node.UNSETTLED);
        Map<Anomaly, List<String>> found = books.anomalies();
        Duration time = Duration.ofNanos(System.nanoTime() - start);
        assertThat(found).as(ofMutant::toString).containsKey(mutant.anomaly());
        REPORT.add(row(mutant, found, time));
    }

    /** @param instead the classes of a mutant; empty for the product as it is */
    private static Ending run(TestEnvironment environment, NodeTask task, Optional<Path> instead)
            throws IOException, InterruptedException {
        return instead.isEmpty() ? environment.run(task) : environment.run(task, instead.get());
    }

    /** Has it happen, and returns how the last node ended, which has this patience. */
    private static Ending provoke(
            TestEnvironment environment, Provocation provocation, Optional<Path> instead, Duration patience)
            throws Exception {
        NodeTask task = provocation.task();
        if (provocation.together()) {
            NodeTask patient = task.withPatience(patience);
            return environment.runTogether(patient, patient.ofOtherNode(), instead);
        }
        if (!provocation.hasSequel()) {
            return run(environment, task.withPatience(patience), instead);
        }
        Ending first = run(environment, task, instead);
        assertThat(first.status()).as(first::toString).isEqualTo(task.trap() == Trap.HALT ? Steps.HALTED : 0);
        if (provocation.brokerDies()) {
            environment.restartBroker();
        }
        NodeTask place = NodeTask.place("second").withPatience(patience);
        NodeTask second = task.offering() ? place.withOffers() : place;
        return run(environment, task.troubled() ? second.withTroubles().withOrders(0) : second, instead);
    }

    private static String row(Mutant mutant, Map<Anomaly, List<String>> found, Duration time) {
        String effects = found.entrySet().stream()
                .map(kind -> kind.getValue().size() + " " + kind.getKey().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        return String.format(
                Locale.ROOT,
                "| %s | %s | %s | %.1f |",
                mutant.name(),
                mutant.provocation(),
                effects,
                time.toMillis() / 1e3);
    }
}
