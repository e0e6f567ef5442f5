// SPDX-License-Identifier: Apache-2.0
package io.onceward.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.onceward.fixture.EditedSources;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mistakes are planted in the adapter, one at a time, and the tests of the adapter find each. All mistakes are compiled;
 * {@code -Dmistakes=10} has the tests look for so many, instead of one, which {@code -Dfaults.seed} chooses.
 */
public interface MistakesContract {

    /** The time in which a test fails that waits for something that a mistake prevents. */
    int PATIENCE_SECONDS = 20;

    /** The failure of an assertion. */
    Pattern ASSERTION = Pattern.compile("Assertion(Failed)?Error");

    /** The time of a process, which starts a broker. */
    int LIMIT_MINUTES = 10;

    /** Returns the mistakes. */
    List<PlantedMistake> mistakes();

    @TestFactory
    default Stream<DynamicTest> mistakesCompile(@TempDir Path folder) {
        return mistakes().stream()
                .map(mistake -> DynamicTest.dynamicTest(
                        mistake.name(), () -> EditedSources.compile(mistake.edits(), true, sub(folder))));
    }

    @TestFactory
    default Stream<DynamicTest> testsFindTheMistake(@TempDir Path folder) {
        List<PlantedMistake> shuffled = new ArrayList<>(mistakes());
        Collections.shuffle(shuffled, new Random(Long.getLong("faults.seed", 1)));
        return shuffled.stream()
                .limit(Integer.getInteger("mistakes", 1))
                .map(mistake -> DynamicTest.dynamicTest(mistake.name(), () -> findOut(mistake, sub(folder))));
    }

    private static Path sub(Path folder) throws IOException {
        return Files.createTempDirectory(folder, "mistake");
    }

    /** The test runs in a process of its own, with the classes of the mistake in front of those of the adapter. */
    private static void findOut(PlantedMistake mistake, Path folder) throws Exception {
        Path classes = EditedSources.compile(mistake.edits(), true, folder);
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Dawait.seconds=" + PATIENCE_SECONDS,
                        "-Dcontracts=full", // also a test that mvn verify leaves out
                        "-cp",
                        classes + File.pathSeparator + System.getProperty("java.class.path"),
                        SingleTest.class.getName(),
                        mistake.test())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertThat(process.exitValue()).as(mistake.test() + "\n" + text).isEqualTo(SingleTest.NOT_PASSED);
        assertThat(text).containsPattern(ASSERTION); // not a fixture that failed
        System.out.println(mistake.name() + ": " + firstFailure(text));
    }

    private static String firstFailure(String output) {
        return output.lines()
                .dropWhile(line -> !ASSERTION.matcher(line).find())
                .limit(6)
                .map(String::strip)
                .reduce("", (all, line) -> all + " " + line);
    }
}
