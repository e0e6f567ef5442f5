// SPDX-License-Identifier: Apache-2.0
package io.onceward.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import io.onceward.fixture.Edit;
import io.onceward.fixture.EditedSources;
import java.io.File;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * A mistake in the core, and the test of a contract that finds it.
 *
 * @param test as {@code package.Class#method}
 */
record PlantedMistake(String name, String test, Edit edit) {

    private static final int LIMIT_MINUTES = 5;

    /** Runs the test with the mistake, in a process of its own; returns the summary of its failures. */
    String failures(Path folder) throws Exception {
        Path classes = EditedSources.compile(List.of(edit), true, folder);
        Path output = folder.resolve("output.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        classes + File.pathSeparator + System.getProperty("java.class.path"),
                        OneTest.class.getName(),
                        test)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    @Override
    public String toString() {
        return name;
    }

    /** The main class of a process that runs one test method. */
    static final class OneTest {

        private OneTest() {}

        /** Argument: the test. */
        public static void main(String[] arguments) {
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create()
                    .execute(
                            LauncherDiscoveryRequestBuilder.request()
                                    .selectors(selectMethod(arguments[0]))
                                    .build(),
                            listener);
            listener.getSummary().printFailuresTo(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
            System.exit(0);
        }
    }
}
